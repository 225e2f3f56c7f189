import { StartError } from '../../infra/local/errors.ts';
import { checkPorts } from '../../infra/local/listen.ts';
import { anyPort } from './any-port.ts';

/** The product uses a port and the three after it. */
const OFFSETS = [0, 1, 2, 3] as const;

/** How often the system is asked for a port whose neighbours are free too. */
const MAX_TRIES = 20;

const HIGHEST_PORT = 65_535;

/** A port for the product: it and the ports after it are free on both loopback addresses. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const port = await anyPort();
    if (await areFree(OFFSETS.map((offset) => port + offset))) return port;
  }
  throw new Error(`The system named no port with free neighbours, ${MAX_TRIES} times in a row.`);
}

async function areFree(ports: readonly number[]): Promise<boolean> {
  if (ports.some((port) => port > HIGHEST_PORT)) return false;
  try {
    await checkPorts(ports);
    return true;
  } catch (error) {
    if (error instanceof StartError) return false;
    throw error;
  }
}
