import type { Entry } from '../../functions/domain/ledger/entry.ts';
import {
  availableCredits,
  balanceCredits,
  heldCredits,
  inSpendOrder,
  type Lot,
  owedCredits,
  type Wallet,
} from '../../functions/domain/ledger/wallet.ts';

/**
 * The breaches of the ledger's rules that a wallet and all its entries show: a sentence each, which
 * begins with the rule's number.
 */
export function brokenRules(wallet: Wallet, entries: readonly Entry[]): readonly string[] {
  return [
    ...wallet.lots.flatMap(brokenLot),
    ...brokenSums(wallet, entries),
    ...brokenChain(wallet, entries),
    ...brokenHolds(wallet, entries),
  ];
}

function brokenLot(lot: Lot): readonly string[] {
  const counts = [
    lot.remainingCredits,
    lot.heldCredits,
    lot.owedCredits,
    lot.expiredCredits,
    lot.refundedCredits,
  ];
  const within = lot.remainingCredits + lot.heldCredits + lot.expiredCredits <= lot.amountCredits;
  const whole = counts.every((count) => Number.isSafeInteger(count) && count >= 0);
  return whole && within ? [] : [`1: lot ${lot.id} counts ${counts} of ${lot.amountCredits}`];
}

function brokenSums(wallet: Wallet, entries: readonly Entry[]): readonly string[] {
  const sum = entries.reduce((total, { amountCredits }) => total + amountCredits, 0);
  const ordered = inSpendOrder(wallet.lots).every((lot, index) => lot === wallet.lots[index]);
  return [
    ...(sum === balanceCredits(wallet) ? [] : [`2: entries sum to ${sum}`]),
    ...(ordered ? [] : ['2: the lots are not in the order in which they are spent']),
  ];
}

function brokenChain(wallet: Wallet, entries: readonly Entry[]): readonly string[] {
  const broken = entries.flatMap((entry, index) => {
    const follows =
      entry.number === index + 1 &&
      entry.balanceBeforeCredits === (entries[index - 1]?.balanceAfterCredits ?? 0) &&
      entry.balanceBeforeCredits + entry.amountCredits === entry.balanceAfterCredits &&
      entry.availableAfterCredits + entry.heldAfterCredits - entry.owedAfterCredits ===
        entry.balanceAfterCredits;
    return follows ? [] : [`3: entry ${index + 1} does not follow: ${JSON.stringify(entry)}`];
  });
  const last = entries.at(-1);
  const agrees =
    wallet.entryCount === entries.length &&
    (last?.availableAfterCredits ?? 0) === availableCredits(wallet) &&
    (last?.heldAfterCredits ?? 0) === heldCredits(wallet) &&
    (last?.owedAfterCredits ?? 0) === owedCredits(wallet);
  return agrees ? broken : [...broken, '3: the last entry does not say what the wallet has'];
}

function brokenHolds(wallet: Wallet, entries: readonly Entry[]): readonly string[] {
  const shares = wallet.holds
    .filter(({ state }) => state === 'open')
    .flatMap(({ split, captured }) => [
      ...split,
      ...captured.map((share) => ({ ...share, amountCredits: -share.amountCredits })),
    ]);
  const lots = wallet.lots.flatMap((lot) => {
    const held = shares
      .filter(({ lotId }) => lotId === lot.id)
      .reduce((sum, { amountCredits }) => sum + amountCredits, 0);
    return held === lot.heldCredits ? [] : [`5: open holds have ${held} of lot ${lot.id}`];
  });
  const holds = wallet.holds.flatMap((hold) => {
    const of = (kind: Entry['kind']) =>
      entries
        .filter((entry) => entry.holdId === hold.id && entry.kind === kind)
        .reduce((sum, { quantityCredits }) => sum + quantityCredits, 0);
    const ended = of('capture') + of('release');
    const spent = hold.captured.reduce((sum, { amountCredits }) => sum + amountCredits, 0);
    const isWhole =
      hold.state === 'open'
        ? ended < hold.amountCredits && of('release') === 0
        : ended === hold.amountCredits;
    const isNamed = hold.state !== 'captured' ? spent < hold.amountCredits : spent > 0;
    return of('hold') === hold.amountCredits && of('capture') === spent && isWhole && isNamed
      ? []
      : [`5: hold ${hold.id} is ${hold.state}, and ${ended} of it were given back or spent`];
  });
  return [...lots, ...holds];
}
