import * as z from 'zod/mini';

/** How long an access token is good, in seconds. */
export const accessTokenSeconds = 5 * 60;

/** What an access token allows: to run flows. */
export const accessTokenScope = 'flows';

/** Where the public keys of the access tokens are, at the site's origin. */
export const jwksPath = '/api/auth/jwks';

export const accessTokenSchema = z.object({
  /** Sent as Bearer to the origin of the flows; nobody but that has to understand it. */
  accessToken: z.string(),
  /** Seconds. */
  expiresIn: z.int(),
});

/** The keys in force, the one that signs first (RFC 7517, section 5; RFC 7518, section 6.2.1). */
export const jwksSchema = z.object({
  keys: z.array(
    z.object({
      kty: z.literal('EC'),
      crv: z.literal('P-256'),
      x: z.string(),
      y: z.string(),
      kid: z.string(),
      alg: z.literal('ES256'),
      use: z.literal('sig'),
    }),
  ),
});
