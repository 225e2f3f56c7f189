/**
 * Puts values into the places of a text: `{number}` becomes the value of `number`. A place without
 * a value stays, so that a mistake is visible.
 */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
