import { describe, expect, it } from 'vitest';
import { avatarAt } from '../../../../../infra/local/identity-provider/avatar.ts';

describe('avatarAt', () => {
  it.each([
    ['/avatars/AL.svg', '>AL<'],
    ['/avatars/%E7%8E%8B.svg', '>王<'],
    ['/avatars/%3F.svg', '>?<'],
  ])('draws %s', (path, text) => {
    expect(avatarAt(path)).toContain(text);
  });

  it.each([
    '/avatars/',
    '/avatars/.svg',
    '/avatars/AL.png',
    '/avatars/ABCDE.svg',
    '/avatars/%3Cb%3E.svg',
    '/avatars/%22.svg',
    '/avatars/%zz.svg',
    '/avatars/a/b.svg',
    '/other/AL.svg',
  ])('draws nothing for %s', (path) => {
    expect(avatarAt(path)).toBeUndefined();
  });
});
