/** Work that no call asks for, done again and again by a function of its own. */
export interface Schedule {
  /** The handler's file under `functions/`, without its ending. */
  readonly file: string;
  readonly everyMinutes: number;
}

/**
 * What runs on a schedule, beside the table of routes: the local stack runs it on a timer, the
 * cloud by EventBridge, and a test holds that each has its handler file.
 */
export const schedules = {
  sweep: { file: 'schedules/sweep', everyMinutes: 1 },
  audit: { file: 'schedules/audit', everyMinutes: 24 * 60 },
} as const satisfies Record<string, Schedule>;

export type ScheduleName = keyof typeof schedules;
