import { getDefaultStore } from 'jotai/vanilla';
import type { Language } from '../../contract/language.ts';
import { flowsAtom } from '../state/flows.ts';
import { pageFlowsApi } from './page-flows-api.ts';

/** Asks for the flows on offer; without an answer, what is known of them stays. */
export async function askFlows(language: Language): Promise<void> {
  const outcome = await pageFlowsApi(language).list();
  if (outcome.ok) getDefaultStore().set(flowsAtom, outcome.value);
}
