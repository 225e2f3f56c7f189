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
  const scopes: Scope[] = [new Map()];
  readMarkup(
    xml,
    {
      open: (name, attributes) => {
        const plain: Record<string, string> = {};
        const declared = new Map<string, string>();
        for (const [key, value] of Object.entries(attributes)) {
          const local = key.slice(key.indexOf(':') + 1);
          if (key === 'xmlns') declared.set('', value);
          else if (key.startsWith('xmlns:')) declared.set(local, value);
          plain[local] = value;
        }
        const around = scopes.at(-1) ?? new Map();
        const scope = declared.size > 0 ? scopeWith(around, declared) : around;
        scopes.push(scope);
        handlers.open?.(usualName(name, scope), plain);
      },
      text: (text) => handlers.text?.(text),
      close: (name) => {
        handlers.close?.(usualName(name, scopes.pop()));
      },
    },
    { xmlMode: true },
  );
}

/** The namespaces of a part of the file by their prefixes. */
type Scope = ReadonlyMap<string, string>;

/** How many prefixes are known in a scope at most; Word declares some forty. */
const MAX_NAMESPACES = 200;

function scopeWith(scope: Scope, declared: Scope): Scope {
  return new Map([...declared, ...scope].slice(0, MAX_NAMESPACES).toReversed());
}

/** A name with the usual prefix of its namespace; one without a namespace stays as it is. */
function usualName(name: string, scope: Scope | undefined): string {
  const colon = name.indexOf(':');
  const namespace = scope?.get(name.slice(0, Math.max(0, colon)));
  if (namespace === undefined) return name;
  return `${prefixes[namespace] ?? 'other:'}${name.slice(colon + 1)}`;
}
