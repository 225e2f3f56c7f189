import { byLanguage, defaultLanguage, isLanguage, type Language } from '../../contract/language.ts';
import { fill } from '../../i18n/fill.ts';
import { contentCheckWords } from '../../i18n/words.ts';
import { type CheckContext, checkContent } from '../check/check-content.ts';
import { type Finding, ofSeverity } from '../check/report.ts';
import { type ContentFile, dayOf, readSections, writeSections } from '../check/sources.ts';
import { postSchema } from '../schema.ts';
import { dateOfText, factsOf, kindOf } from '../schema-fields.ts';

/** An entry before it is saved. Source: Sveltia CMS 0.221, `types/public.d.ts` (`ApiEntry`). */
export interface SavedEntry {
  /** The path of the file in the default language. */
  readonly path: string;
  readonly data: Fields;
  /** The other languages of an entry that is edited side by side. */
  readonly i18n: Readonly<Record<string, { readonly data: Fields }>>;
  /** The pictures of its fields that the repository has already. */
  readonly mediaFiles?: readonly { readonly path: string }[];
}

type Fields = Readonly<Record<string, unknown>>;

interface CheckSettings {
  /** The content as far as the editor knows it, and the names of all other files. */
  readonly known: readonly ContentFile[];
  /** The file that the entry had until now. */
  readonly former: string | undefined;
  readonly context: CheckContext;
  readonly language: Language;
  /** The form's label of a field, by its name in the file, such as `bio.en`. */
  readonly labelOf: (field: string) => string;
}

/**
 * Checks an entry before it is saved, by the rules of `npm run check:content`.
 * @returns sentences about what the build will refuse, and about what it will refuse unless somebody
 * saved what is missing since the last build
 */
export function verdictOn(entry: SavedEntry, settings: CheckSettings) {
  const written = filesOf(entry);
  const replaced = new Set([...written.map(({ path }) => path), settings.former]);
  const others = settings.known.filter(({ path }) => !replaced.has(path));
  const formerText = settings.known.find(({ path }) => path === settings.former)?.text ?? '';
  const pictures = picturesOf(entry, formerText).map((path) => ({ path, sizeBytes: 0 }));
  const findings = checkContent([...others, ...pictures, ...written], settings.context);
  const errors = ofSeverity('error', findings);
  const isSure = ({ file, missing }: Finding) => replaced.has(file) && !missing;
  const sentences = (some: readonly Finding[]) => [
    ...new Set(some.map((finding) => sentenceOf(finding, written, settings))),
  ];
  return {
    refused: sentences(errors.filter(isSure)),
    doubted: sentences(errors.filter((finding) => !isSure(finding))),
  };
}

/** The files that an entry becomes, as the editor writes them. */
export function filesOf({ path, data, i18n }: SavedEntry): readonly ContentFile[] {
  const translated = Object.entries(i18n).map(
    ([language, { data: fields }]) =>
      [path.replace(`/${defaultLanguage}/`, `/${language}/`), fields] as const,
  );
  return [[path, data] as const, ...translated].map(([file, fields]) => {
    const text = fileText(file, fields);
    return { path: file, text, sizeBytes: new TextEncoder().encode(text).length };
  });
}

function fileText(file: string, fields: Fields): string {
  const given: Fields = JSON.parse(JSON.stringify(fields, withoutEmpty));
  return file.endsWith('.md') ? writeText(given) : JSON.stringify(given, null, 2);
}

const dayFields = Object.entries(postSchema.shape).flatMap(([name, field]) => {
  const { inner } = factsOf(field);
  return kindOf(inner).kind === 'day' ? [name] : [];
});

/** Writes the fields of a form as a file, and what is no day of the calendar as text. */
export function writeText({ body = '', ...fields }: Fields): string {
  const written = Object.entries(fields).map(([name, value]) => [
    name,
    dayFields.includes(name) ? (dateOfText(value) ?? value) : value,
  ]);
  return writeSections(Object.fromEntries(written), String(body));
}

/**
 * Reads a file for the form, where a day is text.
 * @throws {Error} that says what the check says, when the file has no readable front matter
 */
export function readText(text: string): Fields {
  const sections = readSections(text);
  if (sections.kind === 'fault') throw new Error(`${sections.problem} ${sections.fix}`);
  const fields = Object.entries(Object(sections.data)).map(([name, value]) => [name, dayOf(value)]);
  return { ...Object.fromEntries(fields), body: sections.body.trim() };
}

/** The editor leaves empty fields out of the file, and its own numbers of a list's items. */
function withoutEmpty(name: string, value: unknown): unknown {
  if (name.startsWith('__sc_')) return undefined;
  const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0);
  return isEmpty ? undefined : value;
}

/**
 * The paths of the pictures that fields name, from the entry's folder, and that exist: the editor
 * has what was chosen, or saves it with the entry. A picture that the entry named before may be
 * gone by now.
 */
function picturesOf(
  { path, data, mediaFiles = [] }: SavedEntry,
  formerText: string,
): readonly string[] {
  const folder = path.slice(0, path.lastIndexOf('/', path.lastIndexOf('/') - 1));
  const chosen = pictureNames({ ...data, body: '' }).filter((name) => !formerText.includes(name));
  const existing = mediaFiles.map((file) => file.path);
  return [...existing, ...chosen.map((name) => `${folder}/${name.slice('../'.length)}`)];
}

function pictureNames(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.startsWith('../') ? [value] : [];
  return Object.values(Object(value)).flatMap(pictureNames);
}

/** A finding as a marketer reads it: the field or the place in the text, the problem, the remedy. */
function sentenceOf(
  { file, field, line, problem, fix }: Finding,
  written: readonly ContentFile[],
  { language, labelOf }: CheckSettings,
): string {
  const text = written.find(({ path }) => path === file)?.text;
  const quoted = text?.split('\n')[(line ?? 0) - 1]?.trim().slice(0, MAX_QUOTED);
  const inText = quoted ? `“${quoted}”` : '';
  const isOther = text === undefined || (written.length > 1 && file !== written[0]?.path);
  const within = field ? labelOf(field) : line ? inText : '';
  const place = [isOther && file, within].filter(Boolean).join(', ');
  const said = `${translated(problem, language)} ${translated(fix, language)}`;
  return place ? `${place}: ${said}` : said;
}

/** A line of a text is quoted up to this length, in UTF-16 units. */
const MAX_QUOTED = 60;

/** A sentence of the check with places for names, and what the editor says instead. */
interface Phrase {
  readonly pattern: RegExp;
  readonly names: readonly string[];
  readonly said: string;
}

const phrasesOf = byLanguage((language) =>
  Object.entries(contentCheckWords[language]).map(([sentence, said]): Phrase => {
    const escaped = sentence.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
    return {
      pattern: new RegExp(`^${escaped.replace(/\{\w+\}/g, '([^]+?)')}$`),
      names: [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
      said,
    };
  }),
);

/** A sentence of the check in the editor's language, or as it is where the table lacks it. */
export function translated(sentence: string, language: Language): string {
  for (const { pattern, names, said } of phrasesOf[language]) {
    const values = pattern.exec(sentence);
    if (!values) continue;
    const words = names.map((name, at) => [name, translated(values[at + 1] ?? '', language)]);
    return fill(said, Object.fromEntries(words));
  }
  return sentence;
}

/** The language of the editor's own words: a page says it by `<html lang>`. */
export function editorLanguage(tag: string): Language {
  const [language] = tag.split('-');
  return isLanguage(language) ? language : defaultLanguage;
}
