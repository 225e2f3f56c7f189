import {
  type CustomAtRules,
  type Selector,
  transform,
  type Variable,
  type Visitor,
} from 'lightningcss';

/** The style sheets that a page links, and the names in them. */
interface Sheet {
  readonly css: string;
  readonly classes: readonly string[];
  /** The sheet without the rules of some classes, by these classes. */
  readonly shortened: Map<string, string>;
}

const sheets = new Map<string, Sheet>();

interface Built {
  /** The text of a built style sheet, by its address. */
  readonly sheetAt: (address: string) => string;
  /** The source expression of the policy for a text. */
  readonly hashOf: (text: string) => string;
}

/**
 * Puts the styles of a page in the place of the links to them, so that it shows after one way to the
 * server, and allows them in its policy. Rules go whose classes no element of the page has and no
 * script may give; so do the animations and the custom properties that no other rule reads then.
 * A page without such links stays as it is: the editor's, and any in development.
 * @param words the words in the texts of the page's scripts, which may be classes of any element
 * @throws {SyntaxError} when a sheet is not valid CSS
 * Source: "Unused symbols" in Lightning CSS's guide to minification.
 */
export function withStyles(
  html: string,
  words: ReadonlySet<string>,
  { sheetAt, hashOf }: Built,
): string {
  const [links] = stylesheets.exec(html) ?? [];
  if (links === undefined) return html;
  const sheet = cached(sheets, links, () =>
    sheetOf([...links.matchAll(addresses)].map(([, address = '']) => sheetAt(address)).join('')),
  );
  const used = classesOf(html);
  const unused = sheet.classes.filter((name) => !used.has(name) && !words.has(name));
  const styles = cached(sheet.shortened, unused.join(' '), () =>
    withoutUnread(without(sheet.css, unused), words),
  );
  return html
    .replace(links, () => `<style>${styles}</style>`)
    .replace(ownStyles, (source) => `${source} '${hashOf(styles)}'`);
}

const stylesheets = /(?:<link rel="stylesheet" href="[^"]+">\s*)+/;
const addresses = /href="([^"]+)"/g;
const ownStyles = "style-src 'self'";

/** How many values a cache has at most: pages of a kind share their sheets, scripts and hashes. */
const maxCached = 200;

/** Makes the value of a key once. A full cache takes no more: then each call makes the value. */
export function cached<Value>(cache: Map<string, Value>, key: string, make: () => Value): Value {
  const found = cache.get(key);
  if (found !== undefined) return found;
  const made = make();
  if (cache.size < maxCached) cache.set(key, made);
  return made;
}

function classesOf(html: string): ReadonlySet<string> {
  const attributes = new Set(html.match(/ class="[^"]*/g));
  return new Set([...attributes].flatMap((text) => text.slice(' class="'.length).split(/\s+/)));
}

/** HTML writes these characters of a class in another way, so a page may have it all the same. */
const writtenOtherwise = /[&<>"']/;

function sheetOf(css: string): Sheet {
  const classes = new Set<string>();
  const addClasses = (selector: Selector) => {
    for (const part of selector) if (part.type === 'class') classes.add(part.name);
  };
  visit(css, { Selector: addClasses });
  const names = [...classes].filter((name) => !writtenOtherwise.test(name));
  return { css, classes: names, shortened: new Map() };
}

/** Removes the animations and the custom properties that no rule reads and no script names. */
function withoutUnread(css: string, words: ReadonlySet<string>): string {
  const set = new Set<string>();
  const read = new Set<string>(words);
  const addRead = ({ name }: Variable) => void read.add(name.ident);
  visit(css, {
    Rule: {
      keyframes: ({ value: { name } }) => void set.add(name.value),
      property: ({ value: { name } }) => void set.add(name),
    },
    Declaration: {
      custom: ({ name }) => void (name.startsWith('--') && set.add(name)),
      animation: ({ value }) => {
        for (const { name } of Array.isArray(value) ? value : []) {
          if (name.type !== 'none') read.add(name.value);
        }
      },
    },
    // Animations whose declaration has a variable are not parsed.
    Token: { ident: ({ value }) => void read.add(value) },
    Variable: addRead,
  });
  return without(
    css,
    [...set].filter((name) => !read.has(name)),
  );
}

const filename = 'page.css';

function without(css: string, unusedSymbols: string[]): string {
  const { code } = transform({ filename, code: Buffer.from(css), minify: true, unusedSymbols });
  return Buffer.from(code).toString();
}

function visit(css: string, visitor: Visitor<CustomAtRules>): void {
  transform({ filename, code: Buffer.from(css), visitor });
}
