const { site } = require('./src/site.config.ts');

/** Loaded by `src/styles/global.css` through `@config`. @type {import('tailwindcss').Config} */
module.exports = {
  // Only what has class names: words of prose that happen to be some would be sent to every reader.
  content: ['./src/{pages,layouts,components,islands}/**/*.{astro,tsx}'],
  darkMode: ['selector', '[data-theme="dark"]'],
  theme: {
    screens: { sm: '600px', md: '900px', lg: '1200px', xl: '1536px' },
    colors: {
      transparent: 'transparent',
      current: 'currentColor',
      white: site.colors.paper,
      brand: site.colors.brand,
      accent: site.colors.accent,
      'accent-on-dark': site.colors.accentOnDark,
      lines: site.colors.lines,
      'lines-on-dark': site.colors.linesOnDark,
      paper: 'var(--paper)',
      mist: 'var(--mist)',
      ink: 'var(--ink)',
      soft: 'var(--soft)',
      line: 'var(--line)',
      copper: 'var(--copper)',
      water: 'var(--water)',
      'on-copper': 'var(--on-copper)',
    },
    fontFamily: {
      sans: 'var(--sans)',
      serif: 'var(--serif)',
      mono: 'var(--mono)',
    },
  },
};
