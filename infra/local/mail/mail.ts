import { createServer } from 'node:http';
import { SMTPServer } from 'smtp-server';
import { describeError } from '../errors.ts';
import { bind, guarded, listen } from '../http/listen.ts';
import { readBody } from '../http/read-request.ts';
import { answerMailbox, type Mailbox, mailbox } from './mailbox.ts';

/** Mail systems take 10 MB and more; ours sends 100 kB at most. */
const MAX_MAIL_BYTES = 1_000_000;

/**
 * Mailboxes that refuse, so that a founder sees what happens then. Nobody can own a name below
 * `invalid` (RFC 6761, section 6.4). The replies are those of RFC 5321, section 4.2.2.
 */
const refusals: Readonly<Record<string, { readonly code: number; readonly text: string }>> = {
  'bounce.invalid': { code: 550, text: '5.1.1 No such user here' },
  'full.invalid': { code: 452, text: '4.2.2 The mailbox is full' },
  // A policy, which says nothing of the mailbox (RFC 3463, section 3.8).
  'policy.invalid': { code: 550, text: '5.7.1 Delivery not authorized' },
};

/**
 * Starts the local mail server, which delivers to nobody, and the page that shows what it took.
 * @returns stops both
 * @throws {StartError} when the port of the page is taken
 */
export async function startMail(
  { port, smtpPort }: { readonly port: number; readonly smtpPort: number },
  folder: string,
  report: (text: string) => void,
): Promise<() => Promise<void>> {
  const box = mailbox(folder);
  const server = smtpServer(box, report);
  await bind(server.server, { host: '127.0.0.1', port: smtpPort });
  const listener = guarded(async (request, response) => {
    const { status, headers, body } = await answerMailbox(request, box);
    response.writeHead(status, headers).end(body);
  }, report);
  const close = await listen(port, () => createServer(listener));
  return async () => {
    await Promise.all([close(), new Promise<void>((resolve) => server.close(resolve))]);
  };
}

/** A server for this machine alone, so it asks for no password and needs no certificate. */
function smtpServer(box: Mailbox, report: (text: string) => void): SMTPServer {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: MAX_MAIL_BYTES,
    closeTimeout: 1_000,
    onRcptTo({ address }, _session, done) {
      const refusal = refusals[address.split('@')[1] ?? ''];
      done(refusal && Object.assign(new Error(refusal.text), { responseCode: refusal.code }));
    },
    onData(stream, { envelope }, done) {
      const to = envelope.rcptTo.map(({ address }) => address).join(', ');
      readBody(stream, MAX_MAIL_BYTES)
        .then((raw) => raw && box.keep(to, raw))
        .then(() => done(), done);
    },
  });
  server.on('error', (error) => report(describeError(error)));
  return server;
}
