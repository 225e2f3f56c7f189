import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';
import { portOf } from './any-port.ts';
import { siteOrigin } from './api-event.ts';

export type Answer = readonly [status: number, body: unknown];

/** How to call a server in Stripe's place, which answers by the path until the test ends. */
export async function answeringStripe(answers: Readonly<Record<string, Answer>>) {
  const headers = { 'content-type': 'application/json', 'stripe-should-retry': 'false' };
  const server = createServer(({ url = '' }, response) => {
    const found = Object.entries(answers).find(([path]) => url.includes(path));
    const [status, body] = found?.[1] ?? [404, { error: { code: 'resource_missing' } }];
    response.writeHead(status, headers).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const apiBase = `http://localhost:${portOf(server)}`;
  return { secretKey: 'sk_test_0123456789', apiBase, siteOrigin };
}
