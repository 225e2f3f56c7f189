/**
 * Starts the product for the journeys, on its own ports, with a data folder that lives as long as
 * the process. It is a copy, which shows every language and has the posts of the tests.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { memoryFolder } from '../support/memory-folder.ts';
import { copySources, takeDrawn } from '../support/site-copy.ts';

const folder = memoryFolder('millrace-e2e-');
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
process.env.DATA_DIR = join(folder, 'data');
await takeDrawn(join(process.env.DATA_DIR, 'astro-cache'));
const root = join(folder, 'sources');
await copySources(root);
await import(pathToFileURL(join(root, 'infra/local/start.ts')).href);
