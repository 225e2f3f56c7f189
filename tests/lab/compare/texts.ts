import { createHash } from 'node:crypto';
import ts from 'typescript';
import type { BuiltSite } from '../../support/site-copy.ts';
import type { Answer } from './answers.ts';

/** The files and answers of one product. */
export interface Side {
  readonly files: BuiltSite;
  readonly answers: readonly Answer[];
  /** When the first call was made. */
  readonly askedAtMs: number;
}

/** The compared texts, by names that both sides share. */
export type Texts = ReadonlyMap<string, string>;

type Labels = ReadonlyMap<string, string>;

/**
 * A file name of a bundler: a name, a hash of the content and, for a picture, one of the
 * conversion.
 */
const hashedName = /([\w.@-]+)\.[\w-]{8}(?:_\w+)?\.(js|css|wasm|woff2|png|jpg|svg|webp|avif)\b/g;

const isCode = (path: string) => /\.(?:js|css)$/.test(path);
const isText = (path: string) => /\.(?:html|xml|json|txt|svg)$/.test(path);
const digestOf = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const nameOf = (path: string) => path.replace(/^.*\//, '');
const plainNameOf = (path: string) => nameOf(path).replace(hashedName, '$1');

/** The compared texts of both sides: files, answers, and the words in changed scripts. */
export function textsOf(before: Side, after: Side): readonly [Texts, Texts] {
  const labels = scriptLabels(before.files, after.files);
  const of = (side: Side, other: Side): Texts => {
    const changed = changedCode(side.files, other.files);
    const words: [string, string] = ['site/words of the scripts', wordsOf(changed)];
    return new Map([...siteTexts(side.files, labels), words, ...answerTexts(side, labels)]);
  };
  return [of(before, after), of(after, before)];
}

/** The files of each side: the scripts and styles, those of that side alone, and the statuses. */
export function figuresOf(before: Side, after: Side): readonly string[] {
  const line = (own: Side, other: Side) => {
    const code = codeOf(own.files);
    const bytes = code.reduce((sum, { path }) => sum + (own.files.get(path)?.length ?? 0), 0);
    const changed = changedCode(own.files, other.files).map(({ path }) => nameOf(path));
    const firstLines = own.answers.map(({ text }) => text.split('\n', 1)[0] ?? '');
    const statuses = Map.groupBy(firstLines.toSorted(), (status) => status);
    return [
      `${code.length} scripts and styles of ${bytes.toLocaleString('en')} bytes`,
      ...(changed.length > 0 ? [`${changed.length} of them only here: ${changed.join(', ')}`] : []),
      `answers ${[...statuses].map(([status, { length }]) => `${length} × ${status}`).join(', ')}`,
    ].join('\n        ');
  };
  return [`before: ${line(before, after)}`, `after:  ${line(after, before)}`];
}

/** A script or style, without the names of the scripts that it loads. */
interface Code {
  readonly path: string;
  readonly text: string;
  readonly digest: string;
}

function codeOf(files: BuiltSite): readonly Code[] {
  return [...files]
    .filter(([path]) => isCode(path))
    .map(([path, content]) => {
      const text = withoutHashes(content.toString(), new Map());
      return { path, text, digest: digestOf(text) };
    });
}

/** The scripts and styles whose content the other site has under no name. */
function changedCode(own: BuiltSite, other: BuiltSite): readonly Code[] {
  const digests = new Set(codeOf(other).map(({ digest }) => digest));
  return codeOf(own).filter(({ digest }) => !digests.has(digest));
}

/**
 * The placeholder for each script in a page. It is the digest of the content where both sites have
 * that, else the name where both have it, else `#`. A bundler names scripts after modules.
 */
function scriptLabels(before: BuiltSite, after: BuiltSite): Labels {
  const labels = new Map<string, string>();
  for (const [own, other] of [[before, after] as const, [after, before] as const]) {
    const names = new Set([...other.keys()].map(plainNameOf));
    for (const { path, digest } of codeOf(own)) labels.set(nameOf(path), digest.slice(0, 12));
    for (const { path } of changedCode(own, other)) {
      labels.set(nameOf(path), names.has(plainNameOf(path)) ? plainNameOf(path) : '#');
    }
  }
  return labels;
}

function siteTexts(files: BuiltSite, labels: Labels): Texts {
  const texts = new Map<string, string>();
  for (const [path, content] of files) {
    if (isCode(path)) continue;
    const name = `site${withoutHashes(path, labels)}`;
    const digest = `${content.length} bytes, sha256 ${digestOf(content)}`;
    const text = isText(path) ? withoutHashes(content.toString(), labels) : digest;
    // The sizes of a picture differ only by the hashes in their names.
    const known = texts.get(name)?.split('\n') ?? [];
    texts.set(name, known.length === 0 ? text : [...known, text].toSorted().join('\n'));
  }
  return texts;
}

function answerTexts({ answers, askedAtMs }: Side, labels: Labels): Texts {
  const named = answers.map(({ line, text }, index): [string, string] => {
    const call = line.split(' | =>', 1)[0]?.replaceAll('/', '∕').replaceAll('"', '').slice(0, 100);
    return [
      `answers/${String(index + 1).padStart(3, '0')} ${call}`,
      answerText(withoutHashes(text, labels), askedAtMs),
    ];
  });
  return new Map(named);
}

/** A page, or the name of a file, without hashes and generated names. */
function withoutHashes(text: string, labels: Labels): string {
  const ids = new Map<string, string>();
  return (
    text
      .replace(hashedName, (all, name, type) => {
        return type === 'js' ? `${labels.get(all) ?? '#'}.js` : `${name}.#.${type}`;
      })
      .replace(/'sha256-[\w+/=]+'/g, "'sha256-#'")
      // Astro hashes the script's address and numbers islands in the order of their rendering.
      .replace(/(?<=<astro-island uid=")\w+/g, '#')
      .replace(/(?<=prefix="|"_)r\d+(?="|R)/g, (id) => numbered(ids, id, 'r'))
      .replace(/(?<=opts="\{&quot;name&quot;:&quot;)\w+/g, '#')
      // The search index lies in a folder that is named by its content.
      .replace(/(?<=search\/\w+\/|"version":")[\da-f]{12}/g, '#')
  );
}

/** The values that differ in every answer, and their placeholders. */
const secrets: readonly (readonly [RegExp, string])[] = [
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, '‹jwt›'],
  [/\bmrk_[\w-]{43}/g, '‹service key›'],
  [/\bmrp_[\w-]{45}/g, '‹personal key›'],
  [/(?<="(?:ending|share|token)":")[\w-]+/g, '‹secret›'],
  [/(?<=\bsession=)[\w-]{20,}/g, '‹cookie›'],
  [/\b(cs_test|pi|re|dp|evt)_\w{16,}/g, '‹$1›'],
  // The mark at the end of a cursor of entries is a digest of the wallet's id.
  [/\b(\d+\.)[\w-]{22}(?![\w-])/g, '$1‹mark›'],
  [/(?<="(?:kid|x|y|n)":")[\w-]+/g, '‹key›'],
  [/\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/g, '‹date›'],
  [/(?<=^etag: ).+/gm, '‹etag›'],
  [/(?<=^retry-after: |;t=|Wait )\d+/gm, '‹seconds›'],
  // The names of scripts in a page, and a number of seconds, may be longer than before.
  [
    /(?<=^content-length: )\d+(?=\n(?:.+\n)*(?:content-type: text\/html|retry-after))/gm,
    '‹length›',
  ],
];

const timeForm = /\d{4}-\d\d-\d\d[T ](?!00:00)\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z| UTC)/g;

/**
 * An answer without its variable values. Ids are numbered in their order. Times become minutes
 * since the start, in steps of five. Times at midnight stay, and those in the description of the
 * API.
 */
export function answerText(text: string, startedAtMs: number): string {
  const ids = new Map<string, string>();
  const times = text.includes('{"openapi":') ? /(?!)/g : timeForm;
  const plain = secrets.reduce((rest, [pattern, mark]) => rest.replace(pattern, mark), text);
  return plain
    .replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, (id) => numbered(ids, id, 'id '))
    .replace(times, (time) => {
      // A written time has whole minutes, so it lies up to one minute before the real one.
      const minutes = (Date.parse(time) - startedAtMs) / 60_000 + 2;
      return `‹${Math.floor(minutes / 5) * 5} min›`;
    });
}

function numbered<Key>(known: Map<Key, string>, id: Key, prefix: string): string {
  const mark = known.get(id) ?? `${prefix}${known.size + 1}`;
  known.set(id, mark);
  return mark;
}

/** The texts of scripts that people may read, without single words in small letters. */
function wordsOf(scripts: readonly Code[]): string {
  const words = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)) words.add(node.text);
    ts.forEachChild(node, visit);
  };
  for (const { path, text } of scripts) {
    visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false, ts.ScriptKind.JS));
  }
  const isProse = (word: string) => /^\p{Lu}|\p{L}\s|\s\p{L}|[^\p{ASCII}]/u.test(word);
  return [...words].filter(isProse).toSorted().join('\n');
}

/** A text with one element, rule or field a line, so that a diff shows each one alone. */
export function linesOf(text: string): string {
  return `${text.replaceAll('\n', '↵\n').replace(/(?<=[>;{},])(?=\S)/g, '\n')}\n`;
}

/** A change, and the files that have it. */
export interface Change {
  readonly text: string;
  readonly files: string[];
}

/**
 * The changes in a diff of the folders `before` and `after`: those of many files first, then those
 * of the site.
 */
export function changesOf(diff: string): readonly Change[] {
  const changes = new Map<string, Change>();
  for (const part of diff
    .split(/^diff --git /m)
    .slice(1)
    .reverse()) {
    const [head = '', ...hunks] = part.split(/^@@.*@@.*\n/m);
    const file = /^(?:---|\+\+\+) [ab]\/(?:before|after)\/(.+?)\t?$/m.exec(head)?.[1] ?? head;
    for (const text of hunks) {
      const key = text.replace(/^ .*\n/gm, '');
      const known = changes.get(key) ?? { text: text.trimEnd(), files: [] };
      changes.set(key, known);
      if (!known.files.includes(file)) known.files.push(file);
    }
  }
  return [...changes.values()].toSorted((a, b) => b.files.length - a.files.length);
}
