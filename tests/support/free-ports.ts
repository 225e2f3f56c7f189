import { randomInt } from 'node:crypto';
import { StartError } from '../../infra/local/errors.ts';
import { checkPorts } from '../../infra/local/http/listen.ts';

/** The product uses a port and the six after it. */
const OFFSETS = [0, 1, 2, 3, 4, 5, 6] as const;

/** How many ports are tried until one and its neighbours are free. */
const MAX_TRIES = 50;

/**
 * Below the ports that Linux gives to outgoing connections (`net.ipv4.ip_local_port_range`, from
 * 32,768). A port of that range is taken again while a product that a test stopped is started anew.
 */
const range = { from: 15_000, to: 32_000 } as const;

/** A port for the product: it and the ports after it are free on both loopback addresses. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const port = randomInt(range.from, range.to);
    if (await areFree(OFFSETS.map((offset) => port + offset))) return port;
  }
  throw new Error(`No port with free neighbours was found, ${MAX_TRIES} times in a row.`);
}

async function areFree(ports: readonly number[]): Promise<boolean> {
  try {
    await checkPorts(ports);
    return true;
  } catch (error) {
    if (error instanceof StartError) return false;
    throw error;
  }
}
