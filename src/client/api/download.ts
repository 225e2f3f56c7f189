import type { listEntries } from '../../contract/entries.ts';
import type { exportUser } from '../../contract/export.ts';
import type { CallInput } from './call-input.ts';
import type { CallResult } from './outcome.ts';
import { send } from './send.ts';
import { settle } from './settle.ts';

/** Fetches a file as the server made it: CSV where the route has that, else JSON. */
export async function download<R extends typeof exportUser | typeof listEntries>(
  route: R,
  input: CallInput<R>,
): Promise<CallResult<Blob>> {
  const type = 'csv' in route ? 'text/csv' : 'application/json';
  const answer = await send(route, type, input);
  return answer.ok ? settle(answer.value.blob()) : answer;
}
