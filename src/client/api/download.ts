import type { CallInput } from './call-input.ts';
import type { CallResult } from './outcome.ts';
import { send } from './send.ts';
import { settle } from './settle.ts';

/** What can be fetched as a file, with its type. */
const fileTypes = { exportUser: 'application/json', listEntries: 'text/csv' } as const;

/** Fetches a file as the server made it. */
export async function download<Name extends keyof typeof fileTypes>(
  name: Name,
  said: CallInput<Name>,
): Promise<CallResult<Blob>> {
  const answer = await send(name, fileTypes[name], said);
  return answer.ok ? settle(answer.value.blob()) : answer;
}
