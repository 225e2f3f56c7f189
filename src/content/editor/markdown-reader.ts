import { shownSigns, withMarks, withoutMarks } from '../../contract/cjk-markdown.ts';
import type { Image, Link, MarkdownReader, Outline } from '../check/sources.ts';
import { factsIn, fillKnownFacts } from '../facts.ts';
import { isFigureKind } from '../figures.ts';
import { headingIds } from '../heading-ids.ts';

/** A part of a text as the editor's parser gives it. Source: marked 18, `Tokens.ts`. */
export interface Token {
  readonly type: string;
  /** The token as the writer typed it. */
  readonly raw: string;
  readonly text?: string;
  readonly href?: string;
  readonly tag?: string;
  /** The words behind the fence of code: a language, and perhaps more. */
  readonly lang?: string | undefined;
  readonly depth?: number;
  readonly tokens?: readonly Token[];
  readonly items?: readonly Token[];
  readonly header?: readonly Token[];
  readonly rows?: readonly (readonly Token[])[];
}

/** A token, and the line on which it begins, from 1. */
interface Placed {
  readonly token: Token;
  readonly line: number;
}

/**
 * Reads Markdown with the editor's own parser. The parser of the build is a native module, which no
 * browser runs. `tests/e2e/edit-content.spec.ts` holds that both find the same in the same texts.
 * @param lex gives the blocks of a text, which join to the whole text
 */
export function editorMarkdown(lex: (markdown: string) => readonly Token[]): MarkdownReader {
  return (source) => {
    const markdown = withMarks(source);
    return outlineOf(placed(lex(markdown), markdown, 1));
  };
}

/** Tokens with all that is in them, in the order of the text. */
function placed(tokens: readonly Token[], within: string, firstLine: number): readonly Placed[] {
  let from = 0;
  return tokens.flatMap((token) => {
    const found = within.indexOf(token.raw.trim(), from);
    const line = firstLine + linesBefore(within, found < 0 ? from : found);
    if (found >= 0) from = found;
    const inner = [token.tokens, token.items, token.header, token.rows?.flat()].flatMap(
      (some) => some ?? [],
    );
    return [{ token, line }, ...placed(inner.map(withRaw), token.raw, line)];
  });
}

/** A cell of a table has its text alone. */
function withRaw(token: Token): Token {
  return typeof token.raw === 'string' ? token : { ...token, raw: token.text ?? '' };
}

function linesBefore(text: string, index: number): number {
  return text.slice(0, index).split('\n').length - 1;
}

function outlineOf(all: readonly Placed[]): Outline {
  const of = (type: string) => all.filter(({ token }) => token.type === type);
  const texts = of('text').filter(({ token }) => !token.tokens);
  const images = of('image').map(
    ({ token, line }): Image => ({ url: token.href ?? '', alt: token.text ?? '', line }),
  );
  const pictured = new Set(images.map(({ url }) => url));
  const defined = of('def').filter(
    ({ token }) => !token.tag?.startsWith('^') && !pictured.has(token.href ?? ''),
  );
  const links = [...of('link'), ...defined].map(
    ({ token, line }): Link => ({ url: token.href ?? '', line }),
  );
  return {
    headings: of('heading').map(({ token, line }) => ({ depth: token.depth ?? 1, line })),
    links,
    images,
    figures: of('code').flatMap(({ token: { lang, text = '' }, line }) => {
      const [kind] = lang?.split(/\s/, 1) ?? [];
      return isFigureKind(kind) ? { kind, source: text, line } : [];
    }),
    html: of('html').map(({ token, line }) => ({ value: token.raw, line })),
    facts: [...texts, ...of('link')].flatMap(factsOf),
    shownSigns: texts.flatMap(({ token, line }) => shownSigns(token.raw, line)),
    anchors: () => anchorsIn(all),
  };
}

function factsOf({ token, line }: Placed): Outline['facts'] {
  const text = token.type === 'link' ? token.href : token.text;
  return factsIn(text ?? '').map((name) => ({ name, line }));
}

/** The anchors of the headings, whose dashes the build sets as print does. */
function anchorsIn(all: readonly Placed[]): ReadonlySet<string> {
  const idOf = headingIds();
  const headings = all.filter(({ token }) => token.type === 'heading');
  const words = headings.map(({ token }) => fillKnownFacts(withoutMarks(wordsOf(token))));
  return new Set(words.map((text) => idOf(text.replaceAll('---', '—').replaceAll('--', '–'))));
}

function wordsOf({ tokens, type, text = '' }: Token): string {
  if (type === 'image' || type === 'html') return '';
  return tokens ? tokens.map(wordsOf).join('') : text;
}
