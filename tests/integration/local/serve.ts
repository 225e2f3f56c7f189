import { createServer, type RequestListener } from 'node:http';
import { portOf } from '../../support/any-port.ts';

/** A test's server on a free port. */
export interface Served {
  readonly origin: string;
  close(): Promise<void>;
}

/** Serves on a free port; makes the listener when the origin is known. */
export async function serve(makeListener: (origin: string) => RequestListener): Promise<Served> {
  let listener: RequestListener | undefined;
  const server = createServer({ maxHeaderSize: 4 * 1024 * 1024 }, (request, response) =>
    listener?.(request, response),
  );
  const listening = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', listening.resolve);
  await listening.promise;
  const origin = `http://localhost:${portOf(server)}`;
  listener = makeListener(origin);
  return {
    origin,
    close: async () => {
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      server.closeAllConnections();
      await closed.promise;
    },
  };
}
