import { isRecord } from '../../contract/record.ts';
import { type Draft, emptyDraft, type Value } from './draft.ts';
import type { Field } from './form-fields.ts';

type Store = Pick<Storage, 'getItem' | 'setItem'>;

/** What the tab keeps of a form: whose it is, and all but its pictures. */
interface Kept {
  readonly sub: string;
  readonly draft: Draft;
}

const keyOf = (flow: string) => `flow ${flow}`;

/** Has the tab keep what was typed into a form, for its reload and for whoever leaves to pay. */
export function keepDraft(
  flow: string,
  { sub, draft }: Kept,
  fields: readonly Field[],
  storage: () => Store,
): void {
  const texts = fields.filter(({ kind }) => kind !== 'picture').map(({ name }) => name);
  const kept = Object.fromEntries(texts.map((name) => [name, draft[name]]));
  try {
    storage().setItem(keyOf(flow), JSON.stringify({ sub, draft: kept }));
  } catch {
    // A browser without storage, or one that is full: the form is filled in again then.
  }
}

/** The form as this user left it in this tab; what doesn't fit the fields of today is left out. */
export function keptDraft(
  flow: string,
  sub: string,
  fields: readonly Field[],
  storage: () => Store,
): Draft {
  const kept = read(flow, storage);
  const empty = emptyDraft(fields);
  if (kept?.sub !== sub) return empty;
  const fitting = fields.flatMap((field) => {
    const value = kept.draft[field.name];
    return fits(value, field) ? [[field.name, value] as const] : [];
  });
  return { ...empty, ...Object.fromEntries(fitting) };
}

function read(flow: string, storage: () => Store): { sub?: unknown; draft: Draft } | undefined {
  try {
    const kept: unknown = JSON.parse(storage().getItem(keyOf(flow)) ?? 'null');
    return isRecord(kept) && isRecord(kept.draft)
      ? { sub: kept.sub, draft: Object.fromEntries(Object.entries(kept.draft).map(keptValue)) }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Storage can be edited by hand: what is none of the values that are kept counts as none. */
function keptValue([name, value]: [string, unknown]): [string, Value] {
  if (typeof value === 'string' || typeof value === 'boolean') return [name, value];
  const isList = Array.isArray(value) && value.every((one) => typeof one === 'string');
  return [name, isList ? value : undefined];
}

function fits(value: Value, field: Field): boolean {
  switch (field.kind) {
    case 'picture':
      return false;
    case 'switch':
      return typeof value === 'boolean';
    case 'choices':
      return Array.isArray(value) && value.every((one) => hasOption(field.options, one));
    case 'choice':
      return typeof value === 'string' && (value === '' || hasOption(field.options, value));
    default:
      return typeof value === 'string';
  }
}

function hasOption(options: readonly { readonly key: string }[], key: string): boolean {
  return options.some((option) => option.key === key);
}
