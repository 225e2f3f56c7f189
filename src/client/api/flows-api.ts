import { listFlows, readRunFile } from '../../contract/flows.ts';
import type { Language } from '../../contract/language.ts';
import type { ProblemCode } from '../../contract/problem.ts';
import type { AccessTokens } from './access-tokens.ts';
import { type Askable, ask, type CallInput, type ReplyOf } from './call.ts';
import { type CallResult, settle } from './call-result.ts';
import { send } from './send.ts';

/** A route of the flows API that takes an access token and answers with JSON. */
type TokenRoute = Askable & { readonly caller: 'access-token' | 'access-token-or-key' };

/** The flows API, which answers at an origin of its own. */
export interface FlowsApi {
  /** The flows on offer, for anyone. */
  list(signal?: AbortSignal): Promise<CallResult<ReplyOf<typeof listFlows>>>;
  /** Calls as whoever is signed in. */
  call<R extends TokenRoute>(route: R, input: CallInput<R>): Promise<CallResult<ReplyOf<R>>>;
  /** A file of a result. */
  file(run: string, name: string, signal?: AbortSignal): Promise<CallResult<Blob>>;
}

/** The code of a token that is over, or whose session is. */
const tokenRefused = 'access_token_invalid' satisfies ProblemCode;

/** Calls the flows API at its origin, which replies in the language. */
export function flowsApi(
  other: { readonly origin: string; readonly language: Language },
  tokens: AccessTokens,
): FlowsApi {
  return {
    list: (signal) => ask(listFlows, { other, ...(signal ? { signal } : {}) }),
    call: (route, input) => withToken(tokens, (bearer) => ask(route, { ...input, bearer, other })),
    file: (id, name, signal) =>
      withToken(tokens, async (bearer) => {
        const sent = { bearer, other, params: { id, name }, ...(signal ? { signal } : {}) };
        const answer = await send(readRunFile, '*/*', sent);
        return answer.ok ? settle(answer.value.blob()) : answer;
      }),
  };
}

/** Calls with a token, and once more with a new one when it is refused. */
async function withToken<Value>(
  tokens: AccessTokens,
  callAs: (bearer: string) => Promise<CallResult<Value>>,
): Promise<CallResult<Value>> {
  const token = await tokens.get();
  if (!token.ok) return token;
  const outcome = await callAs(token.value);
  if (outcome.ok || outcome.kind !== 'refused') return outcome;
  if (outcome.problem.code !== tokenRefused) return outcome;
  tokens.forget(token.value);
  const fresh = await tokens.get();
  return fresh.ok ? callAs(fresh.value) : fresh;
}
