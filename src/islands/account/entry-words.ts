import type { Formats } from '../../client/formats.ts';
import type { EntryKind, EntryReply } from '../../contract/entries.ts';
import { fill } from '../../i18n/fill.ts';
import type { AccountLabels, Names } from './labels.ts';

/** An entry of the ledger in plain words. */
export interface EntryWords {
  /** What happened, such as «Social card: 2 credits held». */
  readonly title: string;
  /** Who or what was behind it, where that adds anything. */
  readonly detail: string | undefined;
  /** What it changed the balance by: a dash where credits were only set aside or given back. */
  readonly change: string;
}

type EntryLabels = Pick<AccountLabels, 'entries' | 'sources'>;

/** Says what an entry is about, to whom it belongs. */
export function entryWords(
  entry: EntryReply,
  labels: EntryLabels,
  names: Pick<Names, 'flows'>,
  formats: Pick<Formats, 'credits' | 'signed'>,
): EntryWords {
  const credits = formats.credits(entry.quantity);
  const flow = flowName(entry, names);
  return {
    title: fill(labels.entries.said[sayingOf(entry)], {
      credits,
      what: flow ?? entry.note ?? labels.entries.someRun,
      source: labels.sources[entry.source ?? 'purchase'],
    }),
    detail: flow === undefined ? detailOf(entry, labels) : undefined,
    change: entry.amount === 0 ? '–' : formats.signed(entry.amount),
  };
}

const runKinds = ['hold', 'capture', 'release'] as const satisfies readonly EntryKind[];

/** A grant and an expiry say where the credits came from; the rest is said by its kind. */
function sayingOf({ kind, source }: EntryReply): keyof AccountLabels['entries']['said'] {
  if (kind !== 'grant') return kind;
  return source === 'refund_reversed' ? 'refund_reversed' : `grant_${source ?? 'operator'}`;
}

/** The name of the flow that ran, unless it was something else: services name their runs themselves. */
function flowName({ kind, note }: EntryReply, { flows }: Pick<Names, 'flows'>): string | undefined {
  if (!isRun(kind)) return undefined;
  return Object.entries(flows).find(([id]) => id === note)?.[1];
}

function isRun(kind: EntryKind): boolean {
  return runKinds.some((one) => one === kind);
}

function detailOf(
  { kind, note, service }: EntryReply,
  { entries }: EntryLabels,
): string | undefined {
  const by = service === undefined ? undefined : fill(entries.byService, { service });
  const parts = [isRun(kind) ? undefined : note, by].filter((part) => part !== undefined);
  return parts.length > 0 ? parts.join(' · ') : undefined;
}
