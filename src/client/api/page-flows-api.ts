import { PUBLIC_API_BASE } from 'astro:env/client';
import { getDefaultStore } from 'jotai/vanilla';
import { createToken } from '../../contract/auth.ts';
import type { Language } from '../../contract/language.ts';
import { flowsAtom } from '../state/atoms.ts';
import { accessTokens } from './access-tokens.ts';
import { call } from './call.ts';
import { type FlowsApi, flowsApi } from './flows-api.ts';

/** The flows API for this page. Its access tokens belong to the user who is signed in. */
export function pageFlowsApi(language: Language): FlowsApi {
  const tokens = accessTokens(() => call(createToken), Date.now);
  return flowsApi({ origin: new URL(PUBLIC_API_BASE).origin, language }, tokens);
}

/** Fetches the flows on offer into `flowsAtom`. When that fails, the atom keeps its value. */
export async function fetchFlows(language: Language): Promise<void> {
  const result = await pageFlowsApi(language).list();
  if (result.ok) getDefaultStore().set(flowsAtom, result.value);
}
