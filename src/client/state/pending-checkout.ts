/** The key under which a tab keeps that it has left for the payment page. */
export const checkoutTripKey = 'checkout';

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Notes that this tab leaves for the payment page. */
export function beginCheckoutTrip(storage: () => Store): void {
  try {
    storage().setItem(checkoutTripKey, 'begun');
  } catch {
    // Without storage, whoever comes back unpaid is told nothing, and has lost nothing.
  }
}

/**
 * Whether this tab is back from the payment page, and forgets it. Together with an address that
 * names no purchase it means that nothing was paid.
 */
export function endCheckoutTrip(storage: () => Store): boolean {
  try {
    const isBegun = storage().getItem(checkoutTripKey) !== null;
    if (isBegun) storage().removeItem(checkoutTripKey);
    return isBegun;
  } catch {
    return false;
  }
}
