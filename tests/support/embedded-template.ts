import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { TestProject } from 'vitest/node';
import { closeDatabases, database } from '../../functions/adapters/postgres/connection/database.ts';
import { migrate } from '../../functions/adapters/postgres/schema/migrate.ts';
import { shareDrawn } from './site-copy.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of an embedded database with the tables of the product and no rows, to be copied. */
    readonly embeddedTemplate: string;
  }
}

/**
 * Makes the template once for all tests: PGlite takes three seconds for a new database, a copy none.
 * Likewise the folder in which builds of the site share what they have drawn.
 */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'embedded-template-'));
  await migrate(database({ databaseUrl: pathToFileURL(folder).href }));
  await closeDatabases();
  project.provide('embeddedTemplate', folder);
  const endSharing = shareDrawn();
  return () => {
    rmSync(folder, { recursive: true, force: true });
    endSharing();
  };
}
