import { type Handlers, readMarkup } from './read-markup.ts';

/** The prefixes under which handlers get names, by namespaces: those of ECMA-376, and its strict ones. */
const prefixes: Readonly<Record<string, string>> = {
  'http://schemas.openxmlformats.org/wordprocessingml/2006/main': 'w:',
  'http://purl.oclc.org/ooxml/wordprocessingml/main': 'w:',
  'http://schemas.openxmlformats.org/officeDocument/2006/math': 'm:',
  'http://purl.oclc.org/ooxml/officeDocument/math': 'm:',
  'http://schemas.openxmlformats.org/markup-compatibility/2006': 'mc:',
  'http://schemas.openxmlformats.org/package/2006/relationships': '',
};

/**
 * Reads a part of a Word document. Elements have the usual prefix of their namespace, whatever prefix
 * the file has; attributes have none. Source: Namespaces in XML 1.0, section 6.
 * @throws {InputRefused} for elements that lie too deep in each other
 */
export function readXml(xml: string, handlers: Partial<Handlers>): void {
  /** The namespaces by their prefixes, at each depth. */
  const scopes: ReadonlyMap<string, string>[] = [new Map()];
  const usual = (name: string) => {
    const colon = name.indexOf(':');
    const namespace = scopes.at(-1)?.get(name.slice(0, Math.max(0, colon)));
    if (namespace === undefined) return name;
    return `${prefixes[namespace] ?? 'other:'}${name.slice(colon + 1)}`;
  };
  readMarkup(
    xml,
    {
      open: (name, attributes) => {
        scopes.push(scopeWith(scopes.at(-1) ?? new Map(), attributes));
        const plain = Object.entries(attributes).map(([key, value]) => [
          key.slice(key.indexOf(':') + 1),
          value,
        ]);
        handlers.open?.(usual(name), Object.fromEntries(plain));
      },
      text: (text) => handlers.text?.(text),
      close: (name) => {
        handlers.close?.(usual(name));
        scopes.pop();
      },
    },
    { xmlMode: true },
  );
}

function scopeWith(
  scope: ReadonlyMap<string, string>,
  attributes: Readonly<Record<string, string>>,
): ReadonlyMap<string, string> {
  const declared = Object.entries(attributes).flatMap(([key, value]) => {
    if (key === 'xmlns') return [['', value] as const];
    return key.startsWith('xmlns:') ? [[key.slice('xmlns:'.length), value] as const] : [];
  });
  return declared.length === 0 ? scope : new Map([...scope, ...declared]);
}
