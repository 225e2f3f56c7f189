import type * as z from 'zod/mini';
import type {
  CaptureReply,
  captureRequestSchema,
  changeHoldRequestSchema,
  GrantReply,
  grantRequestSchema,
  HoldReply,
  holdRequestSchema,
  ReleaseReply,
  releaseRequestSchema,
} from '../holds.ts';
import story from './examples.json' with { type: 'json' };

/** A possible call, and its answer. */
interface Example {
  /** The body, or the query of a call without a body. */
  readonly request: Readonly<Record<string, unknown>>;
  readonly reply: Readonly<Record<string, unknown>>;
}

/**
 * A story: credits are granted, held for a run, and captured; another hold would be released. A user's
 * program uploads two pictures, and one is given back. The compiler knows a text of the file as any text, so a test compares the others with their schemas.
 */
const examples = story satisfies Readonly<Record<string, Example>> & {
  grantCredits: Of<typeof grantRequestSchema, GrantReply>;
  holdCredits: Of<typeof holdRequestSchema, HoldReply>;
  changeHold: Of<typeof changeHoldRequestSchema, HoldReply>;
  captureHold: Of<typeof captureRequestSchema, CaptureReply>;
  releaseHold: Of<typeof releaseRequestSchema, ReleaseReply>;
};

interface Of<Request extends z.ZodMiniType, Reply> {
  readonly request: z.input<Request>;
  readonly reply: Reply;
}

/** The id of the hold in the examples. */
export const exampleHoldId = examples.holdCredits.reply.id;

/** The replies of the hold in the examples: when it is made, captured, or released instead. */
export const serviceStory = {
  held: examples.holdCredits.reply,
  captured: examples.captureHold.reply,
  released: examples.releaseHold.reply,
} as const;

/** The example of a route, if it has one. */
export function exampleOf(name: string): Example | undefined {
  return Object.entries(examples).find(([one]) => one === name)?.[1];
}
