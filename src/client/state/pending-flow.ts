import { flowIdSchema } from '../../contract/flows.ts';

/** The key under which a tab keeps which flow it left to buy credits. */
export const flowTripKey = 'flowTrip';

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Notes that this tab leaves a flow to buy credits for it. */
export function beginFlowTrip(flow: string, storage: () => Store): void {
  try {
    storage().setItem(flowTripKey, flow);
  } catch {
    // Without storage nobody is led back, and the flow is one press away all the same.
  }
}

/** The id of the flow that this tab left to buy credits, as long as it has not come back. */
export function flowLeft(storage: () => Store): string | undefined {
  try {
    return flowIdSchema.safeParse(storage().getItem(flowTripKey)).data;
  } catch {
    return undefined;
  }
}

/** Notes that this tab is back. */
export function endFlowTrip(storage: () => Store): void {
  try {
    storage().removeItem(flowTripKey);
  } catch {
    // As above.
  }
}
