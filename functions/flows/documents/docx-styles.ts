import { readXml } from './read-xml.ts';

interface Style {
  isHeading: boolean;
  isItem: boolean;
  isHidden: boolean;
  /** Whether it is that of a table of contents, which Word has made of the headings. */
  isContents: boolean;
  basedOn: string;
}

/** Tells of a style and those that it builds on. */
export type StyleHas = (
  id: string,
  kind: 'isHeading' | 'isItem' | 'isHidden' | 'isContents',
) => boolean;

/** The names of the styles of titles and headings, whatever Word's language is (part 1, 17.7.4.9). */
const headingName = /^(?:heading \d|title|subtitle)$/i;
const contentsName =
  /^(?:toc(?: \d| heading)?|contents (?:heading|\d)|index(?: \d| heading)?|table of (?:figures|authorities)|toa heading)$/i;

/** How many styles a style builds on at most; a circle ends there. */
const MAX_BASES = 20;

/** Reads the styles of a document. */
export function stylesOf(xml: string): StyleHas {
  const styles = new Map<string, Style>();
  const plain = { isHeading: false, isItem: false, isHidden: false, isContents: false };
  let style: Style = { ...plain, basedOn: '' };
  const open = (name: string, { val = '', styleId = '' }: Readonly<Record<string, string>>) => {
    if (name === 'w:style') {
      style = { ...plain, basedOn: '' };
      styles.set(styleId, style);
    } else if (name === 'w:name') {
      style.isHeading ||= headingName.test(val);
      style.isContents ||= contentsName.test(val);
    } else if (name === 'w:outlineLvl') style.isHeading ||= isOutlined(val);
    else if (name === 'w:numId') style.isItem = val !== '0';
    else if (name === 'w:vanish') style.isHidden ||= isOn(val);
    else if (name === 'w:basedOn') style.basedOn = val;
  };
  readXml(xml, { open });
  return (id, kind) => {
    let found = styles.get(id);
    for (let count = 0; found && count < MAX_BASES; count += 1) {
      if (found[kind]) return true;
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
