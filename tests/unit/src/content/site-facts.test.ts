import { expect, it } from 'vitest';
import { fillSiteFacts } from '../../../../src/content/site-facts.ts';
import { site } from '../../../../src/site.config.ts';

it('fills in what the settings of the site say', () => {
  expect(fillSiteFacts('{{name}}: {{trialCredits}}, {{trialDays}}, {{contactEmail}}')).toBe(
    `${site.name}: ${site.trial.credits}, ${site.trial.expiresAfterDays}, ${site.contactEmail}`,
  );
});

it('leaves other braces alone', () => {
  expect(fillSiteFacts('{name} {{ name }} {{')).toBe('{name} {{ name }} {{');
});

it('names what it does not know, and what it does', () => {
  expect(() => fillSiteFacts('{{nmae}}')).toThrow(
    '{{nmae}} is not known: use one of name, contactEmail, trialCredits, trialDays.',
  );
});
