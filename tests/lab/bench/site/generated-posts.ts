import { type Language, languages } from '../../../../src/contract/language.ts';
import { seededRandom } from '../../../support/random.ts';
import { vocabularyOf } from './vocabulary.ts';

/** A file of a post: its path in the folder of posts, and its Markdown. */
export interface GeneratedPost {
  readonly path: string;
  readonly text: string;
}

/** The material for the texts of a language. */
interface Tongue {
  readonly words: readonly string[];
  readonly between: string;
  readonly stop: string;
  readonly blogPath: string;
  /** The fewest and the most words of a sentence. */
  readonly sentence: readonly [number, number];
}

const tongues: Readonly<Record<Language, Tongue>> = {
  en: {
    words: vocabularyOf('en'),
    between: ' ',
    stop: '. ',
    blogPath: '/blog/',
    sentence: [7, 19],
  },
  zh: {
    words: vocabularyOf('zh'),
    between: '',
    stop: '。',
    blogPath: '/zh/blog/',
    sentence: [6, 16],
  },
};
const tags = ['credits', 'flows', 'ledger', 'speed', 'text', 'web'];
/** How many sections a post has: texts of 3 to 11 kB, of which the site's own have 6 to 7. */
const sections: readonly [number, number] = [4, 12];
/** Every fourth post has a listing of code, and every third has a table. */
const every = { code: 4, table: 3 } as const;
const firstDayMs = Date.parse('2006-01-01');
const DAY_MS = 86_400_000;
/** The first so many posts have a day each; later posts share the same days. */
const MAX_DAYS = 7_000;
/** So many posts of a language have a title and a description of their own, and so a card. */
const MAX_TITLES = 1_000;

/**
 * Made-up posts, the same for the same count: half of them English, half Chinese, each the other's
 * twin. They have headings, lists, links to other posts, and no pictures; some have code and
 * tables. From the 2,001st post on titles and descriptions repeat, because ten thousand cards take
 * minutes to draw.
 *
 * @param count an even number of posts
 */
export function* generatedPosts(count: number): Generator<GeneratedPost> {
  for (let index = 0; index < count / 2; index += 1) {
    yield post(index, count / 2, 'en');
    yield post(index, count / 2, 'zh');
  }
}

function post(index: number, ofLanguage: number, language: Language): GeneratedPost {
  const random = randomOf(index, language);
  const writer = writerOf(tongues[language], random);
  const other = slugOf(Math.floor(random() * ofLanguage));
  const body = Array.from({ length: between(sections, random) }, (_, section) =>
    sectionOf(writer, index, section, `${tongues[language].blogPath}${other}/`),
  );
  const text = [front(index, language), writer.paragraph(), ...body].join('\n\n');
  return { path: `${language}/${slugOf(index)}.md`, text: `${text}\n` };
}

/** How many cards a number of posts has. */
export function cardsOf(posts: number): number {
  return Math.min(posts, MAX_TITLES * languages.length);
}

function front(index: number, language: Language): string {
  const day = new Date(firstDayMs + (index % MAX_DAYS) * DAY_MS).toISOString().slice(0, 10);
  const title = index % MAX_TITLES;
  const writer = writerOf(tongues[language], randomOf(title, language));
  return [
    '---',
    `title: ${writer.words(4)} ${title + 1}`,
    `description: ${writer.words(language === 'en' ? 16 : 20)}`,
    `publishDate: ${day}`,
    'author: team',
    `tags: [${tags[index % tags.length]}, ${tags[(index + 1 + (index % 5)) % tags.length]}]`,
    '---',
  ].join('\n');
}

function sectionOf(writer: Writer, index: number, section: number, link: string): string {
  const parts = [`## ${writer.words(4)}`, writer.paragraph(), writer.paragraph()];
  if (section === 0) parts.push(`${writer.words(6)} [${writer.words(3)}](${link}).`);
  if (section === 1) parts.push(writer.list());
  if (section === 2 && index % every.code === 0) parts.push(code);
  if (section === 2 && index % every.table === 0) parts.push(writer.table());
  return parts.join('\n\n');
}

const code = `\`\`\`ts
export function spend(lots: readonly Lot[], amount: number): Spent {
  const open = lots.filter(({ left }) => left > 0).toSorted(byExpiry);
  return take(open, amount); // the first that expires goes first
}
\`\`\``;

type Writer = ReturnType<typeof writerOf>;

function writerOf({ words: known, between: gap, stop, sentence }: Tongue, random: () => number) {
  const word = () => known[Math.floor(random() * known.length)] ?? '';
  const words = (count: number) => Array.from({ length: count }, word).join(gap);
  const sentences = (count: number) =>
    Array.from({ length: count }, () => {
      const text = words(between(sentence, random));
      return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${stop}`;
    }).join('');
  return {
    words,
    paragraph: () => `**${words(2)}** ${sentences(between([2, 5], random))}`.trimEnd(),
    list: () => Array.from({ length: 4 }, () => `- ${sentences(1)}`.trimEnd()).join('\n'),
    table: () =>
      [
        `| ${words(1)} | ${words(2)} |`,
        '| --- | ---: |',
        ...Array.from({ length: 5 }, (_, row) => `| ${words(3)} | ${row} |`),
      ].join('\n'),
  };
}

function randomOf(index: number, language: Language): () => number {
  return seededRandom(index * languages.length + languages.indexOf(language));
}

function slugOf(index: number): string {
  return `post-${String(index + 1).padStart(5, '0')}`;
}

/** A whole number between two, both included. */
function between([from, to]: readonly [number, number], random: () => number): number {
  return from + Math.floor(random() * (to - from + 1));
}
