/**
 * Starts the product for the journeys, on its own ports, with a data folder that lives as long as
 * the process. Journeys go through every language, so a product that hides one is started from a copy
 * that shows all.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { showsAllLanguages } from '../support/all-languages.ts';
import { memoryFolder } from '../support/memory-folder.ts';
import { copySources, projectRoot, takeDrawn } from '../support/site-copy.ts';

const folder = memoryFolder('millrace-e2e-');
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
process.env.DATA_DIR = join(folder, 'data');
await takeDrawn(join(process.env.DATA_DIR, 'astro-cache'));
const root = showsAllLanguages ? projectRoot : join(folder, 'sources');
if (!showsAllLanguages) await copySources(root);
await import(pathToFileURL(join(root, 'infra/local/start.ts')).href);
