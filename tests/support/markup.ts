/** The attributes of an element, by name. */
type Attributes = Readonly<Record<string, string>>;

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

/** The attributes of every element of a name, in HTML or XML of our own. */
export function elements(markup: string, name: string): readonly Attributes[] {
  const tags = markup.matchAll(new RegExp(`<${name}(\\s(?:[^>"]|"[^"]*")*)?>`, 'g'));
  return [...tags].map(([, attributes = '']) =>
    Object.fromEntries(
      [...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [
        key,
        plain(value),
      ]),
    ),
  );
}

/** The text of every element of a name that holds only text. */
export function texts(markup: string, name: string): readonly string[] {
  const found = markup.matchAll(new RegExp(`<${name}(?:\\s[^>]*)?>([^<]*)</${name}>`, 'g'));
  return [...found].map(([, text = '']) => plain(text));
}

/**
 * Whether a text is well-formed XML as far as its elements go: each one is closed, in order, within
 * one root.
 *
 * @returns the names of the faulty elements, in the order of the text
 */
export function unbalanced(xml: string): readonly string[] {
  const open: string[] = [];
  const wrong: string[] = [];
  const body = xml.replace(/<\?[^>]*\?>/g, '');
  for (const [, slash, name = '', rest = ''] of body.matchAll(/<(\/?)([\w:-]+)([^>]*)>/g)) {
    if (slash === '/') {
      if (open.pop() !== name) wrong.push(name);
    } else if (!rest.endsWith('/')) open.push(name);
  }
  return [...wrong, ...open];
}

function plain(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (entity, decimal, hex, name) => {
    if (decimal) return String.fromCodePoint(Number(decimal));
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16));
    return entities[name] ?? entity;
  });
}
