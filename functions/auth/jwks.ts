import type * as z from 'zod/mini';
import type { jwksSchema } from '../../src/contract/access-token.ts';
import { publicKeysOf } from '../adapters/oidc/access-token-keys.ts';
import type { Handler } from '../http/handler.ts';
import { lambda } from '../http/lambda.ts';
import { accessTokenKeysOf } from '../settings/flows.ts';

interface Deps {
  readonly keys: z.infer<typeof jwksSchema>;
}

/** The public keys of the access tokens: the one that signs, and the one before or after it. */
export const readKeys: Handler<'readKeys', Deps> = (_request, { keys }) => ({
  status: 200,
  body: { keys: [...keys.keys] },
});

export const handler = lambda('readKeys', readKeys, (env) => ({
  keys: publicKeysOf(accessTokenKeysOf(env)),
}));
