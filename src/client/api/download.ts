import type { Said } from './call-input.ts';
import type { Outcome } from './outcome.ts';
import { send } from './send.ts';
import { received } from './settle.ts';

/** What can be fetched as a file, with its type. */
const fileTypes = { exportUser: 'application/json', listEntries: 'text/csv' } as const;

/** Fetches a file as the server made it. */
export async function download<Name extends keyof typeof fileTypes>(
  name: Name,
  said: Said<Name>,
): Promise<Outcome<Blob>> {
  const answer = await send(name, fileTypes[name], said);
  return answer.ok ? received(answer.value.blob()) : answer;
}
