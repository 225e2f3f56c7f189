/**
 * Writes the values of Tailwind's custom properties where rules read them, if no rule sets them, and
 * removes those that no rule reads. Tailwind registers both for utilities that change them. Browsers
 * compute the same styles from the shorter sheet.
 * @param css a sheet as the build writes it, without spaces and comments
 * Source: CSS Properties and Values API Level 1, section 2; CSS Custom Properties for Cascading
 * Variables Level 1, section 3.
 */
export function inlineConstants(css: string): string {
  const initial = new Map(
    [...css.matchAll(registration)].map(([, name = '', value]) => [name, value]),
  );
  const rules = css.replace(registration, '').replace(fallbacks, '');
  const set = namesOf(rules, setting);
  const inlined = rules.replace(
    reading,
    (whole, name: string, fallback: string | undefined) =>
      (set.has(name) ? undefined : (initial.get(name) ?? fallback)) ?? whole,
  );
  const read = namesOf(inlined, reading);
  const constant = inlined.replace(setting, (whole, name: string) => (read.has(name) ? whole : ''));
  // A property that rules both set and read needs its registration, and so do the others of its sheet.
  return [...initial.keys()].some((name) => read.has(name)) ? css : constant;
}

/** The registration of a property with its initial value, if it has one. */
const registration = /@property (--tw-[\w-]+)\{[^{}]*?(?:initial-value:([^;}]*))?\}/g;
/** The same for browsers without registrations. */
const fallbacks = /@layer properties\{(?:[^{}]*\{[^{}]*(?:\{[^{}]*\})?\})*\}/;
const setting = /(--tw-[\w-]+):[^;{}]*(?:;|(?=\}))/g;
const reading = /var\((--tw-[\w-]+)(?:,((?:[^()]|\([^()]*\))*))?\)/g;

function namesOf(css: string, pattern: RegExp): ReadonlySet<string> {
  return new Set([...css.matchAll(pattern)].map(([, name = '']) => name));
}
