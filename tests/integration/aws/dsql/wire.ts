import type { Socket } from 'node:net';

/**
 * A message of Postgres' protocol.
 * Source: "Message Formats" in the manual of PostgreSQL, chapter "Frontend/Backend Protocol".
 */
export interface Message {
  /** The letter of its type; empty for the messages with which a connection begins. */
  readonly type: string;
  readonly body: Buffer;
}

/** The fields of an error that a stand-in answers. */
export interface WireError {
  readonly severity: 'ERROR' | 'FATAL';
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
}

/** The status in ReadyForQuery: no transaction, in one, or in one that failed. */
export type TransactionStatus = 'I' | 'T' | 'E';

/** The request for TLS in the place of a protocol version. */
export const SSL_REQUEST = 80_877_103;
export const PROTOCOL_VERSION = 196_608;

const LENGTH_BYTES = 4;

/** Reads whole messages from a connection. One reader at a time waits for the next. */
export class MessageReader {
  readonly #socket: Socket;
  #bytes: Buffer = Buffer.alloc(0);

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  /** @returns undefined when the other side has gone */
  next(): Promise<Message | undefined> {
    return this.#read(1);
  }

  /** A message of the beginning, which has no type. */
  first(): Promise<Message | undefined> {
    return this.#read(0);
  }

  async #read(typeBytes: number): Promise<Message | undefined> {
    const headBytes = typeBytes + LENGTH_BYTES;
    if (!(await this.#fill(headBytes))) return undefined;
    const size = typeBytes + this.#bytes.readInt32BE(typeBytes);
    if (!(await this.#fill(size))) return undefined;
    const type = this.#bytes.toString('latin1', 0, typeBytes);
    const body = this.#bytes.subarray(headBytes, size);
    this.#bytes = this.#bytes.subarray(size);
    return { type, body };
  }

  async #fill(size: number): Promise<boolean> {
    while (this.#bytes.length < size) {
      const chunk = await nextChunk(this.#socket);
      if (chunk === undefined) return false;
      this.#bytes = Buffer.concat([this.#bytes, chunk]);
    }
    return true;
  }
}

/** The bytes that have come, or will come next; undefined at the end, or when the connection breaks. */
function nextChunk(socket: Socket): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const settle = (chunk: Buffer | undefined) => {
      for (const event of ['readable', 'end', 'close', 'error']) socket.off(event, listen);
      resolve(chunk);
    };
    const listen = () => {
      const chunk: unknown = socket.read();
      if (Buffer.isBuffer(chunk)) settle(chunk);
      else if (socket.readableEnded || socket.destroyed) settle(undefined);
    };
    for (const event of ['readable', 'end', 'close', 'error']) socket.on(event, listen);
    listen();
  });
}

/** The bytes of a message. */
export function encode({ type, body }: Message): Buffer {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeInt32BE(LENGTH_BYTES + body.length);
  return Buffer.concat([Buffer.from(type, 'latin1'), length, body]);
}

/** Texts as the protocol writes them, each with a zero at its end. */
export function texts(...values: readonly string[]): Buffer {
  return Buffer.from(values.map((value) => `${value}\0`).join(''));
}

/** The texts in a message that holds nothing else. */
export function readTexts(body: Buffer): readonly string[] {
  return body.toString('utf8').split('\0');
}

export function errorResponse({ severity, code, message, hint }: WireError): Message {
  const fields = [`S${severity}`, `V${severity}`, `C${code}`, `M${message}`];
  const all = hint === undefined ? fields : [...fields, `H${hint}`];
  return { type: 'E', body: Buffer.concat([texts(...all), Buffer.from([0])]) };
}

export function readyForQuery(status: TransactionStatus): Message {
  return { type: 'Z', body: Buffer.from(status) };
}

/** The statement that messages run: that of a simple query, or of a Parse message. */
export function statementOf(messages: readonly Message[]): string {
  for (const { type, body } of messages) {
    if (type === 'Q') return readTexts(body)[0] ?? '';
    if (type === 'P') return readTexts(body)[1] ?? '';
  }
  return '';
}

/** The messages with another statement in the place of theirs. */
export function withStatement(messages: readonly Message[], statement: string): readonly Message[] {
  return messages.map((message) => {
    const { type, body } = message;
    if (type === 'Q') return { type, body: texts(statement) };
    if (type !== 'P') return message;
    const nameEnd = body.indexOf(0) + 1;
    const textEnd = body.indexOf(0, nameEnd) + 1;
    const parts = [body.subarray(0, nameEnd), texts(statement), body.subarray(textEnd)];
    return { type, body: Buffer.concat(parts) };
  });
}

/** How many rows the answers say that they have written. */
export function writtenRows(answers: readonly Message[]): number {
  return answers.reduce((sum, { type, body }) => {
    const tag =
      type === 'C' ? /^(?:INSERT \d+|UPDATE|DELETE|MERGE) (\d+)\0$/.exec(String(body)) : null;
    return sum + Number(tag?.[1] ?? 0);
  }, 0);
}

/** How many bytes of values the messages bring. */
export function valueBytes(messages: readonly Message[]): number {
  return messages.reduce((sum, { type, body }) => sum + (type === 'B' ? body.length : 0), 0);
}
