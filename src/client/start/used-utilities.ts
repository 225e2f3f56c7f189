import { inlineConstants } from './constant-properties.ts';

/**
 * A rule, or an at-rule with the rules inside it. A rule is for several selectors; each one needs all of
 * its names. A rule without any is for every page.
 */
type Rule =
  | { readonly text: string; readonly selectors: readonly (readonly string[])[] }
  | { readonly prelude: string; readonly rules: readonly Rule[] };

interface Sheet {
  readonly rules: readonly Rule[];
  /** The names that only an element of the page may need. */
  readonly names: readonly string[];
  /** Its shorter forms, by the names that they lack. */
  readonly shortened: Map<string, string>;
}

/** How many values a cache has at most: pages of a kind share their sheets, scripts and hashes. */
const maxCached = 200;
const sheets = new Map<string, Sheet>();

interface Built {
  /** The text of a built style sheet, by its address. */
  readonly sheetAt: (address: string) => string;
  /** The source expression of the policy for a text. */
  readonly hashOf: (text: string) => string;
}

/**
 * Puts the styles of a page in the place of the links to them, so that it shows after one way to the
 * server, and allows them in its policy. It leaves out the rules that none of its elements can match:
 * utilities of Tailwind and rules of the layers `components` and `print` by their classes, unless a
 * script of ours may give them to an element, and the styles of components that the page does not show.
 * The rules that stay keep their order, which counts. Components get short names: Astro's are hashes,
 * which don't compress. A page without such links stays as it is: the editor's, and any in development.
 * @param words the words in the texts of the page's scripts, which may be classes of any element
 * @throws {Error} when a sheet has a block without an end
 */
export function withStyles(
  html: string,
  words: ReadonlySet<string>,
  { sheetAt, hashOf }: Built,
): string {
  const [links] = stylesheets.exec(html) ?? [];
  if (links === undefined) return html;
  const sheet = cached(sheets, links, () =>
    sheetOf([...links.matchAll(addresses)].map(([, address = '']) => sheetAt(address))),
  );
  const used = namesOf(html);
  const css = shorten(sheet, (name) => used.has(name) || words.has(name));
  // Most posts have no names of components, and looking for each takes a while.
  const marked = html.includes('data-astro-cid-') ? [css, html] : [];
  const names = [...new Set(marked.flatMap((text) => text.match(componentName) ?? []))];
  const short = (text: string) =>
    text.replace(componentName, (name) => `data-${names.indexOf(name)}`);
  const styles = short(css);
  return (names.length > 0 ? short(withoutIdleMarks(html, css, words)) : html)
    .replace(links, () => `<style>${styles}</style>`)
    .replace(ownStyles, (source) => `${source} '${hashOf(styles)}'`);
}

const stylesheets = /(?:<link rel="stylesheet" href="[^"]+">\s*)+/;
const addresses = /href="([^"]+)"/g;
const ownStyles = "style-src 'self'";

/** Removes the names of components from elements that no rule with that name can match. */
function withoutIdleMarks(html: string, css: string, words: ReadonlySet<string>): string {
  const wanted = cached(wantedMarks, css, () => wantedBy(css));
  return html.replace(markedTag, (tag, element: string) => {
    const [, classes = ''] = / class="([^"]*)"/.exec(tag) ?? [];
    const keys = new Set([element, ...classes.split(/\s+/).map((name) => `.${name}`)]);
    return tag.replace(/ (data-astro-cid-\w+)/g, (mark, name: string) => {
      const isMatched = [...(wanted.get(name) ?? [])].some(
        (key) => key === anyElement || keys.has(key) || words.has(key.slice(1)),
      );
      return isMatched ? mark : '';
    });
  });
}

const wantedMarks = new Map<string, ReadonlyMap<string, ReadonlySet<string>>>();
const markedTag = /<([\w-]+)(?: [^<>]*)? data-astro-cid-[^<>]*>/g;
const anyElement = '*';

/** For each component, what its rules ask of an element besides its name: an element, or a class. */
function wantedBy(css: string): ReadonlyMap<string, ReadonlySet<string>> {
  const wanted = new Map<string, Set<string>>();
  for (const [, before = '', name = ''] of css.matchAll(markInSelector)) {
    const simple = /^(?:[a-z][\w-]*|(?:[a-z][\w-]*)?(\.[\w-]+))$/i.exec(before);
    const key = simple ? (simple[1] ?? before) : anyElement;
    wanted.set(name, (wanted.get(name) ?? new Set()).add(key));
  }
  return wanted;
}

const markInSelector = /([^\s,{}>+~]*)\[(data-astro-cid-\w+)\]/g;

const componentName = /data-astro-cid-\w+/g;

/** The classes and the components of a page's elements. */
function namesOf(html: string): ReadonlySet<string> {
  const attributes = new Set(html.match(/ class="[^"]*| data-astro-cid-\w+/g));
  return new Set([...attributes].flatMap((text) => text.split(/[\s"]+/)));
}

/** HTML writes these characters of a name in another way. */
const writtenOtherwise = /[&<>"']/;

function shorten(sheet: Sheet, isUsed: (name: string) => boolean): string {
  const used = sheet.names.map(isUsed);
  return cached(sheet.shortened, used.map(Number).join(''), () =>
    withoutIdleFrames(written(sheet.rules, new Set(sheet.names.filter((_, at) => !used[at])))),
  );
}

/** Removes the frames of animations that no rule names. */
function withoutIdleFrames(css: string): string {
  const wordsOf = (text: string) => text.match(/[\w-]+/g) ?? [];
  const named = new Set(wordsOf(css.replace(frames, '')));
  return css.replace(frames, (text, name) => (named.has(name) ? text : ''));
}

const frames = /@keyframes ([\w-]+)\{(?:[^{}]*\{[^{}]*\})*\}/g;

/** Makes the value of a key once. A full cache takes no more: then each call makes the value. */
export function cached<Value>(cache: Map<string, Value>, key: string, make: () => Value): Value {
  const found = cache.get(key);
  if (found !== undefined) return found;
  const made = make();
  if (cache.size < maxCached) cache.set(key, made);
  return made;
}

function namesIn(rules: readonly Rule[]): readonly string[] {
  return rules.flatMap((rule) => ('rules' in rule ? namesIn(rule.rules) : rule.selectors.flat()));
}

function written(rules: readonly Rule[], unused: ReadonlySet<string>): string {
  return rules
    .map((rule) => {
      if ('selectors' in rule) {
        const { selectors, text } = rule;
        const isUnused = selectors.every((names) => names.some((name) => unused.has(name)));
        return isUnused && selectors.length > 0 ? '' : text;
      }
      const inner = written(rule.rules, unused);
      // A layer has its place in their order also when it is empty.
      return inner || rule.prelude.includes('@layer') ? `${rule.prelude}{${inner}}` : '';
    })
    .join('');
}

/** Finds the rules of sheets as the build writes them, without spaces and the comments before them. */
function sheetOf(texts: readonly string[]): Sheet {
  const css = inlineConstants(texts.map((text) => text.replace(/^\/\*!.*?\*\/\s*/s, '')).join(''));
  const rules = rulesOf(css, componentSelectors);
  const names = namesIn(rules).filter((name) => !writtenOtherwise.test(name));
  return { rules, names, shortened: new Map() };
}

type SelectorsOf = (prelude: string) => readonly (readonly string[])[];

/** A utility is kept for any of its classes, another rule for a selector whose classes are all there. */
const ofLayers: Readonly<Record<string, SelectorsOf>> = {
  utilities: (prelude) => classNames(prelude).map((name) => [name]),
  components: bySelectors,
  print: bySelectors,
};

function bySelectors(prelude: string): readonly (readonly string[])[] {
  const selectors = prelude.replace(inParentheses, '').split(',').map(classNames);
  return selectors.every(({ length }) => length > 0) ? selectors : [];
}

function rulesOf(block: string, selectorsOf: SelectorsOf): readonly Rule[] {
  const rules: Rule[] = [];
  for (let start = 0; start < block.length; ) {
    const open = block.indexOf('{', start);
    if (open < 0) return [...rules, { text: block.slice(start), selectors: [] }];
    const end = endOfBlock(block, open + 1);
    const prelude = block.slice(start, open);
    const [, layer = ''] = /@layer (utilities|components|print)$/.exec(prelude) ?? [];
    // The blocks of other at-rules, such as the frames of an animation, have no selectors.
    const isWhole = /^\s*@(?!media|supports|container)|;/.test(prelude);
    rules.push(
      layer !== '' || (prelude.startsWith('@') && !isWhole)
        ? { prelude, rules: rulesOf(block.slice(open + 1, end), ofLayers[layer] ?? selectorsOf) }
        : { text: block.slice(start, end + 1), selectors: isWhole ? [] : selectorsOf(prelude) },
    );
    start = end + 1;
  }
  return rules;
}

/** Where the block that began before a place has its closing brace. */
function endOfBlock(css: string, from: number): number {
  let depth = 1;
  for (let place = from; place < css.length; place += 1) {
    if (css[place] === '{') depth += 1;
    if (css[place] === '}') depth -= 1;
    if (depth === 0) return place;
  }
  throw new Error(`A block of the styles has no end: ${css.slice(from, from + 80)}`);
}

/** The names of the classes in a selector, without the escapes of CSS. */
function classNames(selector: string): readonly string[] {
  return [...selector.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name = '']) =>
    name.replaceAll('\\', ''),
  );
}

/** What stands in parentheses, also within others. */
const inParentheses = /\((?:[^()]|\([^()]*\))*\)/g;

/** The components and classes of each selector; none for a rule that any element may match. */
function componentSelectors(prelude: string): readonly (readonly string[])[] {
  const parts = prelude.replace(inParentheses, '').split(',');
  const components = parts.map((part) => part.match(componentName) ?? []);
  if (components.some(({ length }) => length === 0)) return [];
  return parts.map((part, index) => [...(components[index] ?? []), ...classNames(part)]);
}
