import { parseArgs } from 'node:util';
import ts from 'typescript';
import { type SourceFile, sourceFiles } from '../../tidy/source-files.ts';

const HELP = `npm run riddles -- [folder …]     default: src functions infra tests
Prints the riddles among comments: sentences that begin without a noun.
`;
const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });
const wordsOf = (list: string) => new Set(list.split(/\s+/));

/**
 * The rule. `always` lists pronouns and prepositions that make any sentence a riddle. A word of
 * `bare` needs a noun behind it, as in "These runs". A word of `atStart` makes a riddle of a
 * comment's first sentence, which has nothing to refer to. A word of `lead` may stand before the
 * others: "Not what", "The same".
 */
const always = wordsOf('what who whom whose which whoever whatever of');
const bare = wordsOf(`that this those these such both none neither either each all one some others
  another same as everything nothing something anything`);
const atStart = wordsOf('it its they their them');
const lead = wordsOf('the not only also and but or even');
const notNouns = wordsOf(`is are was were be has have had does do did can could will would may might
  must should that which who whom whose what of in on at for from to with without by as below above
  before after since and but or also only not it they we you means makes takes keeps gives needs`);

function isRiddle(sentence: string, isFirst: boolean): boolean {
  const [one = '', ...more] = sentence.toLowerCase().split(/\s+/);
  const [word = '', next = ''] = lead.has(one) ? more : [one, ...more];
  if (always.has(word)) return true;
  if (bare.has(word)) return notNouns.has(next.replace(/\W+$/, ''));
  return isFirst && atStart.has(word);
}

/** The comments of a file. In CSS and in the template of Astro, only blocks are comments. */
function commentsOf({ path, text }: SourceFile): ts.TextRange[] {
  if (path.endsWith('.css')) return blocksOf(text, 0);
  const template = path.endsWith('.astro') ? text.indexOf('\n---', 3) + 1 : text.length;
  const code = path.endsWith('.astro') ? text.slice(0, template).replace('---', '   ') : text;
  const kind = path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true, kind);
  return [...tokensOf(source).flatMap(commentsBefore), ...blocksOf(text, template)];
}

function blocksOf(text: string, from: number): ts.TextRange[] {
  const pos = text.indexOf('/*', from);
  const end = text.indexOf('*/', pos + 2) + 2;
  return pos < 0 || end < 2 ? [] : [{ pos, end }, ...blocksOf(text, end)];
}

function tokensOf(node: ts.Node): ts.Node[] {
  const children = node.getChildren().filter((child) => !ts.isJSDoc(child));
  return children.length > 0 ? children.flatMap(tokensOf) : [node];
}

/** Each block is a comment, and all lines with `//` before a token are one. */
function commentsBefore(token: ts.Node): ts.TextRange[] {
  const { text } = token.getSourceFile();
  const before = token.getFullStart();
  const ranges = [
    ...(before > 0 ? (ts.getTrailingCommentRanges(text, before) ?? []) : []),
    ...(ts.getLeadingCommentRanges(text, before) ?? []),
  ];
  const lines = ranges.filter(({ kind }) => kind === ts.SyntaxKind.SingleLineCommentTrivia);
  const [first, last] = [lines[0], lines.at(-1)];
  const blocks = ranges.filter((range) => !lines.includes(range));
  return first && last ? [...blocks, { pos: first.pos, end: last.end }] : blocks;
}

/** The riddles of a comment, each with its line in the file. */
function riddlesOf(text: string, { pos, end }: ts.TextRange): string[] {
  const blank = (part: string) => ' '.repeat(part.length);
  const plain = text
    .slice(pos, end)
    .replace(/^[ \t]*(?:\/\*\*?|\*\/?|\/\/)|\*\/$/gm, blank)
    .replace(/\n(?=\s*[^\s@-])/g, ' ')
    .replace(/@(?:param \S+|throws \{[^}]*\}|\w+)/g, blank);
  return [...sentences.segment(plain)]
    .filter(({ segment }, order) => isRiddle(segment.trim(), order === 0))
    .map(({ segment, index }) => {
      const line = text.slice(0, pos + index + segment.search(/\S/)).split('\n').length;
      return `${line} ${segment.trim().replace(/\s+/g, ' ')}`;
    });
}

function report(folders: readonly string[]): string {
  const riddles = folders
    .flatMap((folder) => sourceFiles(folder, ['.ts', '.tsx', '.mjs', '.astro', '.css']))
    .filter(({ path }) => !path.includes('/node_modules/'))
    .flatMap((file) => {
      const found = commentsOf(file).flatMap((comment) => riddlesOf(file.text, comment));
      return found.map((riddle) => `${file.path}:${riddle}\n`);
    });
  return `${riddles.join('')}${riddles.length} riddles\n`;
}

const options = { help: { type: 'boolean' } } as const;
const { values, positionals } = parseArgs({ allowPositionals: true, options });
const folders = positionals.length > 0 ? positionals : ['src', 'functions', 'infra', 'tests'];
process.stdout.write(values.help ? HELP : report(folders));
