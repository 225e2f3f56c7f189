import CMS, { type AppEventListener, type EntryCollection, marked } from '@sveltia/cms';
import { withMarks, withoutMarks } from '../../contract/cjk-markdown.ts';
import { defaultLanguage, type Language } from '../../contract/language.ts';
import { site } from '../../site.config.ts';
import type { ContentFile } from '../check/sources.ts';
import { fillSiteFacts } from '../facts.ts';
import {
  editorLanguage,
  filesOf,
  readText,
  type SavedEntry,
  translated,
  verdictOn,
  writeText,
} from './check-entry.ts';
import { editorCollections, namesFormat, textFormat } from './config.ts';
import { offerFormats } from './format-buttons.ts';
import { editorMarkdown, type Token } from './markdown-reader.ts';
import { previewWith } from './preview.ts';
import {
  type AskHost,
  accountKey,
  followPublication,
  readCommitReport,
  showPublication,
} from './publication.ts';

declare module '@sveltia/cms' {
  /** The Markdown parser of the editor, which `integration.ts` makes it export. Source: marked 18. */
  export const marked: {
    lexer(markdown: string, options: { readonly gfm: true }): Token[];
    use(settings: {
      readonly hooks: {
        preprocess(this: { options: { breaks: boolean } }, markdown: string): string;
        postprocess(html: string): string;
      };
    }): void;
  };
}

type Handler = AppEventListener['handler'];

const lex = (text: string) => marked.lexer(text, { gfm: true });
const markdown = editorMarkdown(lex);
const collections = editorCollections();

/** The content as far as the editor knows it: as last built, and what was saved since in this window. */
let known: readonly ContentFile[] = [];

/** The site's data that the editor reads at its start. */
export interface EditorData {
  /** The published content, and the names of all other files. */
  readonly content: readonly ContentFile[];
  /** The style sheets of the site. */
  readonly styles: string;
}

/**
 * Starts the editor, which checks what it saves, shows it as the site does, and says what became of
 * it.
 * @param drawn the sections of each language with places for their texts
 * @param data the site's data; without it the check doubts every name of another entry
 * @param readData reads it as it is online now; nothing without an answer
 */
export function startEditor(
  drawn: ReadonlyMap<Language, Document>,
  data: EditorData | undefined,
  readData: () => Promise<EditorData | undefined>,
  askHost: AskHost,
): void {
  const { content, styles } = data ?? { content: [], styles: '' };
  known = content;
  const preview = previewWith({ styles, lex, drawn });
  for (const { name, fields } of collections) {
    const hasText = fields.some((field) => field.name === 'body');
    if (hasText) CMS.registerPreviewTemplate(name, preview);
  }
  CMS.registerCustomFormat(textFormat, 'md', { fromFile: readText, toFile: writeText });
  CMS.registerCustomFormat(namesFormat, 'json', { fromFile: readNames, toFile: writeNames });
  marked.use({ hooks: asTheBuild });
  CMS.registerEventListener({ name: 'preSave', handler: refuseMistakes });
  CMS.registerEventListener({ name: 'postSave', handler: remember });
  const readPublished = async () => {
    const online = await readData();
    return online && new Map(online.content.map(({ path, text = '' }) => [path, text]));
  };
  const readReport = () =>
    readCommitReport(site.repository, localStorage.getItem(accountKey), askHost);
  const follow = followPublication(readPublished, readReport, languageNow, showPublication);
  const handler: Handler = ({ entry }) => follow(Object(entry.toJS()));
  CMS.registerEventListener({ name: 'postSave', handler });
  offerFormats(languageNow);
  CMS.init();
}

/** How the preview reads a text: as the build does, where a line's end is a space. */
const asTheBuild = {
  preprocess(this: { options: { breaks: boolean } }, text: string): string {
    this.options.breaks = false;
    return withMarks(text);
  },
  postprocess: withoutMarks,
};

const languageNow = () => editorLanguage(document.documentElement.lang);

/**
 * @throws {Error} in the form that the editor shows to the marketer, and then saves nothing. Source:
 * Sveltia CMS 0.221, `components/contents/details/toolbar.svelte` (`saving_failed`).
 */
const refuseMistakes: Handler = ({ entry }) => {
  const saved: SavedEntry & { readonly collection: string } = Object(entry.toJS());
  const language = languageNow();
  const collection = collections.find(({ name }) => name === saved.collection);
  const { refused, doubted } = verdictOn(saved, {
    known,
    former: collection && formerFile(collection),
    context: { nowMs: Date.now(), origins: [location.origin, new URL(site.url).origin], markdown },
    language,
    labelOf: (field) => labelIn(collection?.fields ?? [], field),
  });
  const say = (sentence: string, list: readonly string[]) =>
    [translated(sentence, language), ...list].join('\n');
  if (refused.length > 0) {
    const all = [...refused, ...doubted];
    throw notSaved(say('The site would refuse this. Mend it, then save again:', all));
  }
  if (doubted.length === 0) return;
  const text = say('The site does not have what this names, as far as it was built:', doubted);
  const question = 'Save it anyway? Do so only if it was written since.';
  if (!confirm(`${text}\n\n${translated(question, language)}`)) throw notSaved(text);
};

function notSaved(text: string): Error {
  return new Error('saving_failed', { cause: new Error(text) });
}

const remember: Handler = ({ entry }) => {
  const written = filesOf(Object(entry.toJS()));
  const paths = new Set(written.map(({ path }) => path));
  known = [...known.filter(({ path }) => !paths.has(path)), ...written];
};

/** The file of the entry on the screen, before its slug was changed; the address names it. */
function formerFile({ folder, extension }: EntryCollection): string | undefined {
  const [, entry] = /\/entries\/([^?]+)/.exec(decodeURIComponent(location.hash)) ?? [];
  return entry && `${folder.replace('{{locale}}', defaultLanguage)}/${entry}.${extension}`;
}

/** The form's label of a field, such as `bio.en`. */
function labelIn(fields: EntryCollection['fields'], path: string): string {
  const [name = '', ...rest] = path.split('.');
  const field = fields.find((one) => one.name === name);
  const label = field?.label ?? name;
  const inner = field && 'fields' in field ? field.fields : undefined;
  return inner && rest.length > 0 ? `${label}, ${labelIn(inner, rest.join('.'))}` : label;
}

/** Texts as the form shows them, with what their files have instead. */
const placeholders = new Map<string, string>();

/** Reads a file whose texts name the product: the form shows its name, where the file has `{{name}}`. */
function readNames(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown) => {
    if (typeof value !== 'string' || !value.includes('{{')) return value;
    const shown = fillSiteFacts(value);
    placeholders.set(shown, value);
    return shown;
  });
}

function writeNames(content: unknown): string {
  const inFile = (_key: string, value: unknown) =>
    typeof value === 'string' ? (placeholders.get(value) ?? value) : value;
  return `${JSON.stringify(content, inFile, 2)}\n`;
}
