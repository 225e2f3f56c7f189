import { fraction, root } from './formulas.ts';

/** A longer code is not read, in UTF-16 units. */
const MAX_LENGTH = 2_000;

/** Settings of fonts and sizes, options with their numbers, escaped signs, brackets and text. */
const token = /\\\*\s*(?:"[^"]*"|\S+)|\\[a-z]{1,2}(?:\s*-?\d+)?|\\.|[(),;]|[^\\(),;]+/gi;
/** The signs that enclose a character. */
const enclosing = /^[○◯△□◇]$/;

interface Argument {
  readonly text: string;
  /** Where it stands: readings are above the line, and combined characters above and below it. */
  readonly place: 'in' | 'above' | 'below';
}

/**
 * The text of an EQ field, which has no result: enclosed and combined characters, characters with a
 * reading, fractions. Source: Word's help, "Field codes: Eq (Equation) field".
 * @param code such as ` EQ \o\ac(○,3)`
 */
export function eqText(code: string): string {
  const tokens = (
    code
      .slice(0, MAX_LENGTH)
      .replace(/^\s*EQ\b/i, '')
      .match(token) ?? []
  )
    .filter((one) => !one.startsWith('\\*'))
    .map((one) => one.trim());
  let at = 0;
  const list = (): readonly Argument[] => {
    const found: Argument[] = [];
    for (let end = ','; end === ',' || end === ';'; at += 1) {
      const place = placeOf(tokens[at], tokens[at + 1]);
      found.push({ text: sequence(), place });
      end = tokens[at] ?? ')';
    }
    return found;
  };
  const sequence = (): string => {
    let text = '';
    let options: string[] = [];
    for (let one = tokens[at]; one !== undefined && !/^[),;]$/.test(one); one = tokens[at]) {
      at += 1;
      if (one === '(') {
        text += shown(options[0], list());
        options = [];
      } else if (/^\\[a-z]/i.test(one)) options.push(one.toLowerCase());
      // The signs of brackets are named between the options.
      else if (options.length === 0) text += one.replace(/^\\/, '');
    }
    return text;
  };
  let text = '';
  while (at < tokens.length) {
    text += sequence() + (tokens[at] ?? '');
    at += 1;
  }
  return text;
}

function placeOf(option = '', how = ''): Argument['place'] {
  if (option.toLowerCase() !== '\\s') return 'in';
  return /^\\up/i.test(how) ? 'above' : 'below';
}

function shown(option: string | undefined, found: readonly Argument[]): string {
  const texts = found.map(({ text }) => text);
  const [first = '', second = ''] = texts;
  switch (option) {
    case undefined:
      return `(${texts.join(',')})`;
    case '\\f':
      return fraction(first, second);
    case '\\r':
      return texts.length > 1 ? root(second, first) : root(first);
    case '\\l':
      return texts.join(',');
    case '\\a':
      return texts.join(' ');
    case '\\o':
      return overlaid(found);
    default:
      return texts.join('');
  }
}

/** Characters in one place: those below a reading, those in a sign, or all of them. */
function overlaid(found: readonly Argument[]): string {
  const hasBase = found.some(({ place }) => place === 'in');
  const shownOnes = hasBase ? found.filter(({ place }) => place !== 'above') : found;
  const inside = shownOnes.filter(({ text }) => !enclosing.test(text));
  return (inside.length > 0 ? inside : shownOnes).map(({ text }) => text).join('');
}
