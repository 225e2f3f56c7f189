import { type Env, missingSetting } from '../env.ts';

/**
 * The two origins: of the site, which makes the access tokens, and of the flows, which takes them.
 *
 * @throws {SettingsError} when the function was not given the second one
 */
export function flowsSettings(env: Env) {
  const { siteOrigin, flowsOrigin } = env;
  if (flowsOrigin === undefined) throw missingSetting('PUBLIC_API_BASE');
  return { siteOrigin, flowsOrigin };
}

/**
 * The private keys of the access tokens.
 *
 * @throws {SettingsError} when the function was not given any
 */
export function accessTokenKeysOf(env: Env): NonNullable<Env['accessTokenKeys']> {
  if (env.accessTokenKeys === undefined) throw missingSetting('ACCESS_TOKEN_KEYS');
  return env.accessTokenKeys;
}
