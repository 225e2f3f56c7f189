import { root } from 'astro:config/server';
import { Worker } from 'node:worker_threads';
import type { MiddlewareHandler } from 'astro';
import { type GivenPage, type LeanPage, leanPage } from './client/start/lean-page.ts';

/**
 * Changes every page before it is written (`lean-page.ts`). A build does so in a second thread, while
 * the first one renders further pages.
 */
export const onRequest: MiddlewareHandler = async ({ url }, next) => {
  const response = await next();
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response;
  const page = { bytes: await response.arrayBuffer(), mayMakeCode: url.pathname === '/admin/' };
  return new Response(await (globalThis.builtChunks ? inThread(page) : leanPage(page)), response);
};

/** The pages that the second thread has not answered yet; it answers in their order. */
const waiting: PromiseWithResolvers<LeanPage>[] = [];
/** Of these, the pages that it has not been sent: to wake it for each one takes long. */
let unsent: GivenPage[] = [];
let thread: Worker | undefined;

function inThread(page: GivenPage): Promise<LeanPage> {
  const answer = Promise.withResolvers<LeanPage>();
  waiting.push(answer);
  if (unsent.push(page) === 1) setImmediate(send);
  return answer.promise;
}

function send(): void {
  thread ??= startThread();
  thread.ref();
  const transferred = unsent.map(({ bytes }) => bytes);
  thread.postMessage(unsent, transferred);
  unsent = [];
}

function startThread(): Worker {
  const { builtChunks, builtAddresses, builtSite } = globalThis;
  const started = new Worker(new URL('src/client/start/lean-page.ts', root), {
    workerData: { builtChunks, builtAddresses, builtSite },
  });
  started.on('message', (pages: readonly LeanPage[]) => {
    for (const page of pages) waiting.shift()?.resolve(page);
    // An idle thread does not keep the process alive.
    if (waiting.length === 0) started.unref();
  });
  started.on('error', (reason) => {
    thread = undefined;
    for (const { reject } of waiting.splice(0)) reject(reason);
  });
  return started;
}
