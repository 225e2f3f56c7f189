import * as z from 'zod/mini';
import { wholeCredits } from './credits.ts';
import { idParams, idSchema } from './id.ts';
import { leftOutSchema, partialSchema } from './left-out.ts';
import type { ProblemCode } from './problem.ts';
import { route } from './route.ts';

/** How long the result of a run is stored, in days. */
export const runKeptDays = 7;

/**
 * The largest call of any flow, in bytes of JSON: a file of 1 MB as base64, and the rest; larger files
 * are uploaded. Each flow takes what its own input needs (`maxBodyBytes` in `functions/flows/catalog/`).
 */
export const maxRunBodyBytes = 1_400_000;

/** How long a run may work at most, in milliseconds: the whole call has to end before 29 s. */
export const maxRunMs = 20_000;

/** From this duration on a run is long, and mail tells of its end. In milliseconds. */
export const longRunMs = 10_000;

/**
 * How many runs of one user may be under way at once. So nobody fills the places of all (50 on AWS,
 * `RUNS_AT_ONCE` in `infra/aws/api/function-maker.ts`).
 */
export const maxRunsOfUser = 5;

/** The largest file of a result, in bytes: as base64 it fits the 6 MB of a function's answer. */
export const maxResultFileBytes = 4_300_000;

/** The most files that a result has; of a list, that of each item. */
export const maxResultFiles = 20;

/** A flow's name in addresses. */
export const flowIdPattern = /^[a-z][a-z\d-]{0,39}$/;
export const flowIdSchema = z.string().check(z.regex(flowIdPattern));

/** A flow on offer; `input` is JSON Schema, and the form has its fields. */
export const flowSchema = z.object({
  id: flowIdSchema,
  /** In the caller's language, like the titles in `input`. */
  name: z.string(),
  description: z.string(),
  /** The price of a run, or the lowest price where `quoted` is true. */
  credits: wholeCredits,
  /** Whether the price depends on the input, so that the caller must ask for a quote. */
  quoted: z.boolean(),
  /** The price of a typical input, in the caller's language. Set where `quoted` is true. */
  example: z.optional(z.string()),
  /** The field whose items have that price each, such as `pictures`, where there is one. */
  each: z.optional(z.string()),
  input: z.record(z.string(), z.unknown()),
});

export type FlowOffer = z.infer<typeof flowSchema>;

export const flowsSchema = z.array(flowSchema);

/** The input of a run; the flow's own schema checks it. */
const inputSchema = z.record(z.string(), z.unknown());

export const quoteRequestSchema = z.object({ input: inputSchema, partial: partialSchema });

export const quoteSchema = z.object({
  flow: flowIdSchema,
  credits: wholeCredits,
  /** The parts that a run would not read; absent where only the run can tell. */
  leftOut: z.optional(z.array(leftOutSchema)),
});

export type Quote = z.infer<typeof quoteSchema>;

/** Runs a flow; with `credits`, only if that is its price. */
export const runRequestSchema = z.object({
  input: inputSchema,
  credits: z.optional(wholeCredits),
  partial: partialSchema,
});

/** A run begins, and ends as one of the others. */
export const runStatuses = ['running', 'succeeded', 'failed', 'cancelled'] as const;

export type RunStatus = (typeof runStatuses)[number];

/** The units of the numbers in a result. */
export const resultUnits = [
  'bytes',
  'characters',
  'count',
  'minutes',
  'percent',
  'pixels',
  'score',
  'words',
] as const;

/** A part of a text of the input, in UTF-16 code units from its start; `end` is past the last. */
const textPlaceSchema = z.object({ start: z.int(), end: z.int() });

export type TextPlace = z.infer<typeof textPlaceSchema>;

/** The flow refuses the input: its caller is told so, and no list has the run. */
export const refusedInputCodes = ['input_partly_read', 'input_refused'] as const;

/** Why one item of a list is given back while the others are done. */
export const itemFailureCodes = [
  ...refusedInputCodes,
  'run_failed',
  'run_timed_out',
  'run_too_large',
] as const satisfies readonly ProblemCode[];

const partFields = {
  name: z.string(),
  label: z.string(),
  /** The item of a list in the input that it belongs to, from 1 on. */
  item: z.optional(z.int()),
  /** As stored: whether more parts of the same input follow, which a later call makes. */
  more: z.optional(z.boolean()),
};

/** One part of a result, with its label in the caller's language. */
export const resultPartSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('text'),
    ...partFields,
    text: z.string(),
    /** As stored: the text in each language, where it is a sentence of ours. Answers have `text`. */
    texts: z.optional(z.record(z.string(), z.string())),
    /** Why the item was given back; the text says it in words. */
    code: z.optional(z.enum(itemFailureCodes)),
  }),
  z.object({
    kind: z.literal('list'),
    ...partFields,
    items: z.array(z.string()),
    /** For each item, where it stands in the input's field `field`, or in the result's file `file`. */
    places: z.optional(z.array(z.array(textPlaceSchema))),
    /** For each item, the headings of the source that it stands under, the outermost first. */
    headings: z.optional(z.array(z.array(z.string()))),
    field: z.optional(z.string()),
    file: z.optional(z.string()),
  }),
  z.object({
    kind: z.literal('number'),
    ...partFields,
    value: z.number(),
    unit: z.enum(resultUnits),
  }),
  /** Bytes at `/runs/{id}/files/{name}`. */
  z.object({
    kind: z.literal('file'),
    ...partFields,
    mediaType: z.string(),
    bytes: z.int().check(z.nonnegative()),
    width: z.optional(z.int()),
    height: z.optional(z.int()),
    /** How alike a picture looks to the one that was given, 1 for the same (SSIM). */
    likeness: z.optional(z.number()),
  }),
]);

export type ResultPart = z.infer<typeof resultPartSchema>;

/** A run in a list. */
export const runSummarySchema = z.object({
  id: z.uuid(),
  flow: flowIdSchema,
  /** The file's name, or the first words of what was given; absent without one, and with the result. */
  title: z.optional(z.string()),
  status: z.enum(runStatuses),
  /** The charged credits: 0 unless it succeeded, the price of everything while it is running. */
  credits: wholeCredits,
  startedAt: z.iso.datetime(),
  finishedAt: z.optional(z.iso.datetime()),
  /** When the result is deleted. */
  keptUntil: z.iso.datetime(),
  /** Why it did not succeed, as a code of the closed list. */
  code: z.optional(z.string()),
  /** The name of the smallest picture of the result, for a list. */
  picture: z.optional(z.string()),
});

export type RunSummary = z.infer<typeof runSummarySchema>;

export const runSchema = z.extend(runSummarySchema, {
  /** Empty unless the run succeeded and its result is still stored. */
  result: z.array(resultPartSchema),
  /** The parts that were not read; absent without a result, and of runs from before it was told. */
  leftOut: z.optional(z.array(leftOutSchema)),
});

export type Run = z.infer<typeof runSchema>;

const givenFileSchema = z.object({
  /** The field of the input. */
  field: z.string(),
  name: z.optional(z.string()),
  mediaType: z.optional(z.string()),
  bytes: z.optional(z.int()),
  upload: z.optional(z.uuid()),
});

/** How far a run is: of the items of a list, 0 of 1 without, and of the present one. */
export const progressSchema = z.object({
  ...{ done: z.int(), of: z.int(), refused: z.array(z.int()) },
  steps: z.optional(z.object({ done: z.int(), of: z.int(), preview: z.optional(z.string()) })),
});

export type RunProgress = z.infer<typeof progressSchema>;

/** A run as its owner reads it, with what was given. */
export const ownRunSchema = z.extend(runSchema, {
  progress: z.optional(progressSchema),
  /** The given fields without files, to run it again; kept as long as a result. */
  input: z.optional(inputSchema),
  /** The given files. A file without `upload` is no longer kept. */
  files: z.optional(z.array(givenFileSchema)),
  /** The token of the link by which the result is shared. */
  share: z.optional(z.string()),
});

export type OwnRun = z.infer<typeof ownRunSchema>;

/** A run that goes on when its call is sent again with the same key. */
export const runningRunSchema = z.extend(runSummarySchema, { progress: progressSchema });

export type RunningRun = z.infer<typeof runningRunSchema>;

/** A run that has just ended, and what can still be spent, if its caller may read that. */
export const finishedRunSchema = z.extend(runSchema, { available: z.optional(wholeCredits) });

export type FinishedRun = z.infer<typeof finishedRunSchema>;

export const runsSchema = z.object({
  runs: z.array(runSummarySchema),
  /** The cursor of the earlier runs; null when there are none. */
  next: z.nullable(z.uuid()),
});

export type Runs = z.infer<typeof runsSchema>;

/** How many runs a page has at most. */
export const runsPerPage = 20;

export const runsQuerySchema = z.object({ cursor: z.optional(idSchema) });

/** The name of a file in a result, as addresses have it. */
export const fileNamePattern = /^[\da-z][\da-z.-]{0,63}$/;
export const fileNameSchema = z.string().check(z.regex(fileNamePattern));

const flowParams = z.object({ id: flowIdSchema });

export const listFlows = /* @__PURE__ */ route('listFlows', {
  summary: 'The flows on offer, in the caller’s language',
  method: 'GET',
  path: '/flows',
  file: 'runs/list-flows',
  audience: 'flows',
  caller: 'anyone',
  localized: true,
  replies: { 200: flowsSchema },
});

export const quoteRun = /* @__PURE__ */ route('quoteRun', {
  summary: 'What a run of a flow would cost',
  method: 'POST',
  path: '/flows/{id}/quotes',
  file: 'runs/quote',
  runsIn: 'runs',
  audience: 'flows',
  caller: 'access-token-or-key',
  params: flowParams,
  body: quoteRequestSchema,
  fieldProblems: { id: 'flow_not_found' },
  refuses: [
    'input_invalid',
    'input_partly_read',
    'input_refused',
    'run_failed',
    'run_timed_out',
    'run_too_large',
    'too_many_runs',
    'upload_incomplete',
    'upload_not_found',
  ],
  limit: 'quote',
  localized: true,
  replies: { 200: quoteSchema },
});

export const startRun = /* @__PURE__ */ route('startRun', {
  summary: 'Runs a flow and charges for it; a failed run costs nothing',
  method: 'POST',
  path: '/flows/{id}/runs',
  file: 'runs/start',
  runsIn: 'runs',
  audience: 'flows',
  caller: 'access-token-or-key',
  keyed: true,
  params: flowParams,
  body: runRequestSchema,
  fieldProblems: { id: 'flow_not_found' },
  refuses: [
    'credits_insufficient',
    'idempotency_conflict',
    'input_invalid',
    'input_partly_read',
    'input_refused',
    'key_cap_reached',
    'quote_changed',
    'run_cancelled',
    'run_failed',
    'run_in_progress',
    'run_timed_out',
    'too_many_failed_runs',
    'too_many_own_runs',
    'run_too_large',
    'too_many_runs',
    'upload_incomplete',
    'upload_not_found',
  ],
  limit: 'run',
  localized: true,
  replies: { 201: finishedRunSchema, 202: runningRunSchema },
});

export const cancelRun = /* @__PURE__ */ route('cancelRun', {
  summary: 'Ends the run that was started with the key, and gives its credits back',
  method: 'POST',
  path: '/runs/cancellations',
  file: 'runs/cancel',
  audience: 'flows',
  caller: 'access-token-or-key',
  keyed: true,
  refuses: ['run_not_found'],
  limit: 'change',
  localized: true,
  replies: { 200: runSchema },
});

export const listRuns = /* @__PURE__ */ route('listRuns', {
  summary: 'The user’s runs, newest first',
  method: 'GET',
  path: '/runs',
  file: 'runs/list',
  audience: 'flows',
  caller: 'access-token-or-key',
  query: runsQuerySchema,
  replies: { 200: runsSchema },
});

export const readRun = /* @__PURE__ */ route('readRun', {
  summary: 'A run, with its result while that is kept',
  method: 'GET',
  path: '/runs/{id}',
  file: 'runs/read',
  audience: 'flows',
  caller: 'access-token-or-key',
  params: idParams,
  fieldProblems: { id: 'run_not_found' },
  localized: true,
  replies: { 200: ownRunSchema },
});

export const readRunFile = /* @__PURE__ */ route('readRunFile', {
  summary: 'A file of a run’s result',
  method: 'GET',
  path: '/runs/{id}/files/{name}',
  file: 'runs/read-file',
  audience: 'flows',
  caller: 'access-token-or-key',
  params: z.object({ id: idSchema, name: fileNameSchema }),
  fieldProblems: { id: 'run_not_found', name: 'run_not_found' },
  localized: true,
  replies: { 200: 'file' },
});

export const answerUnmatchedFlows = /* @__PURE__ */ route('answerUnmatchedFlows', {
  summary: 'Answers what no other route of the flows does',
  method: 'ANY',
  path: '/{path+}',
  file: 'unmatched/answer-flows',
  audience: 'flows',
  caller: 'anyone',
  refuses: ['method_not_allowed', 'not_found'],
  replies: {},
});

export const flowRoutes = {
  listFlows,
  quoteRun,
  startRun,
  cancelRun,
  listRuns,
  readRun,
  readRunFile,
  answerUnmatchedFlows,
};
