import { rmSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { TestProject } from 'vitest/node';
import { closeDatabases, database } from '../../functions/adapters/postgres/connection/database.ts';
import { migrate } from '../../functions/adapters/postgres/schema/migrate.ts';
import { memoryFolder } from './memory-folder.ts';
import { shareDrawn } from './site-copy.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of an embedded database with the tables of the product and no rows, to be copied. */
    readonly embeddedTemplate: string;
  }
}

/**
 * Makes the template once for all projects: a new database takes PGlite seconds, a copy none.
 * Likewise the folder in which builds of the site share what they have drawn.
 */
export default async function setup(project: TestProject): Promise<(() => void) | undefined> {
  if (project.getProvidedContext().embeddedTemplate !== undefined) return undefined;
  const folder = memoryFolder('embedded-template-');
  await migrate(database({ databaseUrl: pathToFileURL(folder).href }));
  await closeDatabases();
  project.vitest.getRootProject().provide('embeddedTemplate', folder);
  const endSharing = shareDrawn();
  return () => {
    rmSync(folder, { recursive: true, force: true });
    endSharing();
  };
}
