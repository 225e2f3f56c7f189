import { type CardFault, cardSvg } from '../../drawing/card.ts';
import type { CardOptions } from '../../drawing/card-options.ts';
import { fill } from '../../i18n/fill.ts';

interface CardDemoProps {
  readonly options: Omit<CardOptions, 'title'>;
  readonly words: {
    /** The description of the picture, with a place for the title. */
    readonly alt: string;
    readonly note: string;
    /** The advice about a title that can't be drawn: for each fault, or for all of them. */
    readonly refusals?: Readonly<Partial<Record<CardFault, string>>>;
    readonly refused?: string;
  };
  /** The HTML that the build renders between the island's tags. */
  readonly children?: unknown;
}

/** A card that is drawn while its title is typed. Until then it is the example that a run drew. */
export default function CardDemo({ options, words }: CardDemoProps, root: HTMLElement): void {
  const field = root.querySelector('textarea');
  const picture = root.querySelector('img');
  const note = root.querySelector('[data-note]');
  if (!field || !picture || !note) return;
  const draw = () => {
    const title = field.value;
    const drawn = cardSvg({ ...options, title });
    const said = drawn.ok ? words.note : (words.refusals?.[drawn.code] ?? words.refused ?? '');
    // Screen readers would say the same sentence again with each letter.
    if (note.textContent !== said) note.textContent = said;
    if (!drawn.ok) return;
    picture.src = `data:image/svg+xml,${encodeURIComponent(drawn.svg)}`;
    picture.alt = fill(words.alt, { title });
  };
  field.addEventListener('input', draw);
  // The browser's fonts differ from ours, so the example stays until somebody types.
  if (field.value !== field.defaultValue) draw();
}
