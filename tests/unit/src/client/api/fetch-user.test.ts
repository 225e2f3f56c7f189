import { afterEach, expect, it, vi } from 'vitest';
import { fetchUser } from '../../../../../src/client/api/fetch-user.ts';

const ann = { sub: 'local|ann', name: 'Ann', app_metadata: { credits: 25 } };
const failed = 'The request to /api/auth/me failed';

function answering(answer: () => Promise<Response>) {
  const fetching = vi.fn<(path: string, init: RequestInit) => Promise<Response>>(answer);
  vi.stubGlobal('fetch', fetching);
  return fetching;
}

afterEach(() => vi.unstubAllGlobals());

it('gives the user of an ok answer', async () => {
  answering(async () => Response.json(ann));
  expect(await fetchUser()).toEqual(ann);
});

it('gives nobody for 204', async () => {
  answering(async () => new Response(null, { status: 204 }));
  expect(await fetchUser()).toBeUndefined();
});

it.each([
  ['status 500', async () => new Response(null, { status: 500 })],
  ['no answer', async () => Promise.reject(new TypeError('Failed to fetch'))],
  ['an answer that is not JSON', async () => new Response('<html>')],
  ['an answer that is no user', async () => Response.json({ sub: 'local|ann' })],
])("says the specification's words for %s", async (_, answer) => {
  answering(answer);
  await expect(fetchUser()).rejects.toThrow(failed);
});

it('takes the reply that the head script has asked for, and asks itself when none came', async () => {
  const fetching = answering(async () => new Response(null, { status: 204 }));
  expect(await fetchUser(Promise.resolve(Response.json(ann)))).toEqual(ann);
  expect(fetching).not.toHaveBeenCalled();
  expect(await fetchUser(Promise.resolve(undefined))).toBeUndefined();
  expect(fetching).toHaveBeenCalledOnce();
});

it('does not wait for ever', async () => {
  const fetching = answering(async () => new Response(null, { status: 204 }));
  await fetchUser();
  expect(fetching.mock.calls[0]?.[1].signal).toBeInstanceOf(AbortSignal);
});
