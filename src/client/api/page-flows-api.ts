import { PUBLIC_API_BASE } from 'astro:env/client';
import { createToken } from '../../contract/auth.ts';
import type { Language } from '../../contract/language.ts';
import { accessTokens } from './access-tokens.ts';
import { call } from './call.ts';
import { type FlowsApi, flowsApi } from './flows-api.ts';

/** The flows API as this page calls it. The tokens of one belong to whoever is signed in by then. */
export function pageFlowsApi(language: Language): FlowsApi {
  const tokens = accessTokens(() => call(createToken), Date.now);
  return flowsApi({ origin: new URL(PUBLIC_API_BASE).origin, language }, tokens);
}
