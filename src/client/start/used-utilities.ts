import { inlineConstants } from './constant-properties.ts';

/** A rule with the names that it is for, or an at-rule with the rules inside it. */
type Rule =
  | { readonly text: string; readonly names: readonly string[] }
  | { readonly prelude: string; readonly rules: readonly Rule[] };

interface Sheet {
  readonly before: string;
  readonly utilities: readonly Rule[];
  /** What follows the layer: the styles of components. */
  readonly components: readonly Rule[];
  /** The names that only an element of the page may need. */
  readonly names: readonly string[];
  /** Its shorter forms, by the names that they lack. */
  readonly shortened: Map<string, string>;
}

/** How many sheets are cached, and how many shorter forms of each: pages of a kind share theirs. */
const maxCached = 100;
const sheets = new Map<string, Sheet | undefined>();

/**
 * Removes from the styles in a page the utilities of Tailwind that no element has a class for, and
 * that no script of ours may give to one; likewise the styles of components that the page could show
 * and doesn't. Tailwind makes one list for all pages, in an order that counts, so the rules that stay
 * keep it. The policy allows the shorter sheet instead of the longer
 * one; a sheet that it does not allow stays as it is.
 *
 * @param words the words in the texts of the page's scripts
 * @param hashOf the source expression of the policy for a text
 * @throws {Error} when a sheet has a block without an end
 */
export function usedUtilitiesOnly(
  html: string,
  words: ReadonlySet<string>,
  hashOf: (text: string) => string,
): string {
  return allowedStyles(html, hashOf).reduce((page, text) => {
    const sheet = cached(sheets, text, () => sheetOf(text));
    if (!sheet) return page;
    const names = namesOf(html);
    const shorter = shorten(sheet, (name) => names.has(name) || words.has(name));
    return page.replace(text, () => shorter).replace(hashOf(text), () => hashOf(shorter));
  }, html);
}

/**
 * Gives the components of a page short names: Astro's are hashes, which don't compress. A page with
 * styles that its policy does not allow stays as it is.
 *
 * @param hashOf the source expression of the policy for a text
 */
export function shortNames(html: string, hashOf: (text: string) => string): string {
  const names = [...new Set(html.match(componentName))];
  const short = (text: string) =>
    text.replace(componentName, (name) => `data-${names.indexOf(name)}`);
  const styles = allowedStyles(html, hashOf);
  const others = html.split('<style>').length - 1 - styles.length;
  if (others > 0) return html;
  const allowed = styles.reduce(
    (page, text) => page.replace(hashOf(text), () => hashOf(short(text))),
    html,
  );
  return short(allowed);
}

/** The styles in a page that its policy allows. */
function allowedStyles(html: string, hashOf: (text: string) => string): readonly string[] {
  const texts = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, text = '']) => text);
  return texts.filter((text) => html.includes(hashOf(text)));
}

const componentName = /data-astro-cid-\w+/g;

/** The classes and the components of a page's elements. */
function namesOf(html: string): ReadonlySet<string> {
  const attributes = new Set(
    [...html.matchAll(/ class="([^"]*)"/g)].map(([, names = '']) => names),
  );
  const components = [...html.matchAll(/ (data-astro-cid-\w+)/g)].map(([, name = '']) => name);
  return new Set([...attributes].flatMap((names) => names.split(/\s+/)).concat(components));
}

/** HTML writes these characters of a name in another way. */
const writtenOtherwise = /[&<>"']/;

function shorten(sheet: Sheet, isUsed: (name: string) => boolean): string {
  const unused = new Set(sheet.names.filter((name) => !isUsed(name)));
  return cached(
    sheet.shortened,
    [...unused].join(' '),
    () => `${sheet.before}${written(sheet.utilities, unused)}}${written(sheet.components, unused)}`,
  );
}

function cached<Value>(cache: Map<string, Value>, key: string, make: () => Value): Value {
  const found = cache.get(key);
  if (found !== undefined) return found;
  const made = make();
  if (cache.size < maxCached) cache.set(key, made);
  return made;
}

function namesIn(rules: readonly Rule[]): readonly string[] {
  return rules.flatMap((rule) => ('names' in rule ? rule.names : namesIn(rule.rules)));
}

function written(rules: readonly Rule[], unused: ReadonlySet<string>): string {
  return rules
    .map((rule) => {
      if ('names' in rule) {
        const isUnused = rule.names.length > 0 && rule.names.every((name) => unused.has(name));
        return isUnused ? '' : rule.text;
      }
      const inner = written(rule.rules, unused);
      return inner && `${rule.prelude}{${inner}}`;
    })
    .join('');
}

const layer = '@layer utilities{';

/** Finds the layer in a sheet as the build writes it, without spaces and comments. */
function sheetOf(text: string): Sheet | undefined {
  const css = inlineConstants(text);
  const start = css.indexOf(layer);
  if (start < 0) return undefined;
  const inner = start + layer.length;
  const end = endOfBlock(css, inner);
  const utilities = rulesOf(css.slice(inner, end), classNames);
  const components = rulesOf(css.slice(end + 1), componentNames);
  return {
    before: css.slice(0, inner),
    utilities,
    components,
    names: namesIn([...utilities, ...components]).filter((name) => !writtenOtherwise.test(name)),
    shortened: new Map(),
  };
}

type NamesOf = (selector: string) => readonly string[];

function rulesOf(block: string, namesOfRule: NamesOf): readonly Rule[] {
  const rules: Rule[] = [];
  for (let start = 0; start < block.length; ) {
    const open = block.indexOf('{', start);
    if (open < 0) return [...rules, { text: block.slice(start), names: [] }];
    const end = endOfBlock(block, open + 1);
    const prelude = block.slice(start, open);
    // The blocks of other at-rules, such as the frames of an animation, have no selectors.
    const isWhole = /^\s*@(?!media|supports|container)|;/.test(prelude);
    rules.push(
      prelude.startsWith('@') && !isWhole
        ? { prelude, rules: rulesOf(block.slice(open + 1, end), namesOfRule) }
        : { text: block.slice(start, end + 1), names: isWhole ? [] : namesOfRule(prelude) },
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

/** The names that Astro gives to the elements of components; none for a rule about any element. */
function componentNames(selector: string): readonly string[] {
  const parts = selector.replace(inParentheses, '').split(',');
  const names = parts.map((part) => part.match(componentName) ?? []);
  return names.every(({ length }) => length > 0) ? names.flat() : [];
}
