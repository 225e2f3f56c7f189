import { root } from 'astro:config/server';
import { Worker } from 'node:worker_threads';
import type { MiddlewareHandler } from 'astro';
import { type GivenPage, type LeanPage, leanPage } from './client/start/lean-page.ts';

/** For fewer pages, starting a second thread takes longer than it saves. */
const fewPages = 100;
let count = 0;

/** Changes every page before it is written (`lean-page.ts`). */
export const onRequest: MiddlewareHandler = async ({ url }, next) => {
  const response = await next();
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response;
  const page = { bytes: await response.arrayBuffer(), mayMakeCode: url.pathname === '/admin/' };
  count += 1;
  if (globalThis.builtChunks && count === fewPages) startThread();
  return new Response(await (thread ? inThread(page, thread) : leanPage(page)), response);
};

/** The thread that shortens pages beside the one that renders them, once it is ready. */
let thread: Worker | undefined;
/** The pages that it has not answered yet; it answers in their order. */
const waiting: PromiseWithResolvers<LeanPage>[] = [];
/** The pages that the next message brings to it: a message for each page would wake it too often. */
let unsent: GivenPage[] = [];

function inThread(page: GivenPage, to: Worker): Promise<LeanPage> {
  const answer = Promise.withResolvers<LeanPage>();
  waiting.push(answer);
  if (unsent.push(page) === 1) setImmediate(() => send(to));
  return answer.promise;
}

function send(to: Worker): void {
  to.ref();
  const transferred = unsent.map(({ bytes }) => bytes);
  to.postMessage(unsent, transferred);
  unsent = [];
}

function startThread(): void {
  const { builtChunks, builtAddresses, builtSite } = globalThis;
  const started = new Worker(new URL('src/client/start/lean-page.ts', root), {
    workerData: { builtChunks, builtAddresses, builtSite },
  });
  started.on('message', (pages: readonly LeanPage[]) => {
    thread = started;
    for (const page of pages) waiting.shift()?.resolve(page);
    // An idle thread does not keep the process alive.
    if (waiting.length === 0) started.unref();
  });
  started.on('error', (reason) => {
    thread = undefined;
    for (const { reject } of waiting.splice(0)) reject(reason);
  });
}
