import { messages, type PGlite, parse, protocol, type Results } from '@electric-sql/pglite';

/** Runs a statement, one after the other. @throws `DatabaseError` with Postgres' SQLSTATE */
export type RunStatement = <Row>(sql: string, values?: readonly unknown[]) => Promise<Results<Row>>;

type Wire = Pick<PGlite, 'execProtocolRawStream' | 'parsers' | 'serializers'>;

type Message = Parameters<Parameters<protocol.Parser['parse']>[1]>[0];

/** A statement that the database has parsed. */
interface Prepared {
  readonly name: string;
  /** The types of its parameters. */
  readonly types: readonly number[];
  /** The names and types of its columns, which an execution alone does not tell. */
  readonly columns: readonly Message[];
  uses: number;
}

/** How many statements stay prepared: the largest of the product takes 110 kB with its plan. */
const MAX_PREPARED = 200;

/** A longer text, such as an insert of a thousand rows, hardly comes twice. In characters. */
const MAX_TEXT = 5_000;

/** A plan that was made for small tables must not live on when they have grown. */
const MAX_USES = 1_000;

/** The tags of statements that leave the schema as it is (PostgreSQL's manual, section 54.7). */
const schemaNeutralTags: ReadonlySet<string> = new Set([
  ...['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'MERGE', 'BEGIN', 'START', 'COMMIT', 'ROLLBACK'],
  ...['SAVEPOINT', 'RELEASE', 'SET', 'SHOW', 'EXPLAIN'],
]);

/**
 * Runs statements on the embedded database, each of which it parses and plans once. To parse and plan
 * the statement of `me` takes ten times as long as to execute it. PGlite's own `query` does it at each
 * call, and crosses into WebAssembly six times instead of once.
 * Source: section 54.2.3, "Extended Query", of PostgreSQL's manual; `execProtocolRawStream` of PGlite.
 */
export function preparedStatements(db: Wire): RunStatement {
  const prepared = new Map<string, Prepared>();
  const names = Array.from({ length: MAX_PREPARED }, (_, index) => `statement_${index}`);
  let hasChangedSchema = false;

  const forget = (text: string, { name }: Prepared) => {
    prepared.delete(text);
    if (name !== '') names.push(name);
  };
  const nextName = () => {
    const [oldest] = prepared;
    if (names.length === 0 && oldest) forget(...oldest);
    return names.pop() ?? '';
  };
  const prepare = async (text: string): Promise<Prepared> => {
    const name = text.length > MAX_TEXT ? '' : nextName();
    try {
      const made = { name, ...(await describe(db, text, name)), uses: 0 };
      if (name !== '') prepared.set(text, made);
      return made;
    } catch (error) {
      if (name !== '') names.push(name);
      throw error;
    }
  };
  const find = async (text: string): Promise<Prepared> => {
    const known = prepared.get(text);
    if (known && known.uses < MAX_USES) return known;
    if (known) forget(text, known);
    return prepare(text);
  };
  /** A change of the schema makes described columns wrong, and so does its rollback. */
  const heed = (command: string | undefined) => {
    if (command !== undefined && !schemaNeutralTags.has(command)) hasChangedSchema = true;
    else if (command !== 'ROLLBACK') return;
    if (hasChangedSchema) for (const one of prepared) forget(...one);
    if (command === 'ROLLBACK') hasChangedSchema = false;
  };

  return async <Row>(text: string, values: readonly unknown[] = []) => {
    const statement = await find(text);
    statement.uses += 1;
    const result = resultOf<Row>(db, statement, await execute(db, statement, values));
    heed(result.command);
    return result;
  };
}

/** Has the database parse a statement under a name, which may have been that of another one. */
async function describe(db: Wire, text: string, name: string) {
  const { close, parse: parseText, describe: ask, sync } = protocol.serialize;
  const type = 'S';
  const sent = [close({ type, name }), parseText({ name, text }), ask({ type, name }), sync()];
  const replies = await exchange(db, sent);
  const columns = replies.filter((reply) => reply instanceof messages.RowDescriptionMessage);
  return { types: parse.parseDescribeStatementResults(replies), columns };
}

function execute(
  db: Wire,
  { name, types }: Prepared,
  values: readonly unknown[],
): Promise<Message[]> {
  const { bind, execute: run, sync } = protocol.serialize;
  const texts = values.map((value, index) => {
    if (value === null || value === undefined) return null;
    return db.serializers[types[index] ?? 0]?.(value) ?? String(value);
  });
  return exchange(db, [bind({ statement: name, values: texts }), run(), sync()]);
}

function resultOf<Row>(db: Wire, { columns }: Prepared, replies: readonly Message[]): Results<Row> {
  const [result] = parse.parseResults([...columns, ...replies], db.parsers);
  // The caller states the type of a row, as with `query` of PGlite.
  return { ...result, fields: [], rows: (result?.rows ?? []) as Row[] };
}

/** Sends messages that end with Sync. PGlite's other raw calls would keep all replies for good. */
async function exchange(db: Wire, sent: readonly Uint8Array[]): Promise<Message[]> {
  const received: Uint8Array[] = [];
  await db.execProtocolRawStream(Buffer.concat(sent), {
    syncToFs: false,
    // These bytes are the database's own memory.
    onRawData: (bytes) => void received.push(bytes.slice()),
  });
  const replies: Message[] = [];
  new protocol.Parser().parse(Buffer.concat(received), (reply) => replies.push(reply));
  const fault = replies.find((reply) => reply instanceof messages.DatabaseError);
  if (fault) throw fault;
  return replies;
}
