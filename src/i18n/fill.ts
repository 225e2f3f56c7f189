/**
 * Puts values in the places of a text that an island was given: `{number}` becomes the value of
 * `number`. A place without a value stays as it is, so that a mistake is seen.
 */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
