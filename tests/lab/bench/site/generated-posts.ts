import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Language, languages } from '../../../../src/contract/language.ts';
import { seededRandom } from '../../../support/random.ts';
import { projectRoot } from '../../../support/site-copy.ts';

/** A file of a post: its path in the folder of posts, and its Markdown. */
export interface GeneratedPost {
  readonly path: string;
  readonly text: string;
}

/** How a language is written. */
interface Tongue {
  readonly word: RegExp;
  readonly between: string;
  readonly stop: string;
  readonly blogPath: string;
}

const tongues: Readonly<Record<Language, Tongue>> = {
  en: { word: /^[a-z]+$/, between: ' ', stop: '. ', blogPath: '/blog/' },
  zh: { word: /^\p{Script=Han}+$/u, between: '', stop: '。', blogPath: '/zh/blog/' },
};
const tags = ['credits', 'flows', 'ledger', 'speed', 'text', 'web'];
const firstDayMs = Date.parse('2006-01-01');
const DAY_MS = 86_400_000;
/** The first so many posts have a day each; later posts share the same days. */
const MAX_DAYS = 7_000;
/** So many posts of a language have a title of their own, and so a card, which takes long to draw. */
const MAX_TITLES = 1_000;

/**
 * Made-up posts, the same for the same count: half of them English, half Chinese, each the other's
 * twin. They have headings, lists, links to other posts, and no pictures; one of four has code.
 *
 * @param count an even number of posts
 */
export function* generatedPosts(count: number): Generator<GeneratedPost> {
  const words = new Map(languages.map((language) => [language, vocabularyOf(language)]));
  for (let index = 0; index < count / 2; index += 1) {
    for (const language of languages) {
      yield post(index, count / 2, language, words.get(language) ?? []);
    }
  }
}

/** The words of the site's own posts, each as often as it stands there. */
function vocabularyOf(language: Language): readonly string[] {
  const folder = join(projectRoot, 'src/content/blog', language);
  const names = readdirSync(folder).toSorted();
  const text = names.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
  const segments = new Intl.Segmenter(language, { granularity: 'word' }).segment(text);
  const { word } = tongues[language];
  return Array.from(segments, ({ segment }) => segment).filter((one) => word.test(one));
}

function post(
  index: number,
  ofLanguage: number,
  language: Language,
  vocabulary: readonly string[],
): GeneratedPost {
  const { between, stop, blogPath } = tongues[language];
  const writerOf = (seed: number) => {
    const random = seededRandom(seed * languages.length + languages.indexOf(language));
    const upTo = (count: number) => Math.floor(random() * count);
    const words = (count: number) =>
      Array.from({ length: count }, () => vocabulary[upTo(vocabulary.length)]).join(between);
    const sentence = () => `${words(7 + upTo(12))}${stop}`;
    const sentences = (count: number) => Array.from({ length: count }, sentence).join('').trimEnd();
    return { upTo, words, sentences };
  };
  const { upTo, words, sentences } = writerOf(index);
  const title = index % MAX_TITLES;
  const day = new Date(firstDayMs + (index % MAX_DAYS) * DAY_MS).toISOString().slice(0, 10);
  const front = [
    `title: ${writerOf(title).words(4)} ${title + 1}`,
    `description: ${writerOf(title).words(18)}`,
    `publishDate: ${day}`,
    'author: team',
    `tags: [${tags[index % tags.length]}, ${tags[(index + 1 + (index % 5)) % tags.length]}]`,
  ].join('\n');
  const link = `[${words(3)}](${blogPath}${slugOf(upTo(ofLanguage))}/)`;
  const list = Array.from({ length: 4 }, () => `- ${sentences(1)}`).join('\n');
  // Texts of 3 to 11 kB, of which the site's own have 6 to 7.
  const sections = Array.from({ length: 4 + upTo(9) }, () =>
    [`## ${words(4)}`, `**${words(2)}** ${sentences(2 + upTo(4))}`, sentences(2 + upTo(4))].join(
      '\n\n',
    ),
  );
  const extras = [`${sentences(1)} ${link}.`, list, ...(index % 4 === 0 ? [code] : [])];
  const text = [`---\n${front}\n---`, ...extras, ...sections].join('\n\n');
  return { path: `${language}/${slugOf(index)}.md`, text: `${text}\n` };
}

const code = `\`\`\`ts
export function spend(lots: readonly Lot[], amount: number): Spent {
  const open = lots.filter(({ left }) => left > 0).toSorted(byExpiry);
  return take(open, amount); // the first that expires goes first
}
\`\`\``;

function slugOf(index: number): string {
  return `post-${String(index + 1).padStart(5, '0')}`;
}
