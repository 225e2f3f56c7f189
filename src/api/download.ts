import type { Outcome } from './outcome.ts';
import { received } from './received.ts';
import type { Said } from './said.ts';
import { send } from './send.ts';

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
