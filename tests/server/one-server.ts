import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import pg from 'pg';
import { anyPort } from '../support/any-port.ts';
import { freePort } from '../support/free-ports.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { copySources } from '../support/site-copy.ts';
import { type Running, run } from './process.ts';
import { postgresFolder, programOf } from './programs.ts';
import { type StandIns, startStandIns } from './stand-ins.ts';

/** The product as `docs/server.md` sets it up, in a scratch folder and at other ports. */
export interface OneServer {
  readonly folder: string;
  /** A copy of the project, whose content a test may change. */
  readonly project: string;
  readonly dataDir: string;
  readonly databaseUrl: string;
  readonly siteOrigin: string;
  readonly flowsOrigin: string;
  readonly aliasOrigin: string;
  /** Where Caddy answers without TLS. */
  readonly plainOrigin: string;
  readonly standIns: StandIns;
  /** The settings in the unit and its environment files. */
  readonly settings: Readonly<Record<string, string>>;
  /** The product that runs now. */
  product: Running;
  /** Starts the product; resolves when it is ready. */
  readonly startProduct: () => Promise<void>;
  /** Makes an empty database; its URL. */
  readonly emptyDatabase: (name: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** Starts Postgres, the product and Caddy, and lets this process trust Caddy's certificates. */
export async function startOneServer(): Promise<OneServer> {
  const caddyProgram = programOf('caddy');
  const folder = mkdtempSync(join(tmpdir(), 'one-server-'));
  const project = join(folder, 'product');
  mkdirSync(project);
  await copySources(project);
  const postgres = await startPostgres(postgresFolder());
  const emptyDatabase = (name: string) => createDatabase(postgres.url, name);
  const databaseUrl = await emptyDatabase('product');
  const [port, plainPort] = [await freePort(), await anyPort()];
  const [siteOrigin = '', flowsOrigin = '', aliasOrigin = ''] = await someOrigins(3);
  const standIns = await startStandIns(siteOrigin, folder);
  const dataDir = join(folder, 'data');
  const settings = {
    SITE_ORIGIN: siteOrigin,
    PUBLIC_API_BASE: flowsOrigin,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    PORT: `${port}`,
    VIEWER_ADDRESS_HEADER: 'x-viewer-address',
    ...standIns.settings,
    // The flows fetch the keys of access tokens from the site, as everybody does.
    NODE_EXTRA_CA_CERTS: join(folder, 'caddy/pki/authorities/local/root.crt'),
  };
  const startProduct = async () => {
    server.product = run(process.execPath, ['infra/local/start.ts'], {
      cwd: project,
      env: settings,
    });
    await server.product.says('\nready\n');
  };
  const caddy = run(caddyProgram, ['run', '--config', 'infra/server/Caddyfile'], {
    cwd: project,
    env: {
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      SITE_ORIGIN: siteOrigin,
      PUBLIC_API_BASE: flowsOrigin,
      ALIAS_ORIGIN: aliasOrigin,
      PORT: `${port}`,
      FLOWS_PORT: `${port + 1}`,
      STORAGE_PORT: `${port + 4}`,
      CADDY_GLOBAL_OPTIONS: `admin off\nlocal_certs\nskip_install_trust\nhttp_port ${plainPort}`,
    },
  });
  const server: OneServer = {
    folder,
    project,
    dataDir,
    databaseUrl,
    siteOrigin,
    flowsOrigin,
    aliasOrigin,
    plainOrigin: `http://localhost:${plainPort}`,
    standIns,
    settings,
    product: caddy,
    startProduct,
    emptyDatabase,
    close: async () => {
      await Promise.all([server.product.end(), caddy.end()]);
      await standIns.close();
      await postgres.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await caddy.says('serving initial configuration');
  await startProduct();
  const root = readFileSync(settings.NODE_EXTRA_CA_CERTS, 'utf8');
  tls.setDefaultCACertificates([...tls.getCACertificates(), root]);
  return server;
}

/** Caddy serves each at a port of its own, because no name but `localhost` leads here. */
async function someOrigins(count: number): Promise<readonly string[]> {
  const ports = await Promise.all(Array.from({ length: count }, () => anyPort()));
  return ports.map((port) => `https://localhost:${port}`);
}

async function createDatabase(serverUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: `${serverUrl}postgres` });
  await client.connect();
  await client.query(`create database ${name} template template0`);
  const ended = once(client, 'end');
  await client.end();
  await ended;
  return `${serverUrl}${name}`;
}
