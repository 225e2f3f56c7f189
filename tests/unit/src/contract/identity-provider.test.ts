import { expect, test } from 'vitest';
import { providerOrigin } from '../../../../src/contract/identity-provider.ts';

test.each([
  ['tenant.eu.auth0.com', 'https://tenant.eu.auth0.com'],
  ['http.example.com', 'https://http.example.com'],
  ['http://localhost:4323', 'http://localhost:4323'],
])('the provider %s has the origin %s', (domain, origin) => {
  expect(providerOrigin(domain)).toBe(origin);
});
