/** A rule of the layer with its class names, or an at-rule with the rules inside it. */
type Rule =
  | { readonly text: string; readonly names: readonly string[] }
  | { readonly prelude: string; readonly rules: readonly Rule[] };

interface Sheet {
  readonly before: string;
  readonly utilities: readonly Rule[];
  readonly after: string;
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
 * that no script of ours may give to one. Tailwind makes one list for all pages, in an order that
 * counts, so the rules that stay keep it. The policy allows the shorter sheet instead of the longer
 * one; a sheet that it does not allow stays as it is.
 *
 * @param words the words in the texts of the scripts
 * @param hashOf the source expression of the policy for a text
 * @throws {Error} when a sheet has a block without an end
 */
export function usedUtilitiesOnly(
  html: string,
  words: ReadonlySet<string>,
  hashOf: (text: string) => string,
): string {
  const texts = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, text = '']) => text);
  return texts.reduce((page, text) => {
    const sheet = cached(sheets, text, () => sheetOf(text, words));
    const hash = hashOf(text);
    if (!sheet || !page.includes(hash)) return page;
    const shorter = shorten(sheet, classesOf(html));
    return page.replace(text, () => shorter).replace(hash, () => hashOf(shorter));
  }, html);
}

function classesOf(html: string): ReadonlySet<string> {
  const attributes = new Set(
    [...html.matchAll(/ class="([^"]*)"/g)].map(([, names = '']) => names),
  );
  return new Set([...attributes].flatMap((names) => names.split(/\s+/)));
}

/** HTML writes these characters of a name in another way. */
const writtenOtherwise = /[&<>"']/;

function shorten(sheet: Sheet, classes: ReadonlySet<string>): string {
  const unused = new Set(sheet.names.filter((name) => !classes.has(name)));
  return cached(
    sheet.shortened,
    [...unused].join(' '),
    () => sheet.before + written(sheet.utilities, unused) + sheet.after,
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
      if ('names' in rule) return rule.names.every((name) => unused.has(name)) ? '' : rule.text;
      const inner = written(rule.rules, unused);
      return inner && `${rule.prelude}{${inner}}`;
    })
    .join('');
}

const layer = '@layer utilities{';

/** Finds the layer in a sheet as the build writes it, without spaces and comments. */
function sheetOf(css: string, words: ReadonlySet<string>): Sheet | undefined {
  const start = css.indexOf(layer);
  if (start < 0) return undefined;
  const inner = start + layer.length;
  const end = endOfBlock(css, inner);
  const utilities = rulesOf(css.slice(inner, end));
  return {
    before: css.slice(0, inner),
    utilities,
    after: css.slice(end),
    names: namesIn(utilities).filter((name) => !words.has(name) && !writtenOtherwise.test(name)),
    shortened: new Map(),
  };
}

function rulesOf(block: string): readonly Rule[] {
  const rules: Rule[] = [];
  for (let start = 0; start < block.length; ) {
    const open = block.indexOf('{', start);
    const end = endOfBlock(block, open + 1);
    const prelude = block.slice(start, open);
    rules.push(
      prelude.startsWith('@')
        ? { prelude, rules: rulesOf(block.slice(open + 1, end)) }
        : { text: block.slice(start, end + 1), names: classNames(prelude) },
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
