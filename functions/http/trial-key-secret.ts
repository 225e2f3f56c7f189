import { type Env, missingSetting } from '../env.ts';

/**
 * The key of the HMAC that remembers who had a trial, for a function that grants trials.
 *
 * @throws {SettingsError} when it was not given one
 */
export function trialKeySecretOf({ trialKeySecret }: Pick<Env, 'trialKeySecret'>): string {
  if (trialKeySecret === undefined) throw missingSetting('TRIAL_KEY_SECRET');
  return trialKeySecret;
}
