import { type Flow, InputRefused, type MadePart, type Texts } from '../../functions/flows/flow.ts';
import { leftOutLog } from '../../functions/flows/left-out.ts';
import type { StoredLeftOut } from '../../src/contract/left-out.ts';

/** Runs a flow on an input that its schema allows. */
export async function runFlow(flow: Flow, input: unknown): Promise<readonly MadePart[]> {
  const prepared = flow.prepare(input);
  if (!prepared.ok) throw prepared.error;
  return prepared.run(new AbortController().signal);
}

/** Lists the parts that a flow leaves out of an input when it runs, or tells before. */
export async function leftOutOf(
  flow: Flow,
  input: unknown,
  how: 'run' | 'look' = 'run',
): Promise<readonly StoredLeftOut[]> {
  const prepared = flow.prepare(input);
  if (!prepared.ok) throw prepared.error;
  const leftOut = leftOutLog(true);
  await prepared[how]?.(new AbortController().signal, { leftOut });
  return leftOut.list();
}

/** The sentences with which a flow refuses an input. */
export async function refusalOf(flow: Flow, input: unknown): Promise<Texts> {
  try {
    await runFlow(flow, input);
  } catch (error) {
    if (error instanceof InputRefused) return error.sentences;
    throw error;
  }
  throw new Error(`${flow.id} ran, and should have refused its input`);
}

/** The path of the first field that a flow's schema refuses; undefined when it accepts all. */
export function wrongField(flow: Flow, input: unknown): string | undefined {
  const prepared = flow.prepare(input);
  return prepared.ok ? undefined : prepared.error.issues[0]?.path.join('.');
}

/** The part of a result that has a name. */
export function partOf(parts: readonly MadePart[], name: string): MadePart {
  const part = parts.find((one) => one.name === name);
  if (part) return part;
  throw new Error(`There is no part ${name}, only ${parts.map((one) => one.name).join(', ')}`);
}

/** The bytes of a file in a result. */
export function fileOf(parts: readonly MadePart[], name: string): Uint8Array {
  const part = partOf(parts, name);
  if (part.kind === 'file') return part.content;
  throw new Error(`${name} is a ${part.kind} and no file`);
}
