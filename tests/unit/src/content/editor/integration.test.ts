import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { withoutOtherHosts } from '../../../../../src/content/editor/integration.ts';

const file = fileURLToPath(import.meta.resolve('@sveltia/cms'));

it('the editor requests neither fonts from a CDN nor the host’s status', () => {
  const source = readFileSync(file, 'utf8');
  const addresses = /url\(https:[^)]*\)|https:[^`'"]*status\.json/g;
  expect(source.match(addresses)).toHaveLength(4);
  expect(withoutOtherHosts(source).match(addresses)).toBeNull();
});
