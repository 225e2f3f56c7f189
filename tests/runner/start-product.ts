/**
 * Starts the product for the journeys, on its own ports, with a data folder that lives as long as
 * the process.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const dataDir = mkdtempSync(join(tmpdir(), 'millrace-e2e-'));
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));
process.env.DATA_DIR = dataDir;
await import('../../infra/local/start.ts');
