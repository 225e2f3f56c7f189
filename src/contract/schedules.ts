/** Work at intervals, each in a function of its own. */
export interface Schedule {
  /** The handler's file under `functions/`, without its ending. */
  readonly file: string;
  readonly everyMinutes: number;
}

/**
 * The schedules, beside the table of routes. The local stack runs them by a timer, the cloud by
 * EventBridge. A test checks that each has its handler file.
 */
export const schedules = {
  sweep: { file: 'schedules/sweep', everyMinutes: 1 },
  purchases: { file: 'schedules/confirm-purchases', everyMinutes: 1 },
  messages: { file: 'schedules/messages', everyMinutes: 1 },
  audit: { file: 'schedules/audit', everyMinutes: 24 * 60 },
} as const satisfies Record<string, Schedule>;

export type ScheduleName = keyof typeof schedules;
