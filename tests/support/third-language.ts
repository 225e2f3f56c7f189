import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { load } from 'js-yaml';
import { withValues } from '../../infra/local/adopt/config-text.ts';
import { routes } from '../../src/contract/routes.ts';
import site from '../../src/i18n/en/site.json' with { type: 'json' };
import * as words from '../../src/i18n/words.ts';
import { allLanguages, records } from '../../src/languages.config.ts';

/** Examples that stay English: their flow reads English and Chinese only. */
export const digested = [site.examples.text, site.demos.digest.text, site.product.sheet];

/** The code of a real language, which axe wants; its words and formats are made up. */
export const third = 'eo';

/** The letters of a made-up language: one with an accent for each letter of English. */
const accents: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from('abcdefghijklmnoprstuvwyzABCDEFGHIJKLMNOPRSTUVWYZ', (letter, index) => [
    letter,
    Array.from('áƀçđéƒğĥíĵķļɱñóþŕšţúṽŵýžÁƁÇĐÉƑĞĤÍĴĶĻṀÑÓÞŔŠŢÚṼŴÝŽ')[index] ?? letter,
  ]),
);

/** The parts of a text that are no words: places, code, tags, addresses, entities. */
const notWords = /(\{\{?\w+\}?\}|`[^`]*`|<[^>]*>|\]\([^)]*\)|https?:\S+|&\w+;|GET \/\w+)/;

/** Whether a text is written in the made-up language. */
export function isThird(text: string): boolean {
  return /[áéíóúýçñšžƀđƒğĥĵķļɱþŕţṽŵÁÉÍÓÚÝÇÑŠŽƁĐƑĞĤĴĶĻṀÞŔŢṼŴ]/.test(text);
}

/** An English text with accents, in brackets and a third longer, which shows what is cut off. */
export function pseudo(text: string): string {
  return `[${accented(text)} ${'·'.repeat(Math.max(1, Math.round(text.length / 3) - 3))}]`;
}

function accented(text: string): string {
  const parts = text.split(notWords);
  return parts
    .map((part, index) =>
      index % 2 === 1 ? part : Array.from(part, (letter) => accents[letter] ?? letter).join(''),
    )
    .join('');
}

/**
 * Adds a language to a copy of the project: its facts, dictionaries and content, all made from English.
 * A second call translates what is new.
 */
export async function addThirdLanguage(folder: string): Promise<void> {
  const code = new Map<string, unknown>([
    ['allLanguages', [...allLanguages, third]],
    ['records', { ...records, [third]: { ...records.en, tag: third } }],
  ]);
  const settings = join(folder, 'src/languages.config.ts');
  await writeFile(settings, withValues(await readFile(settings, 'utf8'), code));
  await writeFile(
    join(folder, 'src/i18n/own-languages.ts'),
    `import * as ${third} from './${third}/dictionaries.ts';\n\nexport const ownLanguages = { ${third} };\n`,
  );
  await writeDictionaries(join(folder, 'src/i18n'));
  await writeContent(join(folder, 'src/content'));
}

async function writeDictionaries(folder: string): Promise<void> {
  for (const name of await readdir(join(folder, 'en'))) {
    if (!name.endsWith('.json')) continue;
    const dictionary = JSON.parse(await readFile(join(folder, 'en', name), 'utf8'));
    await write(join(folder, third, name), JSON.stringify(translated(dictionary)));
  }
  // The contract has the API's English texts.
  const reference = {
    problemTitles: words.problemTitlesWords.en,
    callSummaries: words.callSummaries(routes).en,
  };
  await write(join(folder, third, 'api-reference.json'), JSON.stringify(translated(reference)));
  await cp(join(folder, 'zh/dictionaries.ts'), join(folder, third, 'dictionaries.ts'));
}

/** The specification has one of them in every language. */
const untranslated = [...digested, site.app.test];

function translated(value: unknown): unknown {
  if (typeof value === 'string') return untranslated.includes(value) ? value : pseudo(value);
  if (Array.isArray(value)) return value.map(translated);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, translated(one)]));
}

async function writeContent(folder: string): Promise<void> {
  for (const kind of ['blog', 'pages', 'flows']) {
    const from = join(folder, kind, 'en');
    for (const name of await namesIn(from)) {
      const text = await readFile(join(folder, kind, 'en', name), 'utf8');
      await write(join(folder, kind, third, name), translatedMarkdown(text));
    }
  }
  for (const [kind, field] of [
    ['authors', 'bio'],
    ['tags', 'name'],
  ] as const) {
    for (const name of await namesIn(join(folder, kind))) {
      const file = join(folder, kind, name);
      const facts = JSON.parse(await readFile(file, 'utf8'));
      facts[field][third] = pseudo(facts[field].en);
      await writeFile(file, JSON.stringify(facts));
    }
  }
}

/** An adopter without samples may have no such folder. */
async function namesIn(folder: string): Promise<readonly string[]> {
  return existsSync(folder) ? await readdir(folder) : [];
}

/** The longest title and description that the schema accepts, in characters of English. */
const longest = { title: 40, description: 100, coverAlt: 150 } as const;

function translatedMarkdown(text: string): string {
  const [, front = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? [];
  const [head = '', list = ''] = front.split(/^(?=sections:)/m);
  const { sections } = Object(load(list));
  // JSON is YAML.
  const listed = sections ? `\nsections: ${JSON.stringify(translatedSection(sections))}` : '';
  const fields = head
    .trimEnd()
    .replace(
      /^(title|description|coverAlt): '?(.*?)'?$/gm,
      (_, name: keyof typeof longest, value: string) =>
        `${name}: '${pseudo(value.slice(0, longest[name])).replaceAll("'", '’')}'`,
    );
  const blocks = body
    .replaceAll('](/', `](/${third}/`)
    .split(/(^```.*?^```$)/ms)
    .map((block) => (block.startsWith('```') ? block : accented(block)));
  return `---\n${fields}${listed}\n---\n${blocks.join('')}`;
}

/** The fields of a section that are no words. */
const kept: readonly string[] = ['kind', 'picture', 'which'];

/** A text of a section, translated, and so short that the section stays within its limits. */
function translatedSection(value: unknown, name = ''): unknown {
  if (typeof value === 'string') {
    if (kept.includes(name)) return value;
    if (name === 'path') return value.replace(/^\//, `/${third}/`);
    const words = value.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
    return pseudo(words.slice(0, longest.title).replace(/\{\{?\w*\}?$/, ''));
  }
  if (Array.isArray(value)) return value.map((one) => translatedSection(one, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, one]) => [field, translatedSection(one, field)]),
  );
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
