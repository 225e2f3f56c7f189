import { afterEach, describe, expect, it, vi } from 'vitest';
import { storedText } from '../../../../src/client/browser-storage.ts';
import { blockStorage, stubStorage } from '../../../support/browser-storage.ts';

afterEach(() => vi.unstubAllGlobals());

const place = storedText(
  () => sessionStorage,
  'place',
  (text) => (text.startsWith('/') ? text : undefined),
);

describe('a stored text', () => {
  it('can be read until it is cleared', () => {
    const texts = stubStorage('sessionStorage');
    expect(place.read()).toBeUndefined();
    expect(place.write('/blog/')).toBe(true);
    expect([place.read(), [...texts]]).toEqual(['/blog/', [['place', '/blog/']]]);
    place.write('');
    expect(place.read()).toBeUndefined();
  });

  it('is parsed when it is read', () => {
    stubStorage('sessionStorage', { place: 'https://evil.example/' });
    expect(place.read()).toBeUndefined();
  });

  it('is not stored when the browser blocks its storage', () => {
    blockStorage('sessionStorage');
    expect(place.write('/blog/')).toBe(false);
    place.write('');
    expect(place.read()).toBeUndefined();
  });

  it('is not stored when there is no storage, as during the build', () => {
    vi.stubGlobal('sessionStorage', undefined);
    expect(place.write('/blog/')).toBe(false);
    expect(place.read()).toBeUndefined();
  });

  it('is invalid when its parser throws', () => {
    stubStorage('sessionStorage', { place: '{' });
    const json = storedText(
      () => sessionStorage,
      'place',
      (text): unknown => JSON.parse(text),
    );
    expect(json.read()).toBeUndefined();
  });
});
