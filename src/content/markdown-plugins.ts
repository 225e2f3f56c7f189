import {
  defineHastPlugin,
  defineMdastPlugin,
  type HastPluginEntry,
  type MdastPluginEntry,
} from 'satteri';
import { withMarks, withoutMarks } from '../contract/cjk-markdown.ts';
import { type ByLanguage, defaultLanguage, languages } from '../contract/language.ts';
import { fill } from '../i18n/fill.ts';
import { footnoteWords, scrollBoxWords } from '../i18n/words.ts';
import { fillSiteFacts, operatorNoteMark } from './facts.ts';
import { drawFigure, isFigureKind } from './figures.ts';
import { headingIds } from './heading-ids.ts';

/** Reads emphasis and bare addresses beside Chinese, Japanese and Korean as they are meant. */
export const wideText = (({ source }) => {
  const marked = withMarks(source);
  return (
    marked !== source &&
    defineMdastPlugin({
      name: 'wide-text',
      before: (root, context) => context.replaceNode(root, { raw: marked, mdxExpressions: false }),
      text: (node, context) => context.setProperty(node, 'value', withoutMarks(node.value)),
      inlineCode: (node, context) => context.setProperty(node, 'value', withoutMarks(node.value)),
      code: (node, context) => context.setProperty(node, 'value', withoutMarks(node.value)),
      image: (node, context) => context.setProperty(node, 'alt', withoutMarks(node.alt ?? '')),
    })
  );
}) satisfies MdastPluginEntry;

/** Fills facts into the text and the links of Markdown, but not into code. */
export const siteFacts = filledWith({});

/** Fills a text with the site's facts and with further facts that only this text can name. */
export function filledWith(more: Readonly<Record<string, string>>) {
  const filled = defineMdastPlugin({
    name: 'site-facts',
    text(node, context) {
      const value = fillSiteFacts(node.value, more);
      if (value !== node.value) context.setProperty(node, 'value', value);
    },
    link(node, context) {
      const url = fillSiteFacts(node.url, more);
      if (url !== node.url) context.setProperty(node, 'url', url);
    },
  });
  return (({ source }) => source.includes('{{') && filled) satisfies MdastPluginEntry;
}

const NO_BREAK_SPACE = '\u00A0';

/**
 * A space beside a multiplication sign, before a unit that means nothing without its number, or
 * within a Chinese date.
 */
const spaces =
  /(?<=\d) (?=[×年月日]|(?:kB|MB|GB|ms|s|px|%)(?![\p{L}\d]))|(?<=×|\d [年月]) (?=\d)/gu;

/** Prevents breaks between number and unit, in sizes (`1200 × 630`) and dates (`3 月 20 日`). */
export function joinNumbers(text: string): string {
  return text.replace(spaces, NO_BREAK_SPACE);
}

/** Joins numbers in Markdown, but not in code, nor in headings, whose text makes the anchors. */
export const joinedNumbers = (({ source }) =>
  source.search(spaces) >= 0 && joined) satisfies MdastPluginEntry;

const joined = defineMdastPlugin({
  name: 'joined-numbers',
  text(node, context) {
    if (context.parent(node).type === 'heading') return;
    const value = joinNumbers(node.value);
    if (value !== node.value) context.setProperty(node, 'value', value);
  },
});

/** Leaves out quotes that are notes for whoever runs the site. */
const operatorNotes = (({ source }) =>
  source.includes(operatorNoteMark) && left) satisfies MdastPluginEntry;

const left = defineMdastPlugin({
  name: 'operator-notes',
  blockquote(node, context) {
    if (context.textContent(node).startsWith(operatorNoteMark)) context.removeNode(node);
  },
});

/** Draws the fenced blocks that are figures, in lists and quotes too. */
const figures = (({ source }) =>
  /(?:`{3}|~{3})\s*(?:bars|sequence)\b/.test(source) && drawn) satisfies MdastPluginEntry;

const drawn = defineMdastPlugin({
  name: 'figures',
  code(node, context) {
    const { lang, value } = node;
    if (!isFigureKind(lang)) return;
    context.replaceNode(node, { type: 'html', value: drawFigure(lang, value) });
  },
});

/** The plugins that change the text of Markdown. */
export const textPlugins = [wideText, operatorNotes, siteFacts, joinedNumbers, figures];

/** Astro's defaults for Markdown. */
export const astroFeatures = { gfm: true, smartPunctuation: true, frontmatter: false } as const;

/**
 * Adapts tables to phones and to the content security policy. A box around each table scrolls, and can
 * be focused by its name to scroll by keyboard (WCAG 2.2, 2.1.1 and 4.1.2). The alignment of columns
 * becomes a class, because the policy refuses style attributes. `src/styles/prose.css` has the styles
 * of both. Only a text with a vertical bar can have a table.
 */
export const tables = (({ source, fileURL }) =>
  source.includes('|') &&
  boxed(textWords(scrollBoxWords, fileURL).table)) satisfies HastPluginEntry;

const boxed = (ariaLabel: string) =>
  defineHastPlugin({
    name: 'tables',
    element: [
      {
        filter: ['table'],
        visit(table, context) {
          context.wrapNode(table, {
            type: 'element',
            tagName: 'div',
            properties: { className: ['table-box'], tabIndex: 0, role: 'group', ariaLabel },
            children: [],
          });
        },
      },
      {
        filter: ['th', 'td'],
        visit(cell, context) {
          const style = String(cell.properties?.style);
          const [, side] = /text-align:\s*(left|center|right)/.exec(style) ?? [];
          if (!side) return;
          context.setProperty(cell, 'style', null);
          context.setProperty(cell, 'className', [`align-${side}`]);
        },
      },
    ],
  });

/** Gives every heading an id of its own, before Astro would. */
export const headingAnchors = (({ source }) =>
  /#|^(?:=+|-+)\s*$/m.test(source) && anchored()) satisfies HastPluginEntry;

function anchored() {
  const idOf = headingIds();
  return defineHastPlugin({
    name: 'heading-anchors',
    element: [
      {
        filter: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
        visit(heading, context) {
          if (heading.properties?.id) return;
          context.setProperty(heading, 'id', idOf(context.textContent(heading)));
        },
      },
    ],
  });
}

/** The words in the language of a text, which its folder says. */
function textWords<Words>(words: ByLanguage<Words>, fileURL: URL | undefined): Words {
  const folder = fileURL?.pathname.split('/').at(-2);
  return words[languages.find((one) => one === folder) ?? defaultLanguage];
}

/** Names footnotes in the language of a text. */
export const footnoteLabels = (({ source, fileURL }) =>
  source.includes('[^') && labelled(textWords(footnoteWords, fileURL))) satisfies HastPluginEntry;

const labelled = ({ heading, back }: (typeof footnoteWords)[typeof defaultLanguage]) =>
  defineHastPlugin({
    name: 'footnote-labels',
    element: [
      {
        filter: ['h2'],
        visit(node, context) {
          if (node.properties?.id !== 'footnote-label') return;
          context.setProperty(node, 'children', [{ type: 'text', value: heading }]);
        },
      },
      {
        filter: ['a'],
        visit(node, context) {
          const [, number] =
            /^Back to reference (.+)$/.exec(String(node.properties?.ariaLabel)) ?? [];
          if (number) context.setProperty(node, 'ariaLabel', fill(back, { number }));
        },
      },
    ],
  });

/** The start of code: a fence, or an indent of four spaces or a tab. */
const fenceOrIndent = /```|~~~| {4}|\t/;

/** Wide code scrolls, so it must be focusable to scroll by keyboard (WCAG 2.2, 2.1.1 and 4.1.2). */
export const codeBoxes = (({ source, fileURL }) =>
  fenceOrIndent.test(source) &&
  focusable(textWords(scrollBoxWords, fileURL).code)) satisfies HastPluginEntry;

const focusable = (ariaLabel: string) =>
  defineHastPlugin({
    name: 'code-boxes',
    element: [
      {
        filter: ['pre'],
        visit(pre, context) {
          context.setProperty(pre, 'tabIndex', 0);
          context.setProperty(pre, 'role', 'group');
          context.setProperty(pre, 'ariaLabel', ariaLabel);
        },
      },
    ],
  });

/** The plugins that change the elements of Markdown. */
export const elementPlugins = [tables, codeBoxes, footnoteLabels, headingAnchors];
