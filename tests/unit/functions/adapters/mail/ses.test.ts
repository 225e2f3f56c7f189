import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { sesMail } from '../../../../../functions/adapters/mail/ses.ts';
import { signatureOf } from '../../../../integration/aws/signature.ts';
import { portOf } from '../../../../support/any-port.ts';

const host = 'email.eu-central-1.amazonaws.com';
const keys = { accessKeyId: 'ASIAEXAMPLE', secretAccessKey: 'secret', sessionToken: 'token' };
const from = 'hello@example.com';
const raw = Buffer.from('Subject: A\r\n\r\nÄ');
const letter = { from, to: 'ada@example.org', raw };

/** `SendEmailRequest` of the API's model, as far as we send it. */
const requestSchema = z.strictObject({
  FromEmailAddress: z.string(),
  Destination: z.strictObject({ ToAddresses: z.array(z.string()).check(z.length(1)) }),
  Content: z.strictObject({ Raw: z.strictObject({ Data: z.base64() }) }),
  ConfigurationSetName: z.optional(z.string()),
});

interface Refusal {
  readonly status: number;
  readonly kind?: string;
  readonly message?: string;
}

/** The service's next answer instead of reading the message. */
let instead: ((response: ServerResponse) => void) | undefined;
let sent: z.infer<typeof requestSchema>[] = [];

beforeEach(() => {
  instead = undefined;
  sent = [];
});

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString();
  const refusal = refusalOf(request, body);
  if (refusal) return refuse(response, refusal);
  if (instead) return instead(response);
  sent.push(requestSchema.parse(JSON.parse(body)));
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ MessageId: '0107019a-example-000000' }));
});

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** The refusals of SES for a request, from the signature to the state of the account. */
function refusalOf(request: IncomingMessage, body: string): Refusal | undefined {
  const { method, url } = request;
  // "SendEmail", request syntax, in the Amazon SES API v2 reference.
  if (`${method} ${url}` !== 'POST /v2/email/outbound-emails') {
    return { status: 404, kind: 'UnknownOperationException' };
  }
  // "Common Errors" of the same reference.
  if (!isSigned(request, body)) {
    return { status: 403, kind: 'InvalidSignatureException' };
  }
  const parsed = requestSchema.safeParse(JSON.parse(body));
  if (!parsed.success) return { status: 400, kind: 'BadRequestException' };
  const { FromEmailAddress, ConfigurationSetName = 'shop' } = parsed.data;
  if (ConfigurationSetName !== 'shop') return { status: 404, kind: 'NotFoundException' };
  if (FromEmailAddress !== from) return unverified;
  return undefined;
}

// "Amazon SES email sending errors" in the developer guide; the kind: github.com/ks888/LambStatus
// issue 97 and github.com/WPManageNinja/fluent-smtp issue 61.
const unverified: Refusal = {
  status: 400,
  kind: 'MessageRejected',
  message:
    'Email address is not verified. The following identities failed the check in region EU-CENTRAL-1: other@example.com',
};

/** "Create a signed AWS API request" in the IAM user guide; SES signs as `ses` at its host `email`. */
function isSigned({ method = '', url = '', headers }: IncomingMessage, body: string): boolean {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=ASIAEXAMPLE\/(\d{8}\/eu-central-1\/ses\/aws4_request), SignedHeaders=([^,]+), Signature=(\w+)$/;
  const [, scope = '', names = '', signature] = pattern.exec(headers.authorization ?? '') ?? [];
  // The signature is for the real host, whose place this server has.
  const received: typeof headers = { ...headers, host };
  const covered = names.split(';').map((name) => [name, String(received[name])] as const);
  const date = String(headers['x-amz-date']);
  const asked = { method, path: url, query: new URLSearchParams(), headers: covered, body };
  const expected = signatureOf({ ...asked, date, scope }, keys.secretAccessKey);
  return signature === expected && headers['x-amz-security-token'] === keys.sessionToken;
}

/** "Operation error serialization" of the AWS restJson1 protocol: the kind is in a header. */
function refuse(response: ServerResponse, { status, kind, message = 'No.' }: Refusal): void {
  const named = kind === undefined ? {} : { 'x-amzn-errortype': kind };
  response.writeHead(status, { 'content-type': 'application/json', ...named });
  response.end(JSON.stringify({ message }));
}

/** The adapter, whose requests reach the server in the place of the real host. */
function mail(url = 'ses://eu-central-1/shop', credentials = keys, timeoutMs = 5_000) {
  const request: typeof fetch = (input, init) =>
    fetch(String(input).replace(`https://${host}`, `http://127.0.0.1:${portOf(server)}`), init);
  return sesMail(url, credentials, { request, timeoutMs });
}

test('a message goes out as it is, signed, through the configuration set of the address', async () => {
  expect(await mail()(letter)).toEqual({ ok: true });
  expect(await mail('ses://eu-central-1')(letter)).toEqual({ ok: true });
  const message = {
    FromEmailAddress: from,
    Destination: { ToAddresses: ['ada@example.org'] },
    Content: { Raw: { Data: raw.toString('base64') } },
  };
  expect(sent).toEqual([{ ...message, ConfigurationSetName: 'shop' }, message]);
});

test('without credentials there is no sender', () => {
  expect(() => sesMail('ses://eu-central-1', undefined)).toThrow(TypeError);
});

/*
 * The errors of "SendEmail" with their statuses, as github.com/boto/botocore has them in
 * `botocore/data/sesv2/2019-09-27/service-2.json`. No error is about the mailbox, of which SES
 * hears later.
 */
const address = ':http://internal.amazon.com/';

test.each<[string, number, string | undefined, boolean, string?]>([
  ['bad content', 400, 'MessageRejected', true],
  ['bad input', 400, 'BadRequestException', true],
  ['no MX record', 400, 'MailFromDomainNotVerifiedException', false],
  ['throttled', 429, 'TooManyRequestsException', false],
  ['a spent quota', 400, 'LimitExceededException', false],
  ['suspended', 400, 'AccountSuspendedException', false],
  ['paused', 400, 'SendingPausedException', false],
  ['our keys', 403, 'AccessDeniedException', false],
  ['a namespace', 400, `com.aws#MessageRejected${address}`, true, 'SES 400 MessageRejected'],
  ['no kind', 400, undefined, false, 'SES 400'],
  ['a kind with an address', 400, 'ada@example.org', false, 'SES 400'],
  ['a fault of theirs', 500, undefined, false, 'SES 500'],
])('%s', async (_name, status, kind, isFinal, failure = `SES ${status} ${kind}`) => {
  instead = (response) => refuse(response, { status, ...(kind === undefined ? {} : { kind }) });
  expect(await mail()(letter)).toEqual({ ok: false, isFinal, isAddress: false, failure });
});

const later = { ok: false, isFinal: false, isAddress: false };

test('what the account does not have, or does not know, may be mended', async () => {
  instead = (response) => refuse(response, unverified);
  const failures = [
    await mail()(letter),
    await mail('ses://eu-central-1/other')(letter),
    await mail('ses://eu-central-1', { ...keys, secretAccessKey: 'other' })(letter),
  ];
  const said = [
    '400 MessageRejected (not verified)',
    '404 NotFoundException',
    '403 InvalidSignatureException',
  ];
  expect(failures).toEqual(said.map((failure) => ({ ...later, failure: `SES ${failure}` })));
});

test('a body that is no JSON leaves the kind to its header', async () => {
  const answer = (status: number, headers = {}) => {
    instead = (response) => void response.writeHead(status, headers).end('<html>{');
    return mail()(letter);
  };
  const failed = { ok: false, isAddress: false };
  const kind = { 'x-amzn-errortype': 'BadRequestException' };
  expect(await answer(400, kind)).toMatchObject({ ...failed, isFinal: true });
  expect(await answer(502)).toEqual({ ...failed, isFinal: false, failure: 'SES 502' });
  expect(await answer(200)).toEqual({ ok: true });
});

test('no answer in time, a dropped connection and a redirect are tried again', async () => {
  instead = () => undefined;
  expect(await mail(undefined, keys, 50)(letter)).toEqual({ ...later, failure: 'TimeoutError' });
  instead = (response) => void response.destroy();
  expect(await mail()(letter)).toEqual({ ...later, failure: 'TypeError' });
  instead = (response) => void response.writeHead(302, { location: 'http://127.0.0.1:1' }).end();
  expect(await mail()(letter)).toEqual({ ...later, failure: 'TypeError' });
});
