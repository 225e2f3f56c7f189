import { site } from '../../site.config.ts';

/** The colours of a card. */
export interface CardTheme {
  readonly paper: string;
  readonly title: string;
  readonly text: string;
  readonly wood: string;
  readonly water: string;
  /** What the water runs in. */
  readonly race: string;
  readonly copper: string;
}

/** The themes of the site: light, and the brand's own colour for dark. */
export const cardThemes = {
  light: {
    paper: site.colors.paper,
    title: site.colors.brand,
    text: '#4a5670',
    wood: site.colors.brand,
    water: '#6f9fe0',
    race: '#eaf1fb',
    copper: '#f2a766',
  },
  dark: {
    paper: site.colors.brand,
    title: site.colors.paper,
    text: '#c9d3e5',
    wood: site.colors.paper,
    water: '#93b9ee',
    race: '#26324a',
    copper: '#f2a766',
  },
} as const satisfies Readonly<Record<string, CardTheme>>;
