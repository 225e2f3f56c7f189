import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod/mini';

/** A token, and what it may do with the statuses of commits. */
export interface Token {
  readonly token: string;
  readonly statuses: 'none' | 'read' | 'write';
}

/** A repository at the stand-in of GitHub. */
export interface Repository {
  readonly name: string;
  readonly branch: string;
  /** The newest commit of the branch; a test may push another. */
  head: string;
  readonly tokens: readonly Token[];
}

interface Status {
  readonly context: string;
  readonly state: string;
  readonly description: string | null;
  readonly target_url: string | null;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const statusSchema = z.object({
  state: z.string(),
  context: z._default(z.string(), 'default'),
  description: z._default(z.nullable(z.string()), null),
  target_url: z._default(z.nullable(z.string()), null),
});

const MAX_DESCRIPTION = 140;

/** The faults for which GitHub refuses a new status, each with its source. */
const faults: readonly (readonly [message: string, source: string, (one: Status) => boolean])[] = [
  [
    'state is not included in the list',
    'https://docs.github.com/en/rest/commits/statuses: "Can be one of: error, failure, pending, success"',
    ({ state }) => !['error', 'failure', 'pending', 'success'].includes(state),
  ],
  [
    'description is too long (maximum is 140 characters)',
    'https://github.com/sclorg/testing-farm-as-github-action/pull/187',
    ({ description }) => (description ?? '').length > MAX_DESCRIPTION,
  ],
];

/**
 * Starts a stand-in of the part of GitHub's API that is about statuses of commits, at a free port of
 * this machine. It refuses what GitHub refuses.
 */
export async function startGithub(repository: Repository) {
  const statuses = new Map<string, Status[]>();
  const server = createServer(async (request, response) => {
    const { status, body } = await answerTo(request, repository, statuses);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port }: AddressInfo = Object(server.address());
  return {
    apiRoot: `http://127.0.0.1:${port}`,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

async function answerTo(
  request: IncomingMessage,
  { name, branch, head, tokens }: Repository,
  statuses: Map<string, Status[]>,
): Promise<Answer> {
  const [, given] = /^(?:Bearer|token) (.+)$/.exec(request.headers.authorization ?? '') ?? [];
  const caller = tokens.find(({ token }) => token === given);
  // https://docs.github.com/en/rest/authentication/authenticating-to-the-rest-api
  if (!caller) return errorAnswer(401, 'Bad credentials');
  const path = (request.url ?? '').split('?')[0] ?? '';
  const place = `/repos/${name}/`;
  // https://docs.github.com/en/rest/using-the-rest-api/troubleshooting-the-rest-api: 404, so that
  // nobody learns which private repositories there are.
  if (!path.startsWith(place)) return errorAnswer(404, 'Not Found');
  const [kind = '', reference = '', what] = path.slice(place.length).split('/');
  const sha = decodeURIComponent(reference) === branch ? head : reference;
  if (request.method === 'POST' && kind === 'statuses') {
    if (caller.statuses !== 'write')
      return errorAnswer(403, 'Resource not accessible by integration');
    return created(await bodyOf(request), sha, head, statuses);
  }
  // Fine-grained tokens have no permission for it: https://github.com/sortie-ai/sortie/issues/765
  if (what === 'check-runs' || caller.statuses === 'none') {
    return errorAnswer(403, 'Resource not accessible by personal access token');
  }
  if (kind !== 'commits' || what !== 'status') return errorAnswer(404, 'Not Found');
  if (sha !== head) return errorAnswer(422, `No commit found for SHA: ${sha}`);
  const newest = new Map((statuses.get(sha) ?? []).map((one) => [one.context, one]));
  return { status: 200, body: { sha, statuses: [...newest.values()] } };
}

function created(
  body: unknown,
  sha: string,
  head: string,
  statuses: Map<string, Status[]>,
): Answer {
  // https://github.com/rust-lang/homu/issues/141
  if (sha !== head) return errorAnswer(422, `No commit found for SHA: ${sha}`);
  const read = z.safeParse(statusSchema, body);
  if (!read.success) return errorAnswer(422, 'Validation Failed');
  const fault = faults.find(([, , isFaulty]) => isFaulty(read.data));
  if (fault) return errorAnswer(422, `Validation Failed: ${fault[0]}`);
  statuses.set(sha, [...(statuses.get(sha) ?? []), read.data]);
  return { status: 201, body: read.data };
}

function errorAnswer(status: number, message: string): Answer {
  return { status, body: { message, documentation_url: 'https://docs.github.com/rest' } };
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const part of request) text += String(part);
  return JSON.parse(text);
}
