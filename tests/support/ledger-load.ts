import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { Schema } from '../../functions/adapters/postgres/schema/schema.ts';

/** A command as it is sent, and its first answer. */
export interface SentCommand {
  readonly key: string;
  readonly kind: 'hold' | 'capture' | 'release' | 'grant';
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  answer?: { readonly status: number; readonly text: string };
}

/** How long an answer may take, unless a test says otherwise. A killed process never answers, and a call of it fails at once. */
const ANSWER_TIMEOUT_MS = 10_000;

/** The largest amount of a hold, and of a gift that pays for the next holds. */
const MAX_CREDITS = { hold: 9, grant: 30 } as const;

/** Answers that leave open whether the command had its effect. */
const unclear: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);

const heldSchema = z.object({ id: z.uuid() });

/**
 * A service that holds, settles and grants at random, and remembers every command.
 *
 * @param random from 0 up to 1
 */
export class LedgerLoad {
  readonly sent: SentCommand[] = [];
  readonly #origin: string;
  readonly #serviceKey: string;
  readonly #subs: readonly string[];
  readonly #random: () => number;
  readonly #timeoutMs: number;
  #open: string[] = [];

  constructor(service: {
    readonly origin: string;
    readonly serviceKey: string;
    readonly subs: readonly string[];
    readonly random: () => number;
    readonly timeoutMs?: number;
  }) {
    this.#origin = service.origin;
    this.#serviceKey = service.serviceKey;
    this.#subs = service.subs;
    this.#random = service.random;
    this.#timeoutMs = service.timeoutMs ?? ANSWER_TIMEOUT_MS;
  }

  /** Sends one more command; returns whether an answer came. */
  sendNext(): Promise<boolean> {
    const command = this.#next();
    this.sent.push(command);
    return this.#send(command);
  }

  /** The commands without an answer. */
  unanswered(): readonly SentCommand[] {
    return this.sent.filter(({ answer }) => !answer);
  }

  /** Sends every unanswered command again. */
  async retryUnanswered(): Promise<void> {
    await Promise.all(this.unanswered().map((command) => this.#send(command)));
  }

  /** Sends an answered command again, and returns the difference of the answers, if any. */
  async differenceOnReplay({ key, path, body, answer }: SentCommand): Promise<string | undefined> {
    const again = await this.#post(key, path, body);
    const text = withoutRequestId(await again.text());
    const isReplayed = again.headers.get('idempotency-replayed') === 'true';
    if (again.status === answer?.status && text === answer.text && isReplayed) return undefined;
    return `${key}: ${answer?.status} ${answer?.text}, then ${again.status} ${text}`;
  }

  #next(): SentCommand {
    const key = `command-${this.sent.length}`;
    const sub = this.#pick(this.#subs);
    const dice = this.#random();
    const holdId = dice < 0.5 ? this.#takeOpen() : undefined;
    if (holdId !== undefined) {
      const kind = dice < 0.3 ? 'capture' : 'release';
      return { key, kind, path: `/api/credits/holds/${holdId}/${kind}`, body: {} };
    }
    if (dice > 0.9) {
      const body = { sub, amount: this.#upTo(MAX_CREDITS.grant), reason: key };
      return { key, kind: 'grant', path: '/api/credits/grants', body };
    }
    const body = { sub, amount: this.#upTo(MAX_CREDITS.hold), reference: key };
    return { key, kind: 'hold', path: '/api/credits/holds', body };
  }

  async #send(command: SentCommand): Promise<boolean> {
    try {
      const response = await this.#post(command.key, command.path, command.body);
      const text = await response.text();
      if (unclear.has(response.status)) return false;
      command.answer = { status: response.status, text: withoutRequestId(text) };
      if (command.kind === 'hold' && response.ok) {
        this.#open.push(heldSchema.parse(JSON.parse(text)).id);
      }
      return true;
    } catch (error) {
      // The errors of `fetch` when the other side is gone; any other error is a bug of the test.
      if (error instanceof TypeError || error instanceof DOMException) return false;
      throw error;
    }
  }

  #post(key: string, path: string, body: SentCommand['body']): Promise<Response> {
    return fetch(`${this.#origin}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${this.#serviceKey}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(this.#timeoutMs),
    });
  }

  /** An unsettled hold, which nobody else uses from now on. */
  #takeOpen(): string | undefined {
    const taken = this.#open[Math.floor(this.#random() * this.#open.length)];
    this.#open = this.#open.filter((id) => id !== taken);
    return taken;
  }

  #pick<Item>(items: readonly Item[]): Item | undefined {
    return items[Math.floor(this.#random() * items.length)];
  }

  #upTo(most: number): number {
    return 1 + Math.floor(this.#random() * most);
  }
}

/** A problem has the id of the request, which differs each time. */
function withoutRequestId(text: string): string {
  return text.replace(/"requestId":"[^"]*"/, '');
}

/** The entries of commands, by key and kind: there must be one of each. */
export async function effectsOf(db: Kysely<Schema>): Promise<readonly string[]> {
  const entries = await db
    .selectFrom('entries')
    .where('actor', '<>', 'system')
    .select(['idempotency_key', 'kind', 'quantity'])
    .execute();
  return entries
    .map(({ idempotency_key, kind, quantity }) => `${idempotency_key} ${kind} ${quantity}`)
    .toSorted();
}

/** A refused command has no effect; a hold is settled whole. */
export function expectedEffects(sent: readonly SentCommand[]): readonly string[] {
  return sent
    .filter(({ answer }) => answer && answer.status < 300)
    .map(({ key, kind, body, answer }) => {
      const said: { captured?: number; released?: number } = JSON.parse(answer?.text ?? '{}');
      const quantity =
        kind === 'capture' ? said.captured : kind === 'release' ? said.released : body.amount;
      return `${key} ${kind} ${quantity}`;
    })
    .toSorted();
}
