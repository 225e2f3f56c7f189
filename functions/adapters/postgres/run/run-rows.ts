import type { ExpressionBuilder, Kysely } from 'kysely';
import * as z from 'zod/mini';
import {
  progressSchema,
  type ResultPart,
  type RunProgress,
  refusedInputCodes,
  resultPartSchema,
} from '../../../../src/contract/flows.ts';
import {
  type StoredLeftOut,
  storedLeftOutSchema,
  storedTextsSchema,
} from '../../../../src/contract/left-out.ts';
import { type RunFailure, type StoredRun, statusOf } from '../../../domain/run/run.ts';
import type { RunStore } from '../../../domain/run/run-store.ts';
import type { Schema } from '../schema/schema.ts';

const inputSchema = z.record(z.string(), z.unknown());

const partsSchema = z.array(resultPartSchema);

/** The result of a run. Runs from before it was told what was left out have the parts alone. */
const resultSchema = z.union([
  partsSchema,
  z.object({
    ...{ parts: partsSchema, leftOut: z.array(storedLeftOutSchema) },
    /** How far it is, of a run that has not ended. */
    progress: z.optional(progressSchema),
  }),
]);

/** The longest text of a result, in bytes of JSON: half of the limit of a column of DSQL. */
const MAX_RESULT_BYTES = 512 * 1_024;

/** @throws RangeError when the text is too long, which is a bug of the flow */
export function textOfResult(
  parts: readonly ResultPart[],
  leftOut: readonly StoredLeftOut[],
  progress?: RunProgress,
): string {
  const text = JSON.stringify({ parts, leftOut, progress });
  if (Buffer.byteLength(text) > MAX_RESULT_BYTES) {
    throw new RangeError(`A result has at most ${MAX_RESULT_BYTES} bytes besides its files.`);
  }
  return text;
}

/** An input that is too long to store is not kept, and its run cannot be repeated later. */
function textOfInput(input: NonNullable<StoredRun['input']>): string | null {
  const text = JSON.stringify(input);
  return Buffer.byteLength(text) > MAX_RESULT_BYTES ? null : text;
}

export function rowOfRun(run: StoredRun): Schema['runs'] {
  return {
    id: run.id,
    wallet_id: run.walletId,
    flow_id: run.flowId,
    status: run.status,
    amount: run.amountCredits,
    failure: null,
    sentences: null,
    result: null,
    started_at: run.startedAt,
    finished_at: null,
    ends_by: run.endsBy,
    // Until it has ended otherwise: the sweep then deletes what a run left that died or was left.
    kept_until: run.endsBy,
    is_kept: true,
    paused_at: null,
    title: run.title ?? null,
    input: run.input ? textOfInput(run.input) : null,
    share_token: null,
    key_id: run.keyId ?? null,
  };
}

/** A list reads all columns but the input, which can be long, and the token. */
const listedColumns = [
  ...['id', 'wallet_id', 'flow_id', 'status', 'amount', 'failure', 'sentences', 'result'],
  ...[
    'started_at',
    'finished_at',
    'ends_by',
    'kept_until',
    'is_kept',
    'paused_at',
    'title',
    'key_id',
  ],
] as const;

/** Chooses runs whose input was not refused. */
const wasNotRefused = (eb: ExpressionBuilder<Schema, 'runs'>) =>
  eb.or([eb('failure', 'is', null), eb('failure', 'not in', refusedInputCodes)]);

/**
 * Selects runs of a wallet as stored, newest first: those before the run `before`.
 * @param isList whether people read them, who need no row of an input that was refused
 */
export async function selectRuns(
  db: Kysely<Schema>,
  { walletId, keyId, before, limit }: Omit<Parameters<RunStore['list']>[0], 'now'>,
  { isList = false } = {},
): Promise<readonly StoredRun[]> {
  const rows = await db
    .selectFrom('runs')
    .where('wallet_id', '=', walletId)
    .$if(isList, (query) => query.where(wasNotRefused))
    .$if(keyId !== undefined, (query) => query.where('key_id', '=', keyId ?? ''))
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .select(listedColumns)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => runOfRow({ ...row, input: null, share_token: null }));
}

/** A cancelled run is stored as one that failed because of it, as it was before it had a status. */
export function runOfRow(row: Schema['runs']): StoredRun {
  const failure = row.failure === null ? undefined : failureOf(row.failure, row.sentences);
  return {
    id: row.id,
    walletId: row.wallet_id,
    flowId: row.flow_id,
    status: failure ? statusOf(failure) : row.status,
    amountCredits: row.amount,
    ...(failure && { failure }),
    ...(row.result === null ? {} : partsOf(row.status, row.result)),
    ...(row.title === null ? {} : { title: row.title }),
    ...(row.input === null ? {} : { input: inputSchema.parse(JSON.parse(row.input)) }),
    ...(row.share_token === null ? {} : { shareToken: row.share_token }),
    ...(row.key_id === null ? {} : { keyId: row.key_id }),
    startedAt: row.started_at,
    ...(row.finished_at === null ? {} : { finishedAt: row.finished_at }),
    endsBy: row.ends_by,
    keptUntil: row.kept_until,
  };
}

/** The parts of a run that has not ended are no result yet: nobody has paid for them. */
function partsOf(
  status: StoredRun['status'],
  text: string,
): Pick<StoredRun, 'result' | 'made' | 'leftOut' | 'progress'> {
  const stored = resultSchema.parse(JSON.parse(text));
  const { parts, ...others } = 'parts' in stored ? stored : { parts: stored };
  return { ...others, ...(status === 'running' ? { made: parts } : { result: parts }) };
}

function failureOf(code: RunFailure['code'], sentences: string | null): RunFailure {
  if (sentences === null) return { code };
  return { code, sentences: storedTextsSchema.parse(JSON.parse(sentences)) };
}
