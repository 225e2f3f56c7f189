import { readXml } from './read-xml.ts';

/** A style of headings, of items, of hidden text, or of a table of contents, which Word has made. */
type StyleKind = 'heading' | 'item' | 'hidden' | 'contents';

/** Tells of a style and those that it builds on. */
export type StyleHas = (id: string, kind: StyleKind) => boolean;

/** The names of the styles of titles and headings, whatever Word's language is (part 1, 17.7.4.9). */
const headingName = /^(?:heading \d|title|subtitle)$/i;
const contentsName =
  /^(?:toc(?: \d| heading)?|contents (?:heading|\d)|index(?: \d| heading)?|table of (?:figures|authorities)|toa heading)$/i;

/** How many styles a style builds on at most; a circle ends there. */
const MAX_BASES = 20;

/** Reads the styles of a document. */
export function stylesOf(xml: string): StyleHas {
  const styles = new Map<string, { readonly kinds: Set<StyleKind>; basedOn: string }>();
  let style = { kinds: new Set<StyleKind>(), basedOn: '' };
  const add = (kind: StyleKind, isOfKind: boolean) => isOfKind && style.kinds.add(kind);
  const open = (name: string, { val = '', styleId = '' }: Readonly<Record<string, string>>) => {
    if (name === 'w:style') {
      style = { kinds: new Set(), basedOn: '' };
      styles.set(styleId, style);
    } else if (name === 'w:name') {
      add('heading', headingName.test(val));
      add('contents', contentsName.test(val));
    } else if (name === 'w:outlineLvl') add('heading', isOutlined(val));
    else if (name === 'w:numId') add('item', val !== '0');
    else if (name === 'w:vanish') add('hidden', isOn(val));
    else if (name === 'w:basedOn') style.basedOn = val;
  };
  readXml(xml, { open });
  return (id, kind) => {
    let found = styles.get(id);
    for (let count = 0; found && count < MAX_BASES; count += 1) {
      if (found.kinds.has(kind)) return true;
      found = styles.get(found.basedOn);
    }
    return false;
  };
}

/** Level 9 is that of text (part 1, 17.3.1.20). */
export function isOutlined(level: string): boolean {
  return /^[0-8]$/.test(level);
}

/** Whether a property is set, which has no value for that (part 1, 17.17.4). */
export function isOn(value = ''): boolean {
  return !/^(?:0|false|off)$/i.test(value);
}
