import { fill } from '../../i18n/fill.ts';
import { type Draft, isChosen, isPicture, type Value } from './draft.ts';
import type { ChoiceField, ChoicesField, Field, TextField, WholeField } from './form-fields.ts';
import type { FlowsLabels } from './labels.ts';

/** What a form comes to: an input for the flow, or what is wrong with it, by the fields' names. */
export type Checked =
  | { readonly ok: true; readonly input: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly faults: Readonly<Record<string, string>> };

/** What one field comes to; without a value, nothing of it is sent. */
type CheckedField = { readonly value?: unknown } | { readonly fault: string };

interface FieldText {
  readonly faults: FlowsLabels['faults'];
  readonly whole: (count: number) => string;
}

/** Checks what was filled in against the fields, as the flow's own schema will. */
export function checkDraft(fields: readonly Field[], draft: Draft, words: FieldText): Checked {
  const checked = fields.map(
    (field) => [field.name, checkField(field, draft[field.name], words)] as const,
  );
  const faults = checked.flatMap(([name, one]) => ('fault' in one ? [[name, one.fault]] : []));
  if (faults.length > 0) return { ok: false, faults: Object.fromEntries(faults) };
  const values = checked.flatMap(([name, one]) => ('value' in one ? [[name, one.value]] : []));
  return { ok: true, input: Object.fromEntries(values) };
}

function checkField(field: Field, value: Value, words: FieldText): CheckedField {
  switch (field.kind) {
    case 'line':
    case 'text':
      return checkText(field, typeof value === 'string' ? value : '', words);
    case 'whole':
      return checkWhole(field, typeof value === 'string' ? value.trim() : '', words);
    case 'choice':
      return checkChoice(field, value, words);
    case 'choices':
      return checkChoices(field, isChosen(value) ? value : [], words);
    case 'switch':
      return { value: value === true };
    case 'picture':
      return isPicture(value) ? { value: value.base64 } : absent(field, words);
  }
}

function absent({ isRequired }: Field, { faults }: FieldText): CheckedField {
  return isRequired ? { fault: faults.missing } : {};
}

function checkText(field: TextField, text: string, words: FieldText): CheckedField {
  const { faults, whole } = words;
  const { minLength, maxLength, isRequired } = field;
  if (text.trim() === '')
    return isRequired && minLength === 0 ? { value: text } : absent(field, words);
  if (text.length < minLength) return { fault: fill(faults.tooShort, { min: whole(minLength) }) };
  if (text.length > maxLength) {
    const values = { count: whole(text.length), max: whole(maxLength) };
    return { fault: fill(faults.tooLong, values) };
  }
  return { value: text };
}

function checkWhole(field: WholeField, text: string, words: FieldText): CheckedField {
  const { faults, whole } = words;
  if (text === '') return absent(field, words);
  const number = Number(text);
  if (!/^[+-]?\d{1,15}$/.test(text)) return { fault: faults.notWhole };
  if (number < field.minimum)
    return { fault: fill(faults.tooSmall, { min: whole(field.minimum) }) };
  if (number > field.maximum)
    return { fault: fill(faults.tooLarge, { max: whole(field.maximum) }) };
  return { value: number };
}

function checkChoice(field: ChoiceField, value: Value, words: FieldText): CheckedField {
  const option = field.options.find(({ key }) => key === value);
  return option ? { value: option.value } : absent(field, words);
}

function checkChoices(
  { options, minItems, maxItems }: ChoicesField,
  chosen: readonly string[],
  { faults, whole }: FieldText,
): CheckedField {
  const values = options.filter(({ key }) => chosen.includes(key)).map(({ value }) => value);
  if (values.length < minItems) return { fault: fill(faults.tooFew, { min: whole(minItems) }) };
  if (values.length > maxItems) return { fault: fill(faults.tooMany, { max: whole(maxItems) }) };
  return { value: values };
}
