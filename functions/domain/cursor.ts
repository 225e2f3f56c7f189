import { createHash } from 'node:crypto';

const form = /^([1-9]\d{0,15})\.([\w-]{22})$/;

/**
 * Where the next page of a wallet's entries begins: the number of the last one that was shown, and
 * a mark by which a cursor of another wallet is noticed. It is no secret: whatever it says, only
 * entries of the caller's own wallet are read.
 */
export function cursorAfter(walletId: string, entryNumber: number): string {
  return `${entryNumber}.${markOf(walletId, String(entryNumber))}`;
}

/** The number in a cursor; nothing when it was not made for this wallet. */
export function readCursor(walletId: string, cursor: string): number | undefined {
  const [, number, mark] = form.exec(cursor) ?? [];
  if (number === undefined || mark !== markOf(walletId, number)) return undefined;
  return Number(number);
}

/** 128 bits of a digest, as 22 characters of base64url. */
function markOf(walletId: string, number: string): string {
  return createHash('sha256').update(`${walletId} ${number}`).digest('base64url').slice(0, 22);
}
