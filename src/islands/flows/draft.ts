import type { Field } from './form-fields.ts';

/** A picture that was chosen, checked and read. */
export interface Picture {
  readonly name: string;
  readonly bytes: number;
  /** Its content, as an input has it (RFC 4648, section 4). */
  readonly base64: string;
  /** The file itself, for a preview. */
  readonly file: Blob;
}

/** What a field holds before it is checked: a text, a tick, what was chosen, a picture or none. */
export type Value = string | boolean | readonly string[] | Picture | undefined;

/** What was filled in so far, by the names of the fields. With each change it is another object. */
export type Draft = Readonly<Record<string, Value>>;

/** An untouched form. */
export function emptyDraft(fields: readonly Field[]): Draft {
  return Object.fromEntries(
    fields.map((field) => [field.name, field.kind === 'picture' ? undefined : field.initial]),
  );
}

/** Whether a value is a picture. */
export function isPicture(value: Value): value is Picture {
  return typeof value === 'object' && 'base64' in value;
}

/** Whether a value is a list of what was chosen. */
export function isChosen(value: Value): value is readonly string[] {
  return Array.isArray(value);
}
