import { type Outcome, type Sent, send } from './send.ts';

/** What can be fetched as a file, with its type. */
const fileTypes = { exportUser: 'application/json', listEntries: 'text/csv' } as const;

/** Fetches a file as the server made it. */
export function download(
  name: keyof typeof fileTypes,
  sent: Pick<Sent, 'query'> = {},
): Promise<Outcome<Blob>> {
  return send(name, fileTypes[name], sent, async (answer) => ({
    ok: true,
    value: await answer.blob(),
  }));
}
