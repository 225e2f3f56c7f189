import { type Env, missingSetting } from '../env.ts';

/**
 * The key of the HMACs that remember who had a trial, and under which calls are counted, for a
 * function that does either. The two cannot meet: what is counted begins with a word and a space,
 * and no address does.
 *
 * @throws {SettingsError} when it was not given one
 */
export function trialKeySecretOf({ trialKeySecret }: Pick<Env, 'trialKeySecret'>): string {
  if (trialKeySecret === undefined) throw missingSetting('TRIAL_KEY_SECRET');
  return trialKeySecret;
}
