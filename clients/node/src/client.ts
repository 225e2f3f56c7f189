import type { Key, Quote, Run, Tool } from './answers.ts';

export type { Key, Quote, ResultPart, Run, Tool } from './answers.ts';

/** The address of a service, and a personal key of its account page. */
export interface ClientOptions {
  /** Such as `https://www.example.com`; the client learns that of the tools from it. */
  readonly address: string;
  readonly key: string;
  /** The language of names and sentences, such as `zh`; English by default. */
  readonly language?: string;
  /** For tests: in the place of the global `fetch`. */
  readonly fetch?: typeof fetch;
}

export interface RunOptions {
  /** Runs only at this price, in credits. */
  readonly credits?: number;
  /** Goes on with what can be read of a document, however little it is. */
  readonly partial?: boolean;
  /** Names the run, so that it is charged once however often it is sent; random by default. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
  /** Told how many items of a list are done. */
  readonly onProgress?: (done: number, of: number) => void;
}

/** An input: the fields that `tools()` lists, by their names. */
export type Input = Readonly<Record<string, unknown>>;

/** A refusal by the service (RFC 9457). Compare `code`; `message` is for people. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly status: number;
  readonly code: string;
  /** The whole body, such as `window`, `cap`, `spent` and `resetsAt` of `key_cap_reached`. */
  readonly problem: Readonly<Record<string, unknown>>;

  constructor(status: number, problem: Readonly<Record<string, unknown>>) {
    super(String(problem.detail ?? `The service answered ${status}.`));
    this.status = status;
    this.code = String(problem.code ?? 'unknown');
    this.problem = problem;
  }
}

/**
 * How often a call is sent before it fails, and how long it waits between, in milliseconds: in all
 * for longer than the 27 s for which a lost call may go on as `run_in_progress`.
 */
const MAX_TRIES = 7;
const FIRST_WAIT_MS = 500;

/** A longer wait than this is the caller's to decide, such as for the end of a cap's month. */
const LONGEST_WAIT_MS = 60_000;

/** How often a run that goes on is sent again before it fails: each call works for up to 27 s. */
const MAX_STEPS = 100;

/** The refusals after which the same call, under the same key, may pass. */
const passing: ReadonlySet<string> = new Set([
  'rate_limited',
  'run_in_progress',
  'temporarily_unavailable',
  'too_many_own_runs',
  'too_many_runs',
]);

interface Call {
  readonly method?: string;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal | undefined;
}

/** A client of the tools. Each method throws `ServiceError`, or the error of `fetch`. */
export class Client {
  readonly #options: ClientOptions;
  #toolsAddress: Promise<string> | undefined;

  constructor(options: ClientOptions) {
    this.#options = { ...options, address: options.address.replace(/\/+$/, '') };
  }

  /** What the key may do, what it has used, and what can be spent if it may read that. */
  key(): Promise<Key> {
    return this.#json(`${this.#options.address}/api/key`);
  }

  /** The tools with their prices; `input` is JSON Schema. */
  async tools(): Promise<readonly Tool[]> {
    return this.#json(`${await this.#tools()}/flows`);
  }

  /** What a run would cost, in credits. It holds nothing. */
  async quote(tool: string, input: Input, { partial, signal }: RunOptions = {}): Promise<Quote> {
    const body = { input, ...(partial && { partial }) };
    return this.#json(`${await this.#tools()}/flows/${encodeURIComponent(tool)}/quotes`, {
      ...{ method: 'POST', body, signal },
    });
  }

  /** Runs a tool, and waits for its end. A run that fails costs nothing, and throws. */
  async run(tool: string, input: Input, options: RunOptions = {}): Promise<Run> {
    const { credits, partial, idempotencyKey = crypto.randomUUID(), signal, onProgress } = options;
    const address = `${await this.#tools()}/flows/${encodeURIComponent(tool)}/runs`;
    const body = { input, ...(credits !== undefined && { credits }), ...(partial && { partial }) };
    for (let step = 0; step < MAX_STEPS; step += 1) {
      const call = { method: 'POST', body, idempotencyKey, signal };
      const run: Run = await this.#json(address, call);
      if (run.status !== 'running') return run;
      if (run.progress) onProgress?.(run.progress.done, run.progress.of);
    }
    throw new Error(`The run did not end within ${MAX_STEPS} calls.`);
  }

  /** Ends the run that was begun with that key, and gives its credits back. */
  async cancel(idempotencyKey: string): Promise<Run> {
    const call = { method: 'POST', idempotencyKey };
    return this.#json(`${await this.#tools()}/runs/cancellations`, call);
  }

  /** A run of before. */
  async read(runId: string): Promise<Run> {
    return this.#json(`${await this.#tools()}/runs/${encodeURIComponent(runId)}`);
  }

  /** The bytes of a file of a result, by its name. */
  async file(runId: string, name: string): Promise<Uint8Array> {
    const path = `/runs/${encodeURIComponent(runId)}/files/${encodeURIComponent(name)}`;
    const bytes = await this.#send(`${await this.#tools()}${path}`, (file) => file.arrayBuffer());
    return new Uint8Array(bytes);
  }

  /**
   * Uploads a file for a run.
   * @param mediaType such as `image/jpeg`
   * @returns the value of the input's field for that file
   */
  async upload(
    content: Uint8Array<ArrayBuffer>,
    mediaType: string,
    name?: string,
  ): Promise<{ readonly upload: string; readonly name?: string }> {
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', content));
    const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
    const body = { mediaType, bytes: content.length, sha256 };
    const announced: { id: string; url: string; headers: Record<string, string> } =
      await this.#json(`${await this.#tools()}/uploads`, { method: 'POST', body });
    const { url, headers } = announced;
    const sent = await this.#fetch(url, { method: 'PUT', headers, body: content });
    if (!sent.ok) throw new ServiceError(sent.status, { detail: 'The file was not taken.' });
    return { upload: announced.id, ...(name !== undefined && { name }) };
  }

  /** The address of the tools, by the description of the service. It is asked once. */
  #tools(): Promise<string> {
    this.#toolsAddress ??= this.#learnAddress().catch((error: unknown) => {
      this.#toolsAddress = undefined;
      throw error;
    });
    return this.#toolsAddress;
  }

  async #learnAddress(): Promise<string> {
    const { address } = this.#options;
    const document: { paths?: Record<string, { servers?: readonly { url: string }[] }> } =
      await this.#json(`${address}/api/openapi.json`);
    return document.paths?.['/flows']?.servers?.[0]?.url ?? address;
  }

  #json<Answer>(url: string, call?: Call): Promise<Answer> {
    return this.#send(url, (answer) => answer.json() as Promise<Answer>, call);
  }

  /** Sends a call until its answer has come whole: under one key it has its effect once. */
  async #send<Read>(
    url: string,
    read: (answer: Response) => Promise<Read>,
    call: Call = {},
  ): Promise<Read> {
    for (let attempt = 1; ; attempt += 1) {
      const last = attempt === MAX_TRIES;
      let waitMs = FIRST_WAIT_MS * 2 ** (attempt - 1);
      try {
        const answer = await this.#once(url, call);
        if (answer.ok) return await read(answer);
        waitMs = await waitOf(answer, waitMs, last);
      } catch (error) {
        // `fetch` says by a TypeError that the line was lost, also in the middle of an answer.
        if (last || call.signal?.aborted || !(error instanceof TypeError)) throw error;
      }
      await pause(waitMs, call.signal);
    }
  }

  #once(url: string, { method = 'GET', body, idempotencyKey, signal }: Call): Promise<Response> {
    const { key, language } = this.#options;
    return this.#fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(language !== undefined && { 'accept-language': language }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
  }

  #fetch(url: string, init: RequestInit): Promise<Response> {
    return (this.#options.fetch ?? fetch)(url, init);
  }
}

/** How long to wait after a refusal, in milliseconds. @throws ServiceError when waiting won't help */
async function waitOf(answer: Response, usualMs: number, isLast: boolean): Promise<number> {
  const problem = await answer.json().catch(() => ({}));
  const retryAfter = Number(answer.headers.get('retry-after') ?? '');
  const waitMs = retryAfter > 0 ? Math.max(retryAfter * 1_000, usualMs) : usualMs;
  const mayPass = passing.has(String(problem.code)) || answer.status === 502 || !problem.code;
  if (isLast || !mayPass || answer.status < 409 || waitMs > LONGEST_WAIT_MS) {
    throw new ServiceError(answer.status, problem);
  }
  return waitMs;
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
