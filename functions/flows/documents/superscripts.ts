const plain = '0123456789+-−=()n';
const raisedForms = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ';
const loweredForms = '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₙ';

/**
 * A superscript as plain text: 10 to the third is `10³`, and not `103`. Letters stay as they are, as
 * in `1st`.
 */
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
