import { flowIdSchema } from '../../contract/flows.ts';
import { storedText } from '../browser-storage.ts';

/** Holds a text while this tab is at the payment page, to tell on return that nothing was paid. */
export const pendingCheckout = storedText(
  () => sessionStorage,
  'checkout',
  (text) => text || undefined,
);

/** Holds the id of the flow that the user left in this tab to buy credits for it. */
export const pendingFlow = storedText(
  () => sessionStorage,
  'flowTrip',
  (text) => flowIdSchema.safeParse(text).data,
);
