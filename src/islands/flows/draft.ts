import { storedText } from '../../client/browser-storage.ts';
import type { OwnRun } from '../../contract/flows.ts';
import { isRecord } from '../../contract/schemaless.ts';
import { fill } from '../../i18n/fill.ts';
import {
  type ChoiceField,
  type ChoicesField,
  type ColorField,
  type Field,
  keyOf,
  type PictureField,
  type TextField,
  type WholeField,
} from './form-fields.ts';
import type { FlowFormats, FlowsLabels } from './formats.ts';

/** A picture that was chosen, checked and read. */
export interface Picture {
  readonly name: string;
  readonly bytes: number;
  /** The type that the first bytes of the file show, such as `image/png`. */
  readonly mediaType: string;
  /** Base64 (RFC 4648, section 4), where the flow's input takes no upload. */
  readonly base64?: string;
  /** The file itself, with the type above: for a preview, and to upload it. */
  readonly file?: Blob;
  /** The upload of an earlier run, whose file the page does not have. */
  readonly upload?: string;
}

/** The unchecked value of a field: a text, a checkbox's state, chosen keys, pictures or nothing. */
export type Value = string | boolean | readonly string[] | Picture | readonly Picture[] | undefined;

/** A colour as forms and flows write it. */
export const colorPattern = /^#[\dA-Fa-f]{6}$/;

/** The values of a form by the names of its fields. Each change creates a new object. */
export type Draft = Readonly<Record<string, Value>>;

/** An untouched form. */
export function emptyDraft(fields: readonly Field[]): Draft {
  return Object.fromEntries(
    fields.map((field) => [field.name, field.kind === 'picture' ? undefined : field.initial]),
  );
}

export function isPicture(value: Value): value is Picture {
  return typeof value === 'object' && 'mediaType' in value;
}

/** The pictures of a field, whether it takes one or several. */
export function picturesOf(value: Value): readonly Picture[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((one): one is Picture => isRecord(one) && typeof one.mediaType === 'string');
}

/** All pictures of a form, in the order of its fields. */
export function picturesIn(draft: Draft): readonly Picture[] {
  return Object.values(draft).flatMap(picturesOf);
}

/** Whether a value is a list of chosen keys. */
export function isChosen(value: Value): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

/** The result of checking a form: an input for the flow, or the faults by the fields' names. */
export type CheckedDraft =
  | { readonly ok: true; readonly input: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly faults: Readonly<Record<string, string>> };

/** The result of checking a field. A field without a value is left out of the input. */
type CheckedField =
  /** `name` where the input has it in another field. */
  { readonly value?: unknown; readonly name?: string } | { readonly fault: string };

type FaultTexts = Pick<FlowsLabels, 'faults'> & Pick<FlowFormats, 'whole'>;

/** Checks a draft against the fields, as the server will check the input against the flow's schema. */
export function checkDraft(
  fields: readonly Field[],
  draft: Draft,
  texts: FaultTexts,
): CheckedDraft {
  const checked = fields.map(
    (field) => [field.name, checkField(field, draft[field.name], texts)] as const,
  );
  const faults = checked.flatMap(([name, one]) => ('fault' in one ? [[name, one.fault]] : []));
  const alternatives = fields.filter(({ others }) => others);
  const given = checked.filter(([name, one]) => {
    return 'value' in one && alternatives.some((field) => field.name === name);
  });
  const [first] = alternatives;
  if (first && faults.length === 0 && given.length !== 1) {
    const { noneOf, oneOf } = texts.faults;
    const names = [first.title, ...(first.others ?? [])].join(' / ');
    const fault = fill(given.length === 0 ? noneOf : oneOf, { names });
    return { ok: false, faults: { [first.name]: fault } };
  }
  if (faults.length > 0) return { ok: false, faults: Object.fromEntries(faults) };
  const values = checked.flatMap(([name, one]) =>
    'value' in one ? [[one.name ?? name, one.value]] : [],
  );
  return { ok: true, input: Object.fromEntries(values) };
}

/** The faults that stay when a field changes: alternatives have theirs together, at the first of them. */
export function faultsAfter(
  fields: readonly Field[],
  faults: Readonly<Record<string, string>>,
  changed: string,
): Readonly<Record<string, string>> {
  const alternatives = fields.filter(({ others }) => others).map(({ name }) => name);
  const mended = alternatives.includes(changed) ? alternatives : [changed];
  return Object.fromEntries(Object.entries(faults).filter(([name]) => !mended.includes(name)));
}

function checkField(field: Field, value: Value, texts: FaultTexts): CheckedField {
  switch (field.kind) {
    case 'line':
    case 'text':
      return checkText(field, typeof value === 'string' ? value : '', texts);
    case 'color':
      return checkColor(field, typeof value === 'string' ? value.trim() : '', texts);
    case 'whole':
      return checkWhole(field, typeof value === 'string' ? value.trim() : '', texts);
    case 'choice':
      return checkChoice(field, value, texts);
    case 'choices':
      return checkChoices(field, isChosen(value) ? value : [], texts);
    case 'switch':
      return { value: value === true };
    case 'picture':
      return checkPictures(field, picturesOf(value), texts);
  }
}

/** A file is uploaded, so that its run can be repeated, but for fields that take none. */
function checkPictures(
  field: PictureField,
  pictures: readonly Picture[],
  texts: FaultTexts,
): CheckedField {
  const [first, ...others] = pictures;
  if (!first) return absent(field, texts);
  if (!field.many || others.length === 0) return { value: contentOf(first) };
  return { name: field.many.name, value: pictures.map(contentOf) };
}

function contentOf({ base64, file, upload, name }: Picture): unknown {
  return base64 ?? file ?? { upload, name };
}

function absent({ isRequired }: Field, { faults }: FaultTexts): CheckedField {
  return isRequired ? { fault: faults.missing } : {};
}

function checkText(field: TextField, text: string, texts: FaultTexts): CheckedField {
  const { faults, whole } = texts;
  const { minLength, maxLength, isRequired } = field;
  if (text.trim() === '')
    return isRequired && minLength === 0 ? { value: text } : absent(field, texts);
  if (text.length < minLength) return { fault: fill(faults.tooShort, { min: whole(minLength) }) };
  if (text.length > maxLength) {
    const values = { count: whole(text.length), max: whole(maxLength) };
    return { fault: fill(faults.tooLong, values) };
  }
  return { value: text };
}

function checkColor(field: ColorField, text: string, texts: FaultTexts): CheckedField {
  if (text === '') return absent(field, texts);
  return colorPattern.test(text) ? { value: text } : { fault: texts.faults.notColor };
}

function checkWhole(field: WholeField, text: string, texts: FaultTexts): CheckedField {
  const { faults, whole } = texts;
  if (text === '') return absent(field, texts);
  const number = Number(text);
  if (!/^[+-]?\d{1,15}$/.test(text)) return { fault: faults.notWhole };
  if (number < field.minimum)
    return { fault: fill(faults.tooSmall, { min: whole(field.minimum) }) };
  if (number > field.maximum)
    return { fault: fill(faults.tooLarge, { max: whole(field.maximum) }) };
  return { value: number };
}

function checkChoice(field: ChoiceField, value: Value, texts: FaultTexts): CheckedField {
  const option = field.options.find(({ key }) => key === value);
  return option ? { value: option.value } : absent(field, texts);
}

function checkChoices(
  { options, minItems, maxItems }: ChoicesField,
  chosen: readonly string[],
  { faults, whole }: FaultTexts,
): CheckedField {
  const values = options.filter(({ key }) => chosen.includes(key)).map(({ value }) => value);
  if (values.length < minItems) return { fault: fill(faults.tooFew, { min: whole(minItems) }) };
  if (values.length > maxItems) return { fault: fill(faults.tooMany, { max: whole(maxItems) }) };
  return { value: values };
}

/** The form as an earlier run had it; its files are those whose uploads are still kept. */
export function draftOfRun(
  fields: readonly Field[],
  { input = {}, files = [] }: Pick<OwnRun, 'input' | 'files'>,
): Draft {
  const given = fields.flatMap((field) => {
    const { name } = field;
    const value = keysOf(input[name]);
    if (fits(value, field)) return [[name, value]];
    if (field.kind !== 'picture') return [];
    const kept = files.flatMap(({ upload, mediaType, bytes = 0, ...file }) => {
      const isMine = [name, field.many?.name].includes(file.field);
      if (!isMine || !upload || !mediaType) return [];
      return [{ name: file.name ?? '', bytes, mediaType, upload }];
    });
    return [[name, kept.length > 1 ? kept : kept[0]]];
  });
  return { ...emptyDraft(fields), ...Object.fromEntries(given) };
}

/** Whether a form has nothing that somebody has typed or chosen. */
export function isUntouched(fields: readonly Field[], draft: Draft): boolean {
  return JSON.stringify(draft) === JSON.stringify(emptyDraft(fields));
}

/** A form with an example, which goes when somebody types or gives a file; none without a text. */
export function exampleDraft(fields: readonly Field[], input: NonNullable<OwnRun['input']>) {
  const draft = draftOfRun(fields, { input });
  const texts = fields.filter(({ kind, name }) => isTyped(kind) && draft[name] !== '');
  const standsIn = (now: Draft) =>
    texts.length > 0 && texts.every(({ name }) => now[name] === draft[name]);
  const change = (before: Draft, name: string, value: Value): Draft => {
    const field = fields.find((one) => one.name === name);
    const typed =
      typeof value === 'string' && isTyped(field?.kind)
        ? typedInto(String(draft[name]), value)
        : undefined;
    const isInstead = field?.kind === 'picture' && field.others !== undefined;
    if (!standsIn(before) || (typed === undefined && !isInstead)) {
      return { ...before, [name]: value };
    }
    const empty = emptyDraft(fields);
    const others = Object.entries(before).map(([other, one]) => {
      return [other, one === draft[other] ? empty[other] : one];
    });
    return { ...Object.fromEntries(others), [name]: typed ?? value };
  };
  return { draft, standsIn, change };
}

function isTyped(kind: Field['kind'] | undefined): boolean {
  return kind === 'line' || kind === 'text';
}

/** The text that was typed into another; all of the new text where the other has not stayed whole. */
function typedInto(before: string, after: string): string {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  const rest = before.length - start;
  const isWhole = rest === 0 || after.slice(start).endsWith(before.slice(start));
  return isWhole ? after.slice(start, after.length - rest) : after;
}

/** A value of an input as a form holds it. */
function keysOf(value: unknown): Value {
  if (value === undefined) return undefined;
  if (Array.isArray(value)) return value.map(String);
  return typeof value === 'string' || typeof value === 'boolean' ? value : keyOf(value);
}

/** Stores a draft without pictures in the tab, for a reload and for a user who buys credits. */
export function draftStorage(flow: string, sub: string, fields: readonly Field[]) {
  const stored = storedText(() => sessionStorage, `flow ${flow}`, parseStored);
  return {
    /** The stored draft of this user, without the values that don't fit the fields. */
    read: (): Draft => {
      const draft = stored.read();
      const values = draft?.sub === sub ? draft.values : {};
      const fitting = fields.flatMap((field) => {
        const value = values[field.name];
        return fits(value, field) ? [[field.name, value] as const] : [];
      });
      return { ...emptyDraft(fields), ...Object.fromEntries(fitting) };
    },
    write: (draft: Draft): void => {
      const names = fields.filter(({ kind }) => kind !== 'picture').map(({ name }) => name);
      const values = Object.fromEntries(names.map((name) => [name, draft[name]]));
      stored.write(JSON.stringify({ sub, draft: values }));
    },
  };
}

function parseStored(text: string) {
  const stored: unknown = JSON.parse(text);
  if (!isRecord(stored) || !isRecord(stored.draft)) return undefined;
  return { sub: stored.sub, values: stored.draft };
}

function fits(value: unknown, field: Field): value is Value {
  switch (field.kind) {
    case 'picture':
      return false;
    case 'switch':
      return typeof value === 'boolean';
    case 'choices':
      return Array.isArray(value) && value.every((key) => hasOption(field.options, key));
    case 'choice':
      return value === '' || hasOption(field.options, value);
    default:
      return typeof value === 'string';
  }
}

function hasOption(options: readonly { readonly key: string }[], key: unknown): boolean {
  return options.some((option) => option.key === key);
}
