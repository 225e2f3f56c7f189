import type { listEntries } from '../../contract/entries.ts';
import type { exportUser } from '../../contract/export.ts';
import type { readUse } from '../../contract/usage.ts';
import type { CallInput } from './call.ts';
import { type CallResult, settle } from './call-result.ts';
import { send } from './send.ts';

/** Fetches a file as the server made it: CSV where the route has that, else JSON. */
export async function download<R extends typeof exportUser | typeof listEntries | typeof readUse>(
  route: R,
  input: CallInput<R>,
): Promise<CallResult<Blob>> {
  const type = 'csv' in route ? 'text/csv' : 'application/json';
  const reply = await send(route, type, input);
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
