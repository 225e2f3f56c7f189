import { rmSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { TestProject } from 'vitest/node';
import { closeDatabases, database } from '../../functions/adapters/postgres/connection/database.ts';
import { migrate } from '../../functions/adapters/postgres/schema/migrate.ts';
import { memoryFolder } from './memory-folder.ts';
import { startPostgres } from './postgres-server.ts';
import { shareDrawn } from './site-copy.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the server of this test run; a database's name is appended to it. */
    readonly postgresServerUrl: string;
    /** The folder of an embedded database with the tables of the product and no rows, to be copied. */
    readonly embeddedTemplate: string;
  }
}

/**
 * Makes a database server, the template of an embedded database, and the folder of `shareDrawn`. Vitest
 * calls this before the tests of each project that uses them; the first call makes them for all.
 */
export default async function setup(
  project: TestProject,
): Promise<(() => Promise<void>) | undefined> {
  if (project.getProvidedContext().postgresServerUrl !== undefined) return undefined;
  const template = memoryFolder('embedded-template-');
  // The server and the template take seconds each, and the server is a process of its own.
  const [server] = await Promise.all([startPostgres(), makeTemplate(template)]);
  const run = project.vitest.getRootProject();
  run.provide('postgresServerUrl', server.url);
  run.provide('embeddedTemplate', template);
  const endSharing = shareDrawn();
  return async () => {
    await server.end();
    rmSync(template, { recursive: true, force: true });
    endSharing();
  };
}

/** A new database takes PGlite seconds, a copy none. */
async function makeTemplate(folder: string): Promise<void> {
  await migrate(database({ databaseUrl: pathToFileURL(folder).href }));
  await closeDatabases();
}
