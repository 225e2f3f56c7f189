import { expect, test } from 'vitest';
import { SettingsError } from '../../../../functions/env.ts';
import { trialKeySecretOf } from '../../../../functions/settings.ts';

test('a function that was given the key has it', () => {
  expect(trialKeySecretOf({ trialKeySecret: 'f'.repeat(32) })).toBe('f'.repeat(32));
});

test('a function that was given none says which setting is missing', () => {
  expect(() => trialKeySecretOf({})).toThrow(SettingsError);
  expect(() => trialKeySecretOf({})).toThrow(/^TRIAL_KEY_SECRET is missing; /);
});
