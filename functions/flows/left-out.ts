import { type ByLanguage, byLanguage, type Language } from '../../src/contract/language.ts';
import { languageRecords } from '../../src/contract/language-records.ts';
import {
  type LeftOutKind,
  leftOutKinds,
  maxUnreadShare,
  maxWhereLength,
  type StoredLeftOut,
} from '../../src/contract/left-out.ts';
import { fill } from '../../src/i18n/fill.ts';
import { leftOutWords, runRefusalsWords } from '../../src/i18n/words.ts';

/** A part of an input that a reader passes over. */
interface LeftOutPart {
  /** The text that is not read. */
  readonly text?: string;
  /** How many letters it has: those of its text, unless said. */
  readonly letters?: number;
  /** How many things it is: 1, unless said. */
  readonly count?: number;
  /** The page on which it stands, from 1 on. */
  readonly page?: number | undefined;
  /** The heading above it; its first words stand for one. */
  readonly under?: string | undefined;
}

/** Collects what the readers of an input leave out. */
export interface LeftOutLog {
  add(kind: LeftOutKind, one: LeftOutPart): void;
  /** Counts the text that was read, and the pages that there are. */
  found(all: { readonly text?: string; readonly pages?: number }): void;
  /** Lists the parts that were left out, the largest share first. */
  list(): readonly StoredLeftOut[];
  /** Why a run must end that leaves out much of a document; undefined where its caller wants the rest. */
  refusal(): ByLanguage<string> | undefined;
}

interface Tally {
  count: number;
  letters: number;
  readonly pages: Set<number>;
  readonly places: Set<string>;
}

/** The most places that an entry names, and the longest name, in characters. */
const MAX_PLACES = 3;
const MAX_PLACE = 40;

/** @param isPartial whether the caller wants what can be read, however little it is */
export function leftOutLog(isPartial = false): LeftOutLog {
  const tallies = new Map<LeftOutKind, Tally>();
  let readLetters = 0;
  let allPages = 0;
  const list = () => {
    const unread = [...tallies.values()].reduce((sum, { letters }) => sum + letters, 0);
    const shareOf = (kind: LeftOutKind, { count, letters }: Tally) =>
      kind === 'pages' ? part(count, allPages) : part(letters, readLetters + unread);
    return Array.from(tallies, ([kind, tally]): StoredLeftOut => {
      const where = byLanguage((language) => whereOf(tally, language));
      return { kind, count: tally.count, where, share: shareOf(kind, tally) };
    }).toSorted((one, other) => other.share - one.share);
  };
  return {
    add(kind, { text = '', letters = lettersIn(text), count = 1, page, under }) {
      if (count === 0) return;
      const none = { count: 0, letters: 0, pages: new Set<number>(), places: new Set<string>() };
      const tally = tallies.get(kind) ?? none;
      tally.count += count;
      tally.letters += letters;
      const place = (under || text.slice(0, maxWhereLength)).replace(/\s+/g, ' ').trim();
      if (page !== undefined) tally.pages.add(page);
      else if (place !== '' && tally.places.size <= MAX_PLACES) tally.places.add(shortened(place));
      tallies.set(kind, tally);
    },
    found({ text = '', pages = 0 }) {
      readLetters += lettersIn(text);
      allPages += pages;
    },
    list,
    refusal() {
      const unread = list().filter(({ kind }) => leftOutKinds[kind]);
      const ofLetters = unread.filter(({ kind }) => kind !== 'pages');
      const ofPages = unread.find(({ kind }) => kind === 'pages')?.share ?? 0;
      const share = Math.max(
        ofPages,
        ofLetters.reduce((sum, one) => sum + one.share, 0),
      );
      if (isPartial || share < maxUnreadShare) return undefined;
      return byLanguage((language) => {
        const values = { share: percentIn(share, language), what: leftOutText(unread, language) };
        return fill(runRefusalsWords[language].input_partly_read, values);
      });
    },
  };
}

function part(some: number, all: number): number {
  return all === 0 ? 0 : Math.min(1, Math.round((some / all) * 10_000) / 10_000);
}

/** How many letters and digits a text has, in UTF-16 units. */
export function lettersIn(text: string): number {
  return text.replace(/[^\p{L}\p{N}]+/gu, '').length;
}

function shortened(place: string): string {
  const signs = Array.from(place);
  return signs.length <= MAX_PLACE ? place : `${signs.slice(0, MAX_PLACE).join('')}…`;
}

function whereOf({ pages, places }: Tally, language: Language): string {
  const words = leftOutWords[language];
  const [first, ...others] = rangesOf([...pages].toSorted((a, b) => a - b));
  if (first) {
    const text = listIn([first, ...others], language);
    const name = pages.size === 1 ? words.page : words.pages;
    return shortWhere(fill(name, { pages: text }));
  }
  const named = [...places].slice(0, MAX_PLACES).map((place) => `“${place}”`);
  return shortWhere(listIn(places.size > MAX_PLACES ? [...named, words.more] : named, language));
}

function shortWhere(text: string): string {
  return text.length <= maxWhereLength ? text : `${text.slice(0, maxWhereLength - 1)}…`;
}

/** Page numbers in their order, with those in a row as `3–5`. */
function rangesOf(pages: readonly number[]): readonly string[] {
  const ranges: { readonly first: number; last: number }[] = [];
  for (const page of pages) {
    const range = ranges.at(-1);
    if (range?.last === page - 1) range.last = page;
    else ranges.push({ first: page, last: page });
  }
  return ranges.map(({ first, last }) => (first === last ? `${first}` : `${first}–${last}`));
}

function listIn(parts: readonly string[], language: Language): string {
  const { dateLocale } = languageRecords[language];
  return new Intl.ListFormat(dateLocale).format(parts);
}

function percentIn(share: number, language: Language): string {
  const { numberLocale } = languageRecords[language];
  return new Intl.NumberFormat(numberLocale, { style: 'percent' }).format(share);
}

/** Writes the parts that were left out as one text: `2 × pages without text (pages 3–4); 5 × fields of forms`. */
export function leftOutText(leftOut: readonly StoredLeftOut[], language: Language): string {
  const { kinds } = leftOutWords[language];
  return leftOut
    .map(({ kind, count, where }) => {
      const place = where[language];
      return `${count} × ${kinds[kind]}${place && ` (${place})`}`;
    })
    .join('; ');
}
