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
  const scopes: Scope[] = [{ namespaces: new Map(), names: new Map() }];
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
        const scope = declared.size > 0 ? scopeWith(scopes.at(-1), declared) : scopes.at(-1);
        if (scope) scopes.push(scope);
        handlers.open?.(usualName(name, scope), plain);
      },
      text: (text) => handlers.text?.(text),
      close: (name) => {
        handlers.close?.(usualName(name, scopes.at(-1)));
        scopes.pop();
      },
    },
    { xmlMode: true },
  );
}

/** The namespaces by their prefixes, and the names that were looked up in them. */
interface Scope {
  readonly namespaces: ReadonlyMap<string, string>;
  readonly names: Map<string, string>;
}

/** How many prefixes are known in a scope at most; Word declares some forty. */
const MAX_NAMESPACES = 200;

function scopeWith(scope: Scope | undefined, declared: ReadonlyMap<string, string>): Scope {
  const all = [...declared, ...(scope?.namespaces ?? [])].slice(0, MAX_NAMESPACES);
  return { namespaces: new Map(all.toReversed()), names: new Map() };
}

/** A name with the usual prefix of its namespace; one without a namespace stays as it is. */
function usualName(name: string, scope: Scope | undefined): string {
  const known = scope?.names.get(name);
  if (known !== undefined) return known;
  const colon = name.indexOf(':');
  const namespace = scope?.namespaces.get(name.slice(0, Math.max(0, colon)));
  const usual =
    namespace === undefined ? name : `${prefixes[namespace] ?? 'other:'}${name.slice(colon + 1)}`;
  // A part of Word has a hundred names; one that never ends is not kept.
  if ((scope?.names.size ?? 0) < MAX_NAMES) scope?.names.set(name, usual);
  return usual;
}

const MAX_NAMES = 1_000;
