import { expect, test } from 'vitest';
import { mayShowPicture, providerOrigin } from '../../../../src/contract/identity-provider.ts';

test.each([
  ['tenant.eu.auth0.com', 'https://tenant.eu.auth0.com'],
  ['http.example.com', 'https://http.example.com'],
  ['http://localhost:4323', 'http://localhost:4323'],
])('the provider %s has the origin %s', (domain, origin) => {
  expect(providerOrigin(domain)).toBe(origin);
});

test.each([
  ['https://pictures.example/ada.png', true],
  ['http://localhost:4323/avatars/AL.svg', true],
  ['http://pictures.example/ada.png', false],
  ['/api/auth/logout', false],
  ['https://www.example.com/api/auth/logout', false],
  ['https://WWW.example.com:443/api/auth/logout', false],
  ['https://flows.example.com/flows', false],
  ['data:image/png;base64,AA', false],
  ['javascript:alert(1)', false],
  ['', false],
])('a profile with the picture %s is shown with it: %s', (picture, isShown) => {
  const own = ['https://www.example.com', 'https://flows.example.com'];
  expect(mayShowPicture(picture, { provider: 'http://localhost:4323', own })).toBe(isShown);
});
