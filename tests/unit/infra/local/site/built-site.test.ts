import { IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { builtSite } from '../../../../../infra/local/site/built-site.ts';

/** A site whose builds end when the test says so. */
async function startSite() {
  const builds: PromiseWithResolvers<RequestListener>[] = [];
  const lines: string[] = [];
  const stop = new AbortController();
  const build = () => {
    const one = Promise.withResolvers<RequestListener>();
    builds.push(one);
    return one.promise;
  };
  const note = (line: string) => void lines.push(line);
  const starting = builtSite(build, { say: note, report: note, signal: stop.signal });
  builds[0]?.resolve(answering(200));
  return { ...(await starting), builds, lines, stop };
}

/** A listener of a build, which a test tells apart by its status. */
function answering(status: number): RequestListener {
  return (_request, response) => {
    response.statusCode = status;
  };
}

function statusOf(listener: RequestListener): number {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  listener(request, response);
  return response.statusCode;
}

/** Resolves when the pending promises have run. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('the former build answers until the new one is whole', async () => {
  const { listener, rebuild, builds, lines } = await startSite();
  rebuild();
  expect(statusOf(listener)).toBe(200);
  builds[1]?.resolve(answering(201));
  await settle();
  expect(statusOf(listener)).toBe(201);
  expect(lines).toEqual(['The site was built anew.']);
});

test('a build that fails is reported, the former one stays, and the next one may succeed', async () => {
  const { listener, rebuild, builds, lines } = await startSite();
  rebuild();
  builds[1]?.reject(new Error('a post is malformed'));
  await settle();
  expect(statusOf(listener)).toBe(200);
  expect(lines).toEqual([expect.stringMatching(/^the former site stays: .*a post is malformed/)]);
  rebuild();
  builds[2]?.resolve(answering(202));
  await settle();
  expect(statusOf(listener)).toBe(202);
});

test('of several calls during a build, one more build follows, which sees what changed', async () => {
  const { listener, rebuild, builds } = await startSite();
  rebuild();
  rebuild();
  rebuild();
  expect(builds).toHaveLength(2);
  builds[1]?.resolve(answering(201));
  await settle();
  expect(builds).toHaveLength(3);
  builds[2]?.resolve(answering(202));
  await settle();
  expect([builds.length, statusOf(listener)]).toEqual([3, 202]);
});

test('a stop during a build is no failure, and no build begins after it', async () => {
  const { rebuild, builds, lines, stop } = await startSite();
  rebuild();
  rebuild();
  stop.abort();
  builds[1]?.reject(stop.signal.reason);
  await settle();
  rebuild();
  await settle();
  expect([builds.length, lines]).toEqual([2, []]);
});
