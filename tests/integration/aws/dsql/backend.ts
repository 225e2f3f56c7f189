import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import {
  encode,
  type Message,
  MessageReader,
  PROTOCOL_VERSION,
  type TransactionStatus,
  texts,
} from './wire.ts';

/** A connection to the real server behind the stand-in. */
export class Backend {
  readonly #socket: Socket;
  readonly #reader: MessageReader;
  /** The server's messages at the beginning, up to the first ReadyForQuery. */
  greeting: readonly Message[] = [];
  status: TransactionStatus = 'I';

  private constructor(socket: Socket) {
    this.#socket = socket;
    this.#reader = new MessageReader(socket);
    socket.on('error', () => socket.destroy());
  }

  /** @param url the database's URL, with the role that connects */
  static async open(url: URL): Promise<Backend> {
    const socket = connect({ host: url.hostname, port: Number(url.port) });
    await once(socket, 'connect');
    const backend = new Backend(socket);
    const version = Buffer.alloc(4);
    version.writeInt32BE(PROTOCOL_VERSION);
    const names = texts('user', url.username, 'database', url.pathname.slice(1), '');
    socket.write(encode({ type: '', body: Buffer.concat([version, names]) }));
    backend.greeting = await backend.#answers();
    return backend;
  }

  /** Sends messages as they are, and answers what comes back. */
  send(messages: readonly Message[]): Promise<readonly Message[]> {
    this.#socket.write(Buffer.concat(messages.map(encode)));
    return this.#answers();
  }

  /** Runs a statement of the stand-in's own. */
  ask(statement: string): Promise<readonly Message[]> {
    return this.send([{ type: 'Q', body: texts(statement) }]);
  }

  close(): void {
    this.#socket.destroy();
  }

  async #answers(): Promise<readonly Message[]> {
    const answers: Message[] = [];
    for (;;) {
      const message = await this.#reader.next();
      if (message === undefined) throw new Error('the server behind the stand-in has gone');
      answers.push(message);
      if (message.type !== 'Z') continue;
      const status = message.body.toString();
      this.status = status === 'T' || status === 'E' ? status : 'I';
      return answers;
    }
  }
}
