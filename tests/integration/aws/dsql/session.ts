import {
  type DsqlRule,
  type DsqlTransaction,
  refusalOfCommit,
  refusalOfTransaction,
  refusalsOf,
} from '../../../support/dsql-rules.ts';
import type { Backend } from './backend.ts';
import type { Fault, FaultClock } from './faults.ts';
import {
  errorResponse,
  type Message,
  type MessageReader,
  readyForQuery,
  statementOf,
  valueBytes,
  type WireError,
  withStatement,
  writtenRows,
} from './wire.ts';

/** The messages to the client; `cut` when the connection is cut instead. */
type Answers = readonly Message[] | 'cut';

type Kind = 'begin' | 'commit' | 'rollback' | 'ddl' | 'write' | 'read';

const kinds: Readonly<Record<Exclude<Kind, 'read'>, RegExp>> = {
  begin: /^\s*(begin|start\s+transaction)\b/i,
  commit: /^\s*(commit|end)\b/i,
  rollback: /^\s*(rollback(?!\s+to)|abort)\b/i,
  ddl: /^\s*(create|alter|drop|grant|revoke|comment|aws\s+iam)\b/i,
  write:
    /^\s*(insert|update|delete|merge)\b|^\s*with\b.*\b(insert\s+into|update|delete\s+from)\b/is,
};

const noWork = { ddlStatements: 0, writes: 0, rows: 0, bytes: 0 } as const;

/**
 * The statements of one connection: each passes Aurora DSQL's rules and the faults of the test, and
 * then goes to a real Postgres server. A statement without a transaction gets one around it, so that
 * a limit undoes it, and its COMMIT can fail like every COMMIT.
 */
export class DsqlSession {
  readonly #backend: Backend;
  readonly #faults: FaultClock;
  readonly #note: (statement: string) => void;
  readonly #now: () => Date;
  #work: Omit<DsqlTransaction, 'ageMs'> = noWork;
  #begunMs = 0;
  #last = '';

  constructor(deps: {
    readonly backend: Backend;
    readonly faults: FaultClock;
    /** Writes down each statement. */
    readonly note: (statement: string) => void;
    readonly now: () => Date;
  }) {
    this.#backend = deps.backend;
    this.#faults = deps.faults;
    this.#note = deps.note;
    this.#now = deps.now;
  }

  /** Answers what a client sends between two ReadyForQuery messages. */
  async run(messages: readonly Message[]): Promise<Answers> {
    const statement = statementOf(messages);
    const kind = kindOf(statement);
    this.#note(statement);
    if (kind === 'commit') return this.#commit(messages);
    if (kind === 'rollback') return this.#backend.send(messages);
    if (kind === 'begin') return this.#begin(messages, statement);
    if (this.#backend.status === 'I') return this.#alone(messages, statement, kind);
    return this.#within(messages, statement, kind);
  }

  async #begin(messages: readonly Message[], statement: string): Promise<Answers> {
    const [rule] = refusalsOf(statement);
    if (rule) return this.#fail(errorOf(rule));
    this.#start();
    return this.#backend.send(messages);
  }

  #start(): void {
    this.#work = noWork;
    this.#begunMs = this.#now().getTime();
  }

  /** A statement that is a transaction of its own. */
  async #alone(messages: readonly Message[], statement: string, kind: Kind): Promise<Answers> {
    this.#start();
    await this.#backend.ask('begin');
    const answers = await this.#within(messages, statement, kind);
    if (answers === 'cut') return answers;
    if (this.#backend.status !== 'T') {
      await this.#backend.ask('rollback');
      return idle(answers);
    }
    if (kind === 'read') {
      await this.#backend.ask('commit');
      return idle(answers);
    }
    const end = await this.#end();
    if (end === 'cut') return end;
    return end === undefined ? idle(answers) : [end, readyForQuery('I')];
  }

  async #within(messages: readonly Message[], statement: string, kind: Kind): Promise<Answers> {
    this.#last = statement;
    const fault = this.#faults.at('statement', statement);
    if (fault !== undefined) return typeof fault === 'string' ? 'cut' : this.#fail(fault);
    const [rule] = refusalsOf(statement);
    if (rule) return this.#fail(errorOf(rule));
    this.#count(kind, messages);
    const refused = refusalOfTransaction(this.#transaction());
    if (refused) return this.#fail(errorOf(refused));
    const answers = await this.#backend.send(withStatement(messages, forPostgres(statement)));
    if (kind === 'write')
      this.#work = { ...this.#work, rows: this.#work.rows + writtenRows(answers) };
    const tooMuch = refusalOfTransaction(this.#transaction());
    return tooMuch ? this.#fail(errorOf(tooMuch)) : answers;
  }

  #count(kind: Kind, messages: readonly Message[]): void {
    const { ddlStatements, writes, rows, bytes } = this.#work;
    const isWrite = kind === 'write';
    this.#work = {
      ddlStatements: ddlStatements + (kind === 'ddl' ? 1 : 0),
      writes: writes + (isWrite ? 1 : 0),
      rows,
      bytes: bytes + (isWrite ? valueBytes(messages) : 0),
    };
  }

  #transaction(): DsqlTransaction {
    return { ...this.#work, ageMs: this.#now().getTime() - this.#begunMs };
  }

  async #commit(messages: readonly Message[]): Promise<Answers> {
    if (this.#backend.status !== 'T') return this.#backend.send(messages);
    const end = await this.#end();
    if (end === 'cut') return end;
    const done: Message = { type: 'C', body: Buffer.from('COMMIT\0') };
    return [end ?? done, readyForQuery('I')];
  }

  /** Ends the transaction: says nothing once it is stored, else why it is not. */
  async #end(): Promise<Message | 'cut' | undefined> {
    const fault = this.#faults.at('commit', this.#last);
    const rule = refusalOfCommit(this.#transaction());
    const failure = failureOf(fault) ?? (rule && errorOf(rule));
    if (failure !== undefined || fault === 'cut before commit') {
      await this.#backend.ask('rollback');
      return failure ? errorResponse(failure) : 'cut';
    }
    const answers = await this.#backend.ask('commit');
    if (fault === 'cut after commit') return 'cut';
    return answers.find(({ type }) => type === 'E');
  }

  /** Refuses a statement: in a transaction, nothing but its end is taken afterwards. */
  async #fail(error: WireError): Promise<Answers> {
    if (this.#backend.status === 'T') await this.#backend.ask('select 1 / 0');
    return [errorResponse(error), readyForQuery(this.#backend.status)];
  }
}

function kindOf(statement: string): Kind {
  for (const kind of ['begin', 'commit', 'rollback', 'ddl', 'write'] as const) {
    if (kinds[kind].test(statement)) return kind;
  }
  return 'read';
}

function failureOf(fault: Fault | undefined): WireError | undefined {
  return typeof fault === 'object' ? fault : undefined;
}

function errorOf({ code, message }: DsqlRule): WireError {
  return { severity: 'ERROR', code, message };
}

/** Answers of a statement whose own transaction is over. */
function idle(answers: readonly Message[]): readonly Message[] {
  return answers.map((message) => (message.type === 'Z' ? readyForQuery('I') : message));
}

/**
 * The statement as Postgres knows it. An index that DSQL builds in the background is built at once,
 * and who may use a role is a row of the view in which DSQL shows it.
 */
function forPostgres(statement: string): string {
  const [, verb, role, arn] =
    /^\s*aws\s+iam\s+(grant|revoke)\s+"?(\w+)"?\s+(?:to|from)\s+'([^']+)'\s*$/i.exec(statement) ??
    [];
  if (verb === undefined) return statement.replace(/\bindex\s+async\b/i, 'index');
  return verb.toLowerCase() === 'grant'
    ? `insert into sys.iam_pg_role_mappings (arn, pg_role_name) values ('${arn}', '${role}')`
    : `delete from sys.iam_pg_role_mappings where arn = '${arn}' and pg_role_name = '${role}'`;
}

/** Reads a client's messages up to the one after which it waits; undefined when it has gone. */
export async function readRequest(reader: MessageReader): Promise<readonly Message[] | undefined> {
  const messages: Message[] = [];
  for (;;) {
    const message = await reader.next();
    if (message === undefined || message.type === 'X') return undefined;
    messages.push(message);
    if (message.type === 'Q' || message.type === 'S') return messages;
  }
}
