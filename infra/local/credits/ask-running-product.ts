import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { isErrno } from '../errno.ts';
import { StartError } from '../start-error.ts';
import { type Answer, answerSchema, type Command } from './command.ts';

/** How long a command may take; the audit of a large ledger takes longest. */
const TIMEOUT_MS = 10 * 60_000;

/**
 * Has the running product do a command, through the socket in its data folder.
 *
 * @returns nothing when no product runs there
 * @throws {StartError} when it cannot do what it is asked
 */
export async function askRunningProduct(
  path: string,
  command: Command,
): Promise<Answer | undefined> {
  try {
    const response = await post(path, JSON.stringify(command));
    const body = await text(response);
    if (response.statusCode === 200) return answerSchema.parse(JSON.parse(body));
  } catch (error) {
    // No socket, or one that a process left behind that was killed.
    if (isErrno(error, 'ENOENT', 'ECONNREFUSED')) return undefined;
    if (isErrno(error, 'EACCES')) throw new StartError(notAllowed);
    throw error;
  }
  throw new StartError(failed);
}

const notAllowed =
  'The running product belongs to another user: run this command as the user who started it.';
const failed =
  'The running product could not do this: its output says why. If it is of another version than this command, start it anew.';

function post(socketPath: string, body: string): Promise<IncomingMessage> {
  const answered = Promise.withResolvers<IncomingMessage>();
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  const timeout = () =>
    asked.destroy(new StartError('The running product did not answer in time.'));
  const asked = request({ socketPath, method: 'POST', path: '/', headers, timeout: TIMEOUT_MS })
    .on('response', answered.resolve)
    .on('timeout', timeout)
    .on('error', answered.reject);
  asked.end(body);
  return answered.promise;
}
