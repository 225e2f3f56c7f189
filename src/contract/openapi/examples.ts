import type * as z from 'zod/mini';
import type {
  CaptureReply,
  captureRequestSchema,
  GrantReply,
  grantRequestSchema,
  HoldReply,
  holdRequestSchema,
  ReleaseReply,
  releaseRequestSchema,
} from '../holds.ts';

/** One call of the service API as it might be, and its answer. */
interface Example {
  readonly request: Readonly<Record<string, string | number>>;
  readonly reply: Readonly<Record<string, string | number>>;
}

/** The id of the hold in the examples. */
export const exampleHoldId = '019aa6f0-1c00-7000-8000-5f1d2c3b4a59';

const sub = 'auth0|5f7c8ec7c33c6c004bbafe82';
const holdId = { id: exampleHoldId };

/** A story: credits are given, held for a run, and captured; another hold would be released. */
const examples = {
  grantCredits: {
    request: { sub, amount: 100, reason: 'Thanks for the bug report', expiresInDays: 90 },
    reply: {
      id: '019aa6ef-8a10-7000-8000-0c8e61d7b2f4',
      amount: 100,
      expiresAt: '2027-02-19T12:00:00.000Z',
      available: 125,
      held: 0,
    },
  },
  holdCredits: {
    request: { sub, amount: 10, reference: 'render 4711' },
    reply: {
      ...holdId,
      amount: 10,
      expiresAt: '2026-11-21T12:05:00.000Z',
      available: 115,
      held: 10,
    },
  },
  captureHold: {
    request: { amount: 7 },
    reply: { ...holdId, captured: 7, released: 3, available: 118, held: 0 },
  },
  releaseHold: {
    request: {},
    reply: { ...holdId, released: 10, available: 125, held: 0 },
  },
} as const satisfies {
  grantCredits: Of<typeof grantRequestSchema, GrantReply>;
  holdCredits: Of<typeof holdRequestSchema, HoldReply>;
  captureHold: Of<typeof captureRequestSchema, CaptureReply>;
  releaseHold: Of<typeof releaseRequestSchema, ReleaseReply>;
};

interface Of<Request extends z.ZodMiniType, Reply> {
  readonly request: z.input<Request>;
  readonly reply: Reply;
}

/** The example of a route, if it has one. */
export function exampleOf(name: string): Example | undefined {
  return Object.entries(examples).find(([one]) => one === name)?.[1];
}
