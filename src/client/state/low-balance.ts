/** The key under which the browser keeps whose warning of a low balance was put away. */
export const lowBalanceKey = 'lowBalancePutAway';

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Whether to warn of a low balance: once per crossing. What was put away stays away until the
 * balance rose again, which this notes too.
 * @param storage throws where the browser refuses it; then the warning comes with every page
 */
export function isLowBalanceNews(isLow: boolean, sub: string, storage: () => Store): boolean {
  try {
    if (isLow) return storage().getItem(lowBalanceKey) !== sub;
    if (storage().getItem(lowBalanceKey) === sub) storage().removeItem(lowBalanceKey);
  } catch {
    // A browser without storage has nothing to remember, and nothing to forget.
  }
  return isLow;
}

/** Puts the warning away; where the browser keeps nothing, for this page only. */
export function putLowBalanceAway(sub: string, storage: () => Store): void {
  try {
    storage().setItem(lowBalanceKey, sub);
  } catch {
    // As above: the page itself remembers it as long as it stands.
  }
}
