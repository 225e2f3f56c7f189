import type { LedgerCommand } from './ledger-commands.ts';

/** One credit, and its place: free, in a hold by its id, or gone. */
interface Credit {
  readonly lot: ModelLot;
  place: 'free' | 'spent' | 'expired' | 'refunded' | 'forgiven' | { readonly hold: string };
}

interface ModelLot {
  readonly id: string;
  readonly purchase: string;
  /** The lowest is spent first. */
  readonly priority: number;
  readonly until: number;
  readonly grantedAt: number;
  owed: number;
  refunded: number;
}

interface ModelHold {
  readonly id: string;
  readonly madeAt: number;
  until: number;
  /** Spent ones too, in the order in which they are spent. */
  credits: readonly Credit[];
  end: 'open' | 'captured' | 'released' | 'expired';
  readonly key: string | undefined;
  spent: number;
}

interface Caps {
  readonly life?: number;
  readonly month?: number;
  readonly day?: number;
}

/** The hour at which February begins, and March, by the story's clock: January 1 is its hour 0. */
const [FEBRUARY, MARCH] = [31 * 24, 59 * 24];

const dayOf = (hour: number) => Math.floor(hour / 24);
const monthOf = (hour: number) => (hour < FEBRUARY ? 1 : hour < MARCH ? 2 : 3);

const priorities = { trial: 0, operator: 1, purchase: 2, refund_reversed: 2 } as const;

const MIN_RESTORED_HOURS = 30 * 24;

const MAX_HOLD_HOURS = 7 * 24;

const isOf = ({ id }: ModelHold, place: Credit['place']) =>
  typeof place === 'object' && place.hold === id;

const isHeld = ({ place }: Credit) => typeof place === 'object';

const bySpending = ({ lot: a }: Credit, { lot: b }: Credit) =>
  a.priority - b.priority ||
  a.until - b.until ||
  a.grantedAt - b.grantedAt ||
  (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/**
 * The ledger once more, as plainly as possible. Every single credit is an object with a place, and
 * time passes hour by hour. It shares no code with the product.
 */
export class LedgerModel {
  readonly #lots: ModelLot[] = [];
  readonly #credits: Credit[] = [];
  readonly #holds: ModelHold[] = [];
  readonly #caps = new Map<string, Caps>();
  #hour = 0;

  /** Runs a command; returns `ok` or the code of the refusal. */
  obey(command: LedgerCommand): string {
    while (this.#hour < command.hour) this.#passAnHour();
    switch (command.kind) {
      case 'grant':
        return this.#grant(command);
      case 'hold':
        return this.#hold(command);
      case 'change':
        return this.#change(command);
      case 'capture':
        return this.#settle(command.id, 'captured', command.amount);
      case 'step':
        return this.#settle(command.id, 'captured', command.amount, true);
      case 'release':
        return this.#settle(command.id, 'released');
      case 'refund':
        for (let credit = 0; credit < command.amount; credit += 1) this.#takeBack(command.id);
        return 'ok';
      case 'reverse':
        return this.#reverse(command);
      case 'caps':
        this.#caps.set(command.id, command.caps);
        return 'ok';
      case 'wait':
        return 'ok';
    }
  }

  /** The credits of each lot and the state of each hold, as a list of words for comparisons. */
  summary(): readonly string[] {
    return [
      ...this.#lots.map((lot) => {
        const count = (is: (credit: Credit) => boolean) =>
          this.#credits.filter((credit) => credit.lot === lot && is(credit)).length;
        const free = count(({ place }) => place === 'free');
        const held = count(({ place }) => typeof place === 'object');
        return `lot ${lot.id}: ${free} ${held} ${lot.owed}`;
      }),
      ...this.#holds.map(({ id, end }) => `hold ${id}: ${end}`),
    ].toSorted();
  }

  /** The credits that holds of a key, made today, in this month and ever, have spent and hold. */
  use(key: string): readonly (readonly [spent: number, held: number])[] {
    return [
      this.#usedBy(key, () => true),
      this.#usedBy(key, (madeAt) => monthOf(madeAt) === monthOf(this.#hour)),
      this.#usedBy(key, (madeAt) => dayOf(madeAt) === dayOf(this.#hour)),
    ];
  }

  #usedBy(key: string, isIn: (madeAt: number) => boolean): readonly [number, number] {
    const holds = this.#holds.filter((hold) => hold.key === key && isIn(hold.madeAt));
    const held = holds.flatMap((hold) => hold.credits.filter(({ place }) => isOf(hold, place)));
    return [holds.reduce((sum, { spent }) => sum + spent, 0), held.length];
  }

  /** Whether a hold of that time may have so much more. */
  #hasRoom(key: string | undefined, madeAt: number, more: number): boolean {
    if (key === undefined) return true;
    const { life, month, day } = this.#caps.get(key) ?? {};
    const isWithin = (cap: number | undefined, isIn: (hour: number) => boolean) => {
      const [spent, held] = this.#usedBy(key, isIn);
      return cap === undefined || spent + held + more <= cap;
    };
    return (
      isWithin(life, () => true) &&
      isWithin(month, (hour) => monthOf(hour) === monthOf(madeAt)) &&
      isWithin(day, (hour) => dayOf(hour) === dayOf(madeAt))
    );
  }

  #passAnHour(): void {
    this.#hour += 1;
    for (const credit of this.#credits) {
      if (credit.place === 'free' && credit.lot.until <= this.#hour) credit.place = 'expired';
    }
    for (const hold of this.#holds) {
      if (hold.end !== 'open' || hold.until > this.#hour) continue;
      hold.end = 'expired';
      for (const credit of hold.credits.filter(isHeld)) this.#returnToLot(credit);
    }
  }

  #returnToLot(credit: Credit): void {
    if (credit.lot.owed > 0) {
      credit.lot.owed -= 1;
      credit.place = 'refunded';
    } else {
      credit.place = credit.lot.until <= this.#hour ? 'expired' : 'free';
    }
  }

  #grant({ source, id, amount, until }: LedgerCommand & { readonly kind: 'grant' }): string {
    if (amount < 1) return 'amount_invalid';
    const paid = source === 'purchase' ? this.#payDebts(amount) : 0;
    this.#addLot(id, id, priorities[source], until, amount - paid);
    return 'ok';
  }

  #addLot(id: string, purchase: string, priority: number, until: number, amount: number): void {
    const lot = { id, purchase, priority, until, grantedAt: this.#hour, owed: 0, refunded: 0 };
    this.#lots.push(lot);
    for (let credit = 0; credit < amount; credit += 1) this.#credits.push({ lot, place: 'free' });
  }

  /** Pays credit by credit the oldest lot with a debt; returns how many it paid. */
  #payDebts(most: number): number {
    for (let paid = 0; paid < most; paid += 1) {
      const [oldest] = this.#lots
        .filter(({ owed }) => owed > 0)
        .sort((a, b) => a.grantedAt - b.grantedAt || (a.id < b.id ? -1 : 1));
      if (!oldest) return paid;
      oldest.owed -= 1;
    }
    return most;
  }

  #hold({ id, amount, until, with: key }: LedgerCommand & { readonly kind: 'hold' }): string {
    if (amount < 1) return 'amount_invalid';
    if (!this.#hasRoom(key, this.#hour, amount)) return 'key_cap_reached';
    const credits = this.#takeFree(id, amount);
    if (!credits) return 'credits_insufficient';
    this.#holds.push({ id, madeAt: this.#hour, until, credits, end: 'open', key, spent: 0 });
    return 'ok';
  }

  /** Puts free credits into a hold; undefined when there are too few. */
  #takeFree(hold: string, amount: number): readonly Credit[] | undefined {
    const free = this.#credits.filter(({ place }) => place === 'free').sort(bySpending);
    if (free.length < amount) return undefined;
    const credits = free.slice(0, amount);
    for (const credit of credits) credit.place = { hold };
    return credits;
  }

  #change({ id, amount, until }: LedgerCommand & { readonly kind: 'change' }): string {
    const found = this.#openHold(id);
    if (typeof found === 'string') return found;
    const added = (amount ?? found.credits.length) - found.credits.length;
    if (added < 0) return 'amount_invalid';
    const isLater = until !== undefined && until > found.until;
    if (isLater && until > found.madeAt + MAX_HOLD_HOURS) return 'hold_too_long';
    if (!this.#hasRoom(found.key, found.madeAt, added)) return 'key_cap_reached';
    const credits = this.#takeFree(id, added);
    if (!credits) return 'credits_insufficient';
    found.credits = [...found.credits, ...credits].sort(bySpending);
    if (isLater) found.until = until;
    return 'ok';
  }

  #openHold(id: string): ModelHold | string {
    const hold = this.#holds.find((one) => one.id === id);
    if (!hold) return 'hold_not_found';
    if (hold.end === 'expired') return 'hold_expired';
    return hold.end === 'open' ? hold : 'hold_already_settled';
  }

  #settle(id: string, end: 'captured' | 'released', amount?: number, keepsRest = false): string {
    const hold = this.#openHold(id);
    if (typeof hold === 'string') return hold;
    const held = hold.credits.filter(isHeld);
    const spent = end === 'released' ? 0 : (amount ?? held.length);
    if (spent > held.length || (end === 'captured' && spent < 1)) return 'amount_invalid';
    for (const credit of held.slice(0, spent)) credit.place = 'spent';
    hold.spent += spent;
    if (keepsRest && spent < held.length) return 'ok';
    hold.end = end;
    for (const credit of held.slice(spent)) this.#returnToLot(credit);
    return 'ok';
  }

  #takeBack(purchase: string): void {
    const lots = this.#lots.filter((lot) => lot.purchase === purchase);
    const mine = this.#credits.filter(({ lot }) => lots.includes(lot));
    const free = mine.find(({ place }) => place === 'free');
    const expired = mine.find(({ place }) => place === 'expired');
    const held = lots.find(
      (lot) =>
        mine.filter((one) => one.lot === lot && typeof one.place === 'object').length > lot.owed,
    );
    const debtor = held ?? lots[0];
    if (free) {
      free.place = 'refunded';
      free.lot.refunded += 1;
    } else if (expired) {
      expired.place = 'forgiven';
    } else if (debtor) {
      debtor.owed += 1;
      debtor.refunded += 1;
    }
  }

  #reverse({ id, amount, lotId }: LedgerCommand & { readonly kind: 'reverse' }): string {
    const lots = this.#lots.filter((lot) => lot.purchase === id);
    let restored = 0;
    for (let credit = 0; credit < amount; credit += 1) {
      const lot = lots.find(({ refunded }) => refunded > 0);
      const forgiven = this.#credits.find(
        ({ lot: of, place }) => lots.includes(of) && place === 'forgiven',
      );
      if (lot) {
        lot.refunded -= 1;
        restored += 1;
      } else if (forgiven) {
        forgiven.place = 'expired';
      }
    }
    if (restored === 0) return 'ok';
    const until = Math.max(...lots.map((lot) => lot.until), this.#hour + MIN_RESTORED_HOURS);
    const paid = this.#payDebts(restored);
    this.#addLot(lotId, id, priorities.refund_reversed, until, restored - paid);
    return 'ok';
  }
}
