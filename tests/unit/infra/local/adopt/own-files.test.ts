import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ownFiles } from '../../../../../infra/local/adopt/own-files.ts';

test('the guide names every file of the adopter, and no other', () => {
  const guide = readFileSync(new URL('../../../../../docs/adopting.md', import.meta.url), 'utf8');
  const [, list = ''] = /<!-- own files -->\n(.+?)\n\n/s.exec(guide) ?? [];
  const named = [...list.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);
  expect(named.toSorted()).toEqual([...ownFiles].toSorted());
});
