import { processEdge } from '../../functions/callers/process-edge.ts';
import type { Env } from '../../functions/env.ts';
import type { Edge } from '../../functions/http/edge.ts';
import type { LogLine } from '../../functions/http/log.ts';
import { siteOrigin } from './api-event.ts';
import { now } from './memory-stores.ts';

const env: Env = {
  siteOrigin,
  issuer: 'https://tenant.example/',
  clientId: 'client',
  requiredSignIn: [],
  databaseUrl: 'postgres://nobody@localhost:1/nothing',
  trialKeySecret: 'f'.repeat(32),
};

/** Settings, a clock that stands still, and a log that stores its lines. */
export function edgeOf(changes: Partial<Edge> = {}): { edge: Edge; lines: LogLine[] } {
  const lines: LogLine[] = [];
  const log = (line: LogLine): void => {
    lines.push(line);
  };
  return { edge: { ...processEdge, env: () => env, now: () => now, log, ...changes }, lines };
}
