import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createSecureContext, type SecureContext, TLSSocket } from 'node:tls';
import pg from 'pg';
import type { Certificate } from '../certificate.ts';
import type { Principal } from '../signature.ts';
import { Backend } from './backend.ts';
import { FaultClock } from './faults.ts';
import { DsqlSession, readRequest } from './session.ts';
import { type ClusterIdentity, checkToken } from './token.ts';
import {
  encode,
  errorResponse,
  type Message,
  MessageReader,
  readTexts,
  SSL_REQUEST,
  type WireError,
} from './wire.ts';

export interface ClusterOptions extends ClusterIdentity {
  /** The loopback address that its host name leads to. */
  readonly address: string;
  readonly port: number;
  readonly certificate: Certificate;
  readonly principals: readonly Principal[];
  /** The Postgres server behind it, with its superuser. */
  readonly serverUrl: string;
  /** The name of its database there. */
  readonly database: string;
}

/** A stand-in for a cluster of Aurora DSQL. */
export interface Cluster {
  readonly faults: FaultClock;
  /** Every statement since the last call. */
  takeStatements(): readonly string[];
  /** Lets time pass for the cluster. */
  advance(ms: number): void;
  /** The same database for a test that looks at its rows, with all rights and without any rule. */
  readonly superuserUrl: string;
  close(): Promise<void>;
}

/** The one database of every cluster ("Considerations" in the user guide). */
const DATABASE = 'postgres';

/** The settings that a driver may send when it connects. DSQL takes no other setting. */
const startupNames: ReadonlySet<string> = new Set([
  'user',
  'database',
  'application_name',
  'client_encoding',
]);

/** Starts an empty cluster. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  await makeDatabase(options);
  const faults = new FaultClock();
  let statements: string[] = [];
  let aheadMs = 0;
  const context = createSecureContext(options.certificate);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    const note = (statement: string) => void statements.push(statement);
    const now = () => new Date(Date.now() + aheadMs);
    serve(socket, context, options, { faults, note, now }).catch(() => socket.destroy());
  });
  server.listen(options.port, options.address);
  await once(server, 'listening');
  return {
    faults,
    takeStatements: () => {
      const taken = statements;
      statements = [];
      return taken;
    },
    advance: (ms) => {
      aheadMs += ms;
    },
    superuserUrl: new URL(options.database, options.serverUrl).href,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
      await dropDatabase(options);
    },
  };
}

/** The roles and tables that a new cluster has. Its owner is no superuser. */
async function makeDatabase({ serverUrl, database }: ClusterOptions): Promise<void> {
  await administer(new URL('postgres', serverUrl), [
    'drop role if exists application',
    'do $$ begin create role admin login createrole; exception when duplicate_object then null; end $$',
    `create database ${database} owner admin`,
    `alter database ${database} set default_transaction_isolation = 'repeatable read'`,
  ]);
  await administer(new URL(database, serverUrl), [
    'create schema sys',
    'create table sys.iam_pg_role_mappings (arn text, pg_role_name text)',
    'grant usage on schema sys to admin',
    'grant select, insert, delete on sys.iam_pg_role_mappings to admin',
  ]);
}

async function dropDatabase({ serverUrl, database }: ClusterOptions): Promise<void> {
  await administer(new URL('postgres', serverUrl), [`drop database ${database} with (force)`]);
}

async function administer(url: URL, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

interface Watch {
  readonly faults: FaultClock;
  readonly note: (statement: string) => void;
  readonly now: () => Date;
}

async function serve(
  socket: Socket,
  context: SecureContext,
  options: ClusterOptions,
  watch: Watch,
): Promise<void> {
  const secured = await secure(socket, context);
  if (!secured) return;
  const reader = new MessageReader(secured);
  const startup = startupOf(await reader.first());
  const refused = await refusalOf(secured, reader, startup, options, watch);
  if (refused) {
    secured.end(encode(errorResponse(refused)));
    return;
  }
  const url = new URL(options.database, options.serverUrl);
  url.username = startup.get('user') ?? '';
  const backend = await Backend.open(url);
  secured.once('close', () => backend.close());
  const session = new DsqlSession({ ...watch, backend });
  send(secured, backend.greeting);
  for (;;) {
    const request = await readRequest(reader);
    if (request === undefined) break;
    const answers = await session.run(request);
    if (answers === 'cut') break;
    send(secured, answers);
  }
  secured.destroy();
  socket.destroy();
}

function send(socket: Socket, messages: readonly Message[]): void {
  socket.write(Buffer.concat(messages.map(encode)));
}

/** DSQL takes connections with TLS only. */
async function secure(
  socket: Socket,
  secureContext: SecureContext,
): Promise<TLSSocket | undefined> {
  const first = await new MessageReader(socket).first();
  if (first?.body.readInt32BE(0) !== SSL_REQUEST) {
    const error = {
      severity: 'FATAL',
      code: '28000',
      message: 'SSL connection is required',
    } as const;
    socket.end(encode(errorResponse(error)));
    return undefined;
  }
  socket.write('S');
  const secured = new TLSSocket(socket, { isServer: true, secureContext });
  secured.on('error', () => socket.destroy());
  await once(secured, 'secure');
  return secured;
}

/** The settings of a StartupMessage, by their names. */
function startupOf(message: Message | undefined): ReadonlyMap<string, string> {
  const parts = message ? readTexts(message.body.subarray(4)) : [];
  const pairs = parts.flatMap((name, index) =>
    index % 2 === 0 && name !== '' ? [[name, parts[index + 1] ?? ''] as const] : [],
  );
  return new Map(pairs);
}

/** Why a connection is not accepted; nothing when it is. */
async function refusalOf(
  socket: TLSSocket,
  reader: MessageReader,
  startup: ReadonlyMap<string, string>,
  options: ClusterOptions,
  { faults, now }: Watch,
): Promise<WireError | undefined> {
  const user = startup.get('user') ?? '';
  socket.write(encode({ type: 'R', body: Buffer.from([0, 0, 0, 3]) }));
  const password = await reader.next();
  const fault = faults.at('connect', '');
  if (typeof fault === 'object') return fault;
  const unknown = [...startup.keys()].find((name) => !startupNames.has(name));
  if (unknown !== undefined)
    return fatal('0A000', `setting configuration parameter "${unknown}" not supported`);
  if (startup.get('database') !== DATABASE) return fatal('3D000', 'database does not exist');
  const token = readTexts(password?.body ?? Buffer.alloc(0))[0] ?? '';
  const checked = checkToken(token, user, options, options.principals, now());
  if (!checked.ok) return accessDenied(checked.hint);
  const isKnown = user === 'admin' || (await mayUse(options, checked.principal, user));
  return isKnown ? undefined : accessDenied(`${checked.principal.roleArn} is not authorized`);
}

/** Whether AWS IAM GRANT has tied a principal to a database role. */
async function mayUse(
  { serverUrl, database }: ClusterOptions,
  { roleArn }: Principal,
  role: string,
): Promise<boolean> {
  const client = new pg.Client({ connectionString: new URL(database, serverUrl).href });
  await client.connect();
  try {
    const text = 'select 1 from sys.iam_pg_role_mappings where arn = $1 and pg_role_name = $2';
    const { rows } = await client.query(text, [roleArn, role]);
    return rows.length > 0;
  } finally {
    await client.end();
  }
}

/** The answer of live clusters to a token that they do not accept. */
function accessDenied(hint: string): WireError {
  return { ...fatal('08006', 'unable to accept connection, access denied'), hint };
}

function fatal(code: string, message: string): WireError {
  return { severity: 'FATAL', code, message };
}
