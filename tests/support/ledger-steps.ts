import fc from 'fast-check';
import type { WalletKey } from '../../functions/domain/ledger/wallet.ts';
import type { LedgerCommand } from './ledger-commands.ts';

/** Longest sequence of commands. A shorter one finds most breaches that a longer one finds. */
const MAX_STEPS = 40;

/** A command without its target: `which` counts from the newest, and wraps around. */
export type LedgerStep = { readonly hours: number } & (
  | {
      readonly do: 'grant';
      readonly source: 'trial' | 'operator' | 'purchase';
      readonly amount: number;
      readonly life: number;
    }
  | {
      readonly do: 'hold';
      readonly amount: number;
      readonly life: number;
      /** The key that asks for it: 0 is none. */
      readonly key: number;
    }
  | { readonly do: 'caps'; readonly key: number; readonly caps: WalletKey['caps'] }
  | {
      readonly do: 'change';
      readonly which: number;
      readonly amount: number | undefined;
      readonly life: number | undefined;
    }
  | { readonly do: 'capture' | 'step'; readonly which: number; readonly amount: number | undefined }
  | { readonly do: 'release'; readonly which: number }
  | { readonly do: 'refund' | 'reverse'; readonly which: number; readonly share: number }
  | { readonly do: 'wait' }
);

/** Mostly none, so that many commands share an hour. */
const hours = fc.oneof(
  { weight: 5, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 4 }) },
);
/** Few, because the model counts every credit; most grants pay for several holds. */
const amountUpTo = (max: number) =>
  fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: 1, max }) },
    { weight: 1, arbitrary: fc.integer({ min: -1, max: 0 }) },
  );
const life = fc.integer({ min: 1, max: 20 });
const which = fc.nat({ max: 3 });
const share = fc.integer({ min: 1, max: 4 });
const cap = (max: number) => fc.integer({ min: 1, max });

/** How many personal keys the wallet of a sequence has. */
const KEYS = 2;

/** The hour at which sequences begin: two days before the end of January. */
const FIRST_HOUR = 29 * 24;

const step: fc.Arbitrary<LedgerStep> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('grant'),
      hours,
      source: fc.constantFrom('trial', 'operator', 'purchase'),
      amount: amountUpTo(40),
      life,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('hold'),
      hours,
      amount: amountUpTo(15),
      life,
      key: fc.nat({ max: KEYS }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('caps'),
      hours,
      key: fc.integer({ min: 1, max: KEYS }),
      caps: fc.record({ life: cap(60), month: cap(40), day: cap(20) }, { requiredKeys: [] }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('change'),
      hours,
      which,
      amount: fc.option(amountUpTo(25), { nil: undefined }),
      life: fc.option(fc.oneof({ weight: 5, arbitrary: life }, fc.constant(169)), {
        nil: undefined,
      }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom('capture', 'step', 'step'),
      hours,
      which,
      amount: fc.option(amountUpTo(15), { nil: undefined }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('release'), hours, which }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('refund', 'reverse'), hours, which, share }),
  },
  // Long enough that most sequences pass midnights, and many the end of January.
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('wait'), hours: fc.integer({ min: 0, max: 40 }) }),
  },
);

/** Sequences of steps, all kinds mixed. */
export const ledgerSteps = fc.array(step, { minLength: 1, maxLength: MAX_STEPS, size: 'max' });

interface Purchase {
  readonly id: string;
  readonly bought: number;
  /** The credits that refunds took of it so far, less the reversed ones. */
  refunded: number;
}

/** The ids of the keys of a story. */
export function keyIdsOf(story = 0): readonly string[] {
  return Array.from({ length: KEYS }, (_, n) => idOf(story, 0xa000 + n));
}

/** The `n`th id of a story, as a UUIDv7 (RFC 9562, section 5.7): they sort by both numbers. */
function idOf(story: number, n: number): string {
  const [prefix, suffix] = [story.toString(16), n.toString(16)];
  return `${prefix.padStart(8, '0')}-0000-7000-8000-${suffix.padStart(12, '0')}`;
}

/**
 * Turns steps into commands, one after the other. It knows the holds and purchases so far. As in the
 * product, refunds stay within their purchase, and reversals within their refunds.
 */
export class Resolver {
  readonly #holds: string[] = [];
  readonly #purchases: Purchase[] = [];
  readonly #story: number;
  #count = 0;
  #hour = FIRST_HOUR;

  /** @param story keeps the ids of this sequence apart from those of others in the same database */
  constructor(story = 0) {
    this.#story = story;
  }

  resolve(step: LedgerStep): LedgerCommand {
    this.#hour += step.hours;
    this.#count += 1;
    const id = idOf(this.#story, this.#count);
    const common = { hour: this.#hour, key: keyOf(step, this.#story, this.#count) };
    switch (step.do) {
      case 'grant':
        return { ...common, kind: 'grant', ...step, id, until: this.#hour + step.life };
      case 'hold':
        return {
          ...common,
          ...{ kind: 'hold', id, amount: step.amount, until: this.#hour + step.life },
          with: keyIdsOf(this.#story)[step.key - 1],
        };
      case 'caps':
        return { ...common, kind: 'caps', id: this.#keyId(step.key), caps: step.caps };
      case 'change': {
        const until = step.life === undefined ? undefined : this.#hour + step.life;
        return { ...common, kind: 'change', id: this.#hold(step.which), ...step, until };
      }
      case 'capture':
      case 'step':
        return { ...common, kind: step.do, id: this.#hold(step.which), amount: step.amount };
      case 'release':
        return { ...common, kind: 'release', id: this.#hold(step.which) };
      case 'refund':
      case 'reverse':
        return this.#refund(step, common, id);
      case 'wait':
        return { ...common, kind: 'wait' };
    }
  }

  /** Records the result of a command. */
  done(command: LedgerCommand, outcome: string): void {
    if (outcome !== 'ok') return;
    if (command.kind === 'hold') this.#holds.push(command.id);
    if (command.kind === 'grant' && command.source === 'purchase') {
      this.#purchases.push({ id: command.id, bought: command.amount, refunded: 0 });
    }
  }

  #keyId(number: number): string {
    return keyIdsOf(this.#story)[number - 1] ?? '';
  }

  #hold(which: number): string {
    return newest(this.#holds, which) ?? idOf(this.#story, 0);
  }

  /**
   * A quarter, a half, three quarters or all of the amount that can be refunded or reversed, if
   * any.
   */
  #refund(
    step: LedgerStep & { readonly do: 'refund' | 'reverse' },
    common: { readonly hour: number; readonly key: string },
    lotId: string,
  ): LedgerCommand {
    const purchase = newest(this.#purchases, step.which);
    const most =
      step.do === 'refund'
        ? (purchase?.bought ?? 0) - (purchase?.refunded ?? 0)
        : (purchase?.refunded ?? 0);
    const amount = Math.ceil((most * step.share) / 4);
    if (!purchase || amount === 0) return { ...common, kind: 'wait' };
    purchase.refunded += step.do === 'refund' ? amount : -amount;
    return step.do === 'refund'
      ? { ...common, kind: 'refund', id: purchase.id, amount }
      : { ...common, kind: 'reverse', id: purchase.id, amount, lotId };
  }
}

function newest<Item>(items: readonly Item[], which: number): Item | undefined {
  return items.at(-1 - (which % (items.length || 1)));
}

/** Keys of callers have no space in them, and our own keys have one, like those of the product. */
function keyOf(step: LedgerStep, story: number, n: number): string {
  const isCallers =
    step.do === 'grant'
      ? step.source === 'operator'
      : ['change', 'capture', 'step', 'release'].includes(step.do) ||
        (step.do === 'hold' && step.key === 0);
  return isCallers ? `key-${story}-${n}` : `${step.do} ${n}`;
}
