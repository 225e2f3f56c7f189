import { storedText } from '../../client/browser-storage.ts';
import { isRecord } from '../../contract/schemaless.ts';
import { type Draft, picturesOf } from './draft.ts';
import type { Field } from './form-fields.ts';

/** The runs that keep a title, the latest ones, and the length of one in UTF-16 units. */
const maxTitles = 40;
const maxLength = 60;

/**
 * The titles of this tab's runs, by their ids. The server never learns it from here and keeps no
 * input; the tab forgets it with its user (`former-user.ts`).
 */
const stored = storedText(() => sessionStorage, 'run titles', parse);

/** The title of a run: what was given first, such as a title, the first words, or a file's name. */
export function titleOf(draft: Draft, fields: readonly Field[]): string {
  for (const { name } of fields) {
    const value = draft[name];
    const [picture, ...others] = picturesOf(value);
    const more = others.length > 0 ? ` + ${others.length}` : '';
    const text = picture ? picture.name + more : typeof value === 'string' ? value.trim() : '';
    const [line = ''] = text.replace(/^[#>*\s-]+/, '').split('\n');
    if (line !== '') return line.length > maxLength ? `${line.slice(0, maxLength - 1)}…` : line;
  }
  return '';
}

export function keepTitle(id: string, title: string): void {
  if (title === '') return;
  const others = Object.entries(stored.read() ?? {}).filter(([other]) => other !== id);
  stored.write(JSON.stringify(Object.fromEntries([...others.slice(1 - maxTitles), [id, title]])));
}

export function keptTitle(id: string): string | undefined {
  return stored.read()?.[id];
}

function parse(text: string): Readonly<Record<string, string>> | undefined {
  const titles: unknown = JSON.parse(text);
  if (!isRecord(titles)) return undefined;
  return Object.fromEntries(
    Object.entries(titles).flatMap(([id, title]) =>
      typeof title === 'string' ? [[id, title] as const] : [],
    ),
  );
}
