import { readKeys } from '../../src/contract/auth.ts';
import { publicKeysOf } from '../adapters/oidc/access-token-keys.ts';
import { type AnyoneRequest, forAnyone } from '../callers/for-anyone.ts';
import type { Reply } from '../http/handler.ts';
import { accessTokenKeysOf } from '../settings.ts';

type PublicKeys = ReturnType<typeof publicKeysOf>;

/** The public keys of the access tokens: the one that signs, and the one before or after it. */
export function jwks(
  _request: AnyoneRequest<typeof readKeys>,
  { keys }: PublicKeys,
): Reply<typeof readKeys> {
  return {
    status: 200,
    body: { keys: [...keys] },
  };
}

export const handler = forAnyone(readKeys, jwks, (env) => publicKeysOf(accessTokenKeysOf(env)));
