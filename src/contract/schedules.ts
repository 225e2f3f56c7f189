/** Work at intervals, each in a function of its own. */
export interface Schedule {
  /** The handler's file under `functions/`, without its ending. */
  readonly file: string;
  readonly everyMinutes: number;
}

/** The schedules. The local stack runs them by a timer, and the cloud by EventBridge. */
export const schedules = {
  sweep: { file: 'schedules/sweep', everyMinutes: 1 },
  purchases: { file: 'schedules/confirm-purchases', everyMinutes: 1 },
  messages: { file: 'schedules/messages', everyMinutes: 1 },
  audit: { file: 'schedules/audit', everyMinutes: 24 * 60 },
} as const satisfies Record<string, Schedule>;

export type ScheduleName = keyof typeof schedules;

/** Work that events of AWS begin, each in a function of its own. */
export interface Listener {
  /** The handler's file under `functions/`, without its ending. */
  readonly file: string;
  /** The service that sends the events, and their types, as EventBridge names both. */
  readonly source: string;
  readonly detailTypes: readonly string[];
}

/** The listeners, which only the cloud has: a mail server on one machine sends no such events. */
export const listeners = {
  mailFeedback: {
    file: 'messages/mail-feedback',
    source: 'aws.ses',
    detailTypes: ['Email Bounced', 'Email Complaint Received'],
  },
} as const satisfies Record<string, Listener>;

export type ListenerName = keyof typeof listeners;
