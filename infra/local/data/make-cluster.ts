import { openPGlite } from '../../../functions/adapters/postgres/connection/pglite.ts';

/** Makes the embedded database in the folder that the command line names, and ends. */
const [folder] = process.argv.slice(2);
if (folder) await (await openPGlite(folder)).close();
