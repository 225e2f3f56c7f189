import type { CallInput } from './call-input.ts';
import { type CallResult, settle } from './call-result.ts';
import { send } from './send.ts';

/** The routes that return a file, with its type. */
const fileTypes = { exportUser: 'application/json', listEntries: 'text/csv' } as const;

/** Fetches a file as the server made it. */
export async function download<Name extends keyof typeof fileTypes>(
  name: Name,
  input: CallInput<Name>,
): Promise<CallResult<Blob>> {
  const reply = await send(name, fileTypes[name], input);
  return reply.ok ? settle(reply.value.blob()) : reply;
}

/** How long the browser may take to start saving a file, in milliseconds. */
const saveStartMs = 60_000;

/** Makes the browser save a file under a name. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), saveStartMs);
}
