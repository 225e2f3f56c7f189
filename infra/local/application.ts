import { randomBytes } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { database } from '../../functions/adapters/postgres/connection/database.ts';
import type { ScheduledHandler } from '../../functions/callers/for-schedule.ts';
import { processEnv } from '../../functions/env.ts';
import { catalogueProgram } from '../../functions/flows/catalog.ts';
import { flowProcesses } from '../../functions/flows/flow-processes.ts';
import { schedules } from '../../src/contract/schedules.ts';
import { loadHandlers, localApi, localFlowsApi } from './api.ts';
import type { Command, CommandResult } from './credits/command.ts';
import { runCommand, stripeAccess } from './credits/run-command.ts';
import type { Settings } from './settings.ts';

/** The handlers of calls, schedules and commands. It keeps nothing between calls. */
export interface Application {
  readonly api: RequestListener;
  readonly flowsApi: RequestListener;
  /** The handler of a schedule's file. */
  readonly scheduled: (file: string) => ScheduledHandler | undefined;
  /** Carries out a command of the operator. */
  readonly carryOut: (command: Command, db: ReturnType<typeof database>) => Promise<CommandResult>;
}

/**
 * Loads the handlers of all routes and schedules.
 * @param report logs failures of the server
 * @throws when a handler cannot be loaded
 */
export async function loadApplication(
  settings: Settings,
  report: (text: string) => void,
): Promise<Application> {
  flowProcesses(catalogueProgram(), { givesWay: true });
  const siteOrigin = settings.variables.SITE_ORIGIN;
  const handlers = await loadHandlers<ScheduledHandler>(Object.values(schedules));
  const stripe = () => stripeAccess(settings);
  return {
    api: await localApi(siteOrigin, report),
    flowsApi: await localFlowsApi(siteOrigin, report),
    scheduled: (file) => handlers.get(file),
    carryOut: (command, db) => {
      const { trialKeySecret } = processEnv();
      const keys = { randomBytes, stripe, trialKeySecret };
      return runCommand(command, { db, now: new Date(), ...keys, siteOrigin });
    },
  };
}
