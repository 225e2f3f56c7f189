import { readKeys } from '../../src/contract/auth.ts';
import { publicKeysOf } from '../adapters/oidc/access-token-keys.ts';
import { type AnyoneHandler, forAnyone } from '../callers/for-anyone.ts';
import { accessTokenKeysOf } from '../settings.ts';

type PublicKeys = ReturnType<typeof publicKeysOf>;

/** The public keys of the access tokens: the one that signs, and the one before or after it. */
export const jwks: AnyoneHandler<typeof readKeys, PublicKeys> = (_request, { keys }) => ({
  status: 200,
  body: { keys: [...keys] },
});

export const handler = forAnyone(readKeys, jwks, (env) => publicKeysOf(accessTokenKeysOf(env)));
