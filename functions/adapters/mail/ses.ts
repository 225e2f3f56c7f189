import { Hash } from '@smithy/core/serde';
import { SignatureV4 } from '@smithy/signature-v4';
import * as z from 'zod/mini';
import type { MailResult, SendMail } from '../../domain/message/delivery.ts';

interface Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** How long a call may take, in milliseconds. */
const TIMEOUT_MS = 10_000;

const path = '/v2/email/outbound-emails';

/** The kind of an error in a header, between a namespace and an address that either may lack. */
const kindPattern = /^(?:[\w.]+#)?([A-Za-z]{1,64})(?::|$)/;

/** Source of both: "Operation error serialization" of the AWS restJson1 protocol (smithy.io). */
const errorSchema = z.object({ message: z.string() });

/**
 * Refusals that another try would not change, because the message itself is malformed. All others,
 * such as a spent quota or a paused account, may pass. Source: "SendEmail", section "Errors", in the
 * Amazon SES API v2 reference.
 */
const finalKinds: ReadonlySet<string> = new Set(['BadRequestException', 'MessageRejected']);

/**
 * Our domain waits for its records, or the account for production access: an operator can mend both
 * within the days of trying. It is a `MessageRejected` like one about content, which only the text
 * tells apart. Source: "Amazon SES email sending errors" in the developer guide.
 */
const unverified = /^Email address is not verified\b/;

/**
 * Sends mail by SES, as MIME that we wrote ourselves (`SendEmail` of its API v2, `Content.Raw`). A
 * mailbox that refuses it tells SES later, so no answer is about the address.
 * @param url `ses://` with the region, and as its path the name of a configuration set, if any
 * @param request a stand-in for `fetch`
 * @throws TypeError without credentials
 */
export function sesMail(
  url: string,
  credentials: Keys | undefined,
  { request = fetch, timeoutMs = TIMEOUT_MS } = {},
): SendMail {
  const { hostname: region, pathname } = new URL(url);
  const configurationSet = pathname.slice(1);
  if (credentials === undefined) throw new TypeError('SES needs the credentials of the process.');
  const sha256 = Hash.bind(null, 'sha256');
  const signer = new SignatureV4({ service: 'ses', region, credentials, sha256 });
  const hostname = `email.${region}.amazonaws.com`;
  return async ({ from, to, raw }) => {
    const body = JSON.stringify({
      FromEmailAddress: from,
      Destination: { ToAddresses: [to] },
      Content: { Raw: { Data: Buffer.from(raw).toString('base64') } },
      ...(configurationSet ? { ConfigurationSetName: configurationSet } : {}),
    });
    const headers = { host: hostname, 'content-type': 'application/json' };
    const call = { method: 'POST', protocol: 'https:', hostname, path, query: {}, headers, body };
    const signed = await signer.sign(call);
    try {
      const answer = await request(`https://${hostname}${path}`, {
        method: 'POST',
        headers: signed.headers,
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (!answer.ok) return await refusalOf(answer);
      await answer.body?.cancel();
      return { ok: true };
    } catch (error) {
      return { ok: false, isFinal: false, isAddress: false, failure: nameOf(error) };
    }
  };
}

async function refusalOf(answer: Response): Promise<MailResult> {
  const { status, headers } = answer;
  const [, kind = ''] = kindPattern.exec(headers.get('x-amzn-errortype') ?? '') ?? [];
  const body: unknown = await answer.json().catch(() => undefined);
  const isUnverified = unverified.test(errorSchema.safeParse(body).data?.message ?? '');
  return {
    ok: false,
    isFinal: finalKinds.has(kind) && !isUnverified,
    isAddress: false,
    failure: `SES ${status} ${kind}${isUnverified ? ' (not verified)' : ''}`.trim(),
  };
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'no answer';
}
