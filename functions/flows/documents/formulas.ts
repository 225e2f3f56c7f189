/** The top and the bottom of a fraction on one line, such as `(a+b)/2`. */
export function fraction(top: string, bottom: string): string {
  return `${grouped(top)}/${grouped(bottom)}`;
}

/** @param degree of the root; none for the square root */
export function root(text: string, degree = ''): string {
  return `${raised(degree)}√${grouped(text)}`;
}

/** An exponent: `²` where there is such a character, else `^x`. */
export function exponent(text: string): string {
  const sign = raised(text);
  return sign === text && text !== '' ? `^${grouped(text)}` : sign;
}

/** An index: `₂` where there is such a character, else `_i`. */
export function index(text: string): string {
  const sign = lowered(text);
  return sign === text && text !== '' ? `_${grouped(text)}` : sign;
}

/** A part in brackets, unless it is one term. */
function grouped(text: string): string {
  return /^(?:[\p{L}\p{N}]*|\(.*\))$/u.test(text) ? text : `(${text})`;
}

const plain = '0123456789+-−=()n';
const raisedForms = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ';
const loweredForms = '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₙ';

/** A superscript as plain text: 10 to the third is `10³`. Letters stay as they are, as in `1st`. */
export function raised(text: string): string {
  return inForms(text, raisedForms);
}

/** A subscript as plain text, such as that of `CO₂`. */
export function lowered(text: string): string {
  return inForms(text, loweredForms);
}

function inForms(text: string, forms: string): string {
  const signs = Array.from(text, (sign) => forms.charAt(plain.indexOf(sign)));
  const isKnown = /^[\d+\-−=()n]*\d[\d+\-−=()n]*$/.test(text);
  return isKnown ? signs.join('') : text;
}
