import { chinese, english, type Phrases } from './sentences.ts';

export type TextBlock =
  | { readonly kind: 'title' | 'heading' | 'paragraph' | 'item' | 'clause'; readonly text: string }
  | { readonly kind: 'row'; readonly cells: readonly string[] }
  /** A note whose mark is the end of the paragraph before. */
  | { readonly kind: 'note'; readonly text: string; readonly mark: string };

/** How a text is laid out, as far as a writer can do it. */
interface Layout {
  readonly columns: 1 | 2;
  readonly isJustified: boolean;
  /** Whether the first line of a paragraph is indented, and no gap parts it from the one before. */
  readonly isIndented: boolean;
  readonly hasHead: boolean;
  /** In points. */
  readonly size: number;
}

export interface CorpusText {
  readonly id: string;
  readonly language: 'en' | 'zh';
  /** Rules are chosen by one half, and figures reported by the other; clean texts were never looked at. */
  readonly half: 'choosing' | 'reporting' | 'clean';
  readonly layout: Layout;
  readonly blocks: readonly TextBlock[];
}

type Shape = (write: Composer) => readonly TextBlock[];

/** The parts of each genre; numbers say how many sentences a paragraph has. */
const genres: Readonly<
  Record<string, { readonly shape: Shape; readonly layout?: Partial<Layout> }>
> = {
  letter: {
    shape: (write) => [...write.lines(5), ...write.paragraphs(1, 2, 2), ...write.lines(2)],
  },
  minutes: {
    shape: (write) => [write.title(), ...write.lines(3), ...write.paragraphs(1, 1, 1, 1, 2, 1, 1)],
  },
  contract: {
    shape: (write) => [
      write.title(),
      write.heading(),
      ...write.clauses(3),
      write.heading(),
      ...write.clauses(4),
    ],
  },
  official: {
    shape: (write) => [
      write.title(),
      ...write.paragraphs(2),
      ...write.clauses(2),
      ...write.paragraphs(3, 2),
      ...write.clauses(2),
    ],
    layout: { isIndented: true, isJustified: true, size: 14 },
  },
  paper: {
    shape: (write) => [
      write.title(),
      ...write.paragraphs(4),
      write.heading(),
      ...write.paragraphs(7, 6, 5),
      write.heading(),
      ...write.paragraphs(6, 8, 6),
      write.heading(),
      ...write.paragraphs(8, 7, 6),
    ],
    layout: { columns: 2, isJustified: true, size: 10 },
  },
  novel: {
    shape: (write) => [
      write.title(),
      ...write.paragraphs(6, 1, 1, 4, 7, 1, 1, 1, 5, 8, 3, 1, 6, 7, 9, 4, 8, 7),
    ],
    layout: { isIndented: true, isJustified: true, hasHead: true },
  },
  slides: {
    shape: (write) => [
      write.title(),
      ...write.items(3),
      write.heading(),
      ...write.items(4),
      ...write.paragraphs(1),
    ],
    layout: { size: 20 },
  },
  invoice: {
    shape: (write) => [
      write.title(),
      ...write.lines(4),
      ...write.rows(4),
      ...write.paragraphs(2, 1),
    ],
  },
  handbook: {
    shape: (write) => [
      write.title(),
      ...write.paragraphs(3),
      write.heading(),
      ...write.paragraphs(2),
      ...write.items(4),
      ...write.paragraphs(3),
      ...write.rows(3),
      write.heading(),
      ...write.paragraphs(4, 5),
      ...write.items(3),
      ...write.paragraphs(5, 6, 4),
    ],
    layout: { hasHead: true },
  },
  report: {
    shape: (write) => [
      write.title(),
      ...write.noted(3),
      write.heading(),
      ...write.paragraphs(5, 6, 4, 7),
      ...write.noted(4),
      write.heading(),
      ...write.paragraphs(6, 5, 8, 6),
      ...write.noted(3),
      ...write.paragraphs(7, 6),
    ],
    layout: { isJustified: true, hasHead: true, size: 11 },
  },
};

const VARIANTS = 3;

/** Sixty texts: ten genres, three of each in both languages. */
export const texts: readonly CorpusText[] = Object.entries(genres).flatMap(
  ([genre, { shape, layout }], place) =>
    (['en', 'zh'] as const).flatMap((language) =>
      Array.from({ length: VARIANTS }, (_, variant): CorpusText => {
        const seed = place * VARIANTS + variant;
        return {
          id: `${language}-${genre}-${variant + 1}`,
          language,
          half: seed % 2 === 0 ? 'choosing' : 'reporting',
          layout: {
            ...{ columns: 1, isJustified: false, isIndented: false, hasHead: false, size: 12 },
            ...layout,
          },
          blocks: shape(composer(language === 'en' ? english : chinese, seed)),
        };
      }),
    ),
);

type Composer = ReturnType<typeof composer>;

/** Takes the phrases of a language one after another, from a place that the seed says. */
export function composer(phrases: Phrases, seed: number) {
  let taken = seed * 7;
  const isEnglish = phrases === english;
  const next = (list: readonly string[], step = 1): string => {
    taken += step;
    const { place, name, month, thing } = phrases.values;
    const values: Readonly<Record<string, string>> = {
      year: String(1820 + ((taken * 13) % 190)),
      number: String(3 + ((taken * 5) % 23)),
      place: place[taken % place.length] ?? '',
      name: name[(taken >> 1) % name.length] ?? '',
      month: month[(taken >> 2) % month.length] ?? '',
      thing: thing[(taken >> 1) % thing.length] ?? '',
    };
    const text = (list[taken % list.length] ?? '').replace(
      /\{(\w+)\}/g,
      (_, key) => values[key] ?? '',
    );
    return text.charAt(0).toUpperCase() + text.slice(1);
  };
  const prose = (count: number) =>
    Array.from({ length: count }, () => next(phrases.sentences, 7)).join(isEnglish ? ' ' : '');
  const many = <Made>(count: number, make: (at: number) => Made) =>
    Array.from({ length: count }, (_, at) => make(at));
  let clause = 0;
  let note = 0;
  const heading = (): TextBlock => ({ kind: 'heading', text: next(phrases.headings) });
  return {
    title: (): TextBlock => ({ kind: 'title', text: next(phrases.headings, 3) }),
    heading,
    paragraphs: (...counts: readonly number[]) =>
      counts.map((count): TextBlock => ({ kind: 'paragraph', text: prose(count) })),
    lines: (count: number) =>
      many(count, (): TextBlock => ({ kind: 'paragraph', text: next(phrases.lines) })),
    items: (count: number) => {
      const lower = () => next(phrases.items).replace(/^./, (first) => first.toLowerCase());
      return many(count, (): TextBlock => ({ kind: 'item', text: lower() }));
    },
    clauses: (count: number) =>
      many(count, (): TextBlock => {
        clause += 1;
        const number = isEnglish
          ? `${1 + (clause >> 2)}.${clause} `
          : `${'一二三四五六七八九十'[(clause - 1) % 10]}、`;
        return { kind: 'clause', text: `${number}${prose(2)}` };
      }),
    rows: (count: number) => [
      {
        kind: 'row',
        cells: many(3, () =>
          next(phrases.items, 3)
            .slice(0, isEnglish ? 12 : 5)
            .trim(),
        ),
      } as const,
      ...many(count, (): TextBlock => {
        const year = String(1900 + (taken % 90));
        return { kind: 'row', cells: [year, `${(taken * 37) % 900}`, next(phrases.sentences)] };
      }),
    ],
    noted: (count: number): readonly TextBlock[] => {
      note += 1;
      return [
        { kind: 'paragraph', text: prose(count) },
        { kind: 'note', text: prose(1), mark: String(note) },
      ];
    },
  };
}
