import { formatHex, formatHex8, parse } from 'culori';
import { transform } from 'lightningcss';

/** A colour that no drawing has: the library would paint `currentColor` black. */
export const surroundings = '#010302';

const painted = 'fill|stroke|stop-color|flood-color|lighting-color|color';
const attribute = new RegExp(`(\\s(?:${painted})\\s*=\\s*)(["'])(.*?)\\2`, 'gis');
const declaration = new RegExp(
  `((?:^|[;{\\s])(?:${painted})\\s*:\\s*)([^;{}]+?)(?=\\s*(?:!important\\s*)?(?:[;}]|$))`,
  'gi',
);
const styles = /(<style\b[^>]*>)(.*?)(<\/style>)|(\sstyle\s*=\s*)(["'])(.*?)\5/gis;
const comment = /\/\*.*?\*\//gs;
/** A condition, of which a browser in its light theme meets one. */
const media = /@media([^{]*)\{((?:[^{}]*\{[^{}]*\})*[^{}]*)\}/g;

/** How often a colour may name another. */
const MAX_STEPS = 20;

/**
 * An SVG with the colours that a browser shows in its light theme, written so that any library reads
 * them: `oklch()`, `color-mix()`, `light-dark()`, `var()` and the others become `#rrggbb` or `#rrggbbaa`.
 * @param refuse makes the error about a colour that cannot be read
 * Source: CSS Color 4 and 5; what lies outside of sRGB is clipped, as browsers do.
 */
export function withPlainColors(svg: string, refuse: (color: string) => Error): string {
  const light = svg.replace(styles, (whole, open, css, close) =>
    css === undefined ? whole : open + inLight(css) + close,
  );
  const named = new Map(
    Array.from(light.matchAll(/(--[\w-]+)\s*:\s*([^;{}"]+)/g), ([, name = '', value = '']) => [
      name,
      value.trim(),
    ]),
  );
  const hasColor = /[\s;{"']color\s*[:=]/i.test(light);
  const plain = (value: string) => plainColor(value, named, hasColor, refuse);
  const inCss = (css: string) =>
    css.replace(declaration, (_, before: string, value: string) => before + plain(value));
  return light
    .replace(styles, (_, open, css, close, before, quote, inline) =>
      css === undefined ? before + quote + inCss(inline) + quote : open + inCss(css) + close,
    )
    .replace(attribute, (_, before, quote, value) => before + quote + plain(value) + quote);
}

/** A style sheet as a browser in its light theme reads it. */
function inLight(css: string): string {
  return css
    .replace(comment, '')
    .replace(media, (_, when: string, rules: string) =>
      /scheme:\s*light/.test(when) ? rules : '',
    );
}

function plainColor(
  value: string,
  named: ReadonlyMap<string, string>,
  hasColor: boolean,
  refuse: (color: string) => Error,
): string {
  const known = replaced(value.trim(), named);
  if (/^(?:none|inherit|url\(.*)$/is.test(known)) return known;
  if (/^currentcolor$/i.test(known)) return hasColor ? known : surroundings;
  const color = parse(computed(known));
  if (!color) throw refuse(value.trim());
  return (color.alpha ?? 1) < 1 ? formatHex8(color) : formatHex(color);
}

/** A colour without `var()` and `light-dark()`; what has no value stays, and is refused. */
function replaced(value: string, named: ReadonlyMap<string, string>): string {
  let text = value;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const call = /(?<![\w-])(var|light-dark)\(/i.exec(text);
    if (!call) return text;
    const from = call.index + call[0].length;
    const [first = '', ...others] = argumentsAt(text, from);
    const end = from + [first, ...others].join(',').length + 1;
    const isVariable = call[1]?.toLowerCase() === 'var';
    const meant = isVariable ? (named.get(first.trim()) ?? others.join(',')) : first;
    text = text.slice(0, call.index) + meant.trim() + text.slice(end);
  }
  return '';
}

/** The arguments of a call, from behind its parenthesis to the one that closes it. */
function argumentsAt(text: string, from: number): readonly string[] {
  const found = [''];
  let depth = 0;
  for (const sign of text.slice(from)) {
    if (sign === ')' && depth === 0) break;
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (sign === ',' && depth === 0) found.push('');
    else found[found.length - 1] += sign;
  }
  return found;
}

/** A colour after `color-mix()` and `calc()`, as it is where it is no CSS. */
function computed(color: string): string {
  try {
    const code = new TextEncoder().encode(`a{color:${color}}`);
    const css = transform({ filename: 'emblem.css', code, minify: true }).code;
    return /^a\{color:([^;}]*)\}$/.exec(new TextDecoder().decode(css))?.[1] ?? color;
  } catch {
    return color;
  }
}
