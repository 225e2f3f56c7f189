import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import {
  withDefaults,
  withoutOtherHosts,
  withParser,
} from '../../../../../src/content/editor/integration.ts';

const file = fileURLToPath(import.meta.resolve('@sveltia/cms'));

it('the editor requests neither fonts from a CDN nor the host’s status', () => {
  const source = readFileSync(file, 'utf8');
  const addresses = /url\(https:[^)]*\)|https:[^`'"]*(?:status\.json|hostedstatus[^`'"]*)/g;
  expect(source.match(addresses)).toHaveLength(5);
  expect(withoutOtherHosts(source).match(addresses)).toBeNull();
});

it('the editor exports its Markdown parser, and a version that hides it stops the build', () => {
  expect(withParser(readFileSync(file, 'utf8'))).toMatch(/\nexport\{[\w$]+ as marked\};/);
  expect(() => withParser('nothing')).toThrow('The editor has no Lexer of marked');
});

it('a refused save asks nobody to try again later', () => {
  const source = readFileSync(file, 'utf8');
  expect(source).toContain('saving_entry.error.description');
  expect(withParser(source)).not.toContain('saving_entry.error.description');
});

it('a field has a default for each language, and a version that fills otherwise stops the build', () => {
  const source =
    'let fill=({content:a,keyPath:b,fieldConfig:c,locale:d,defaultLocale:e,dynamicValues:f})=>{return c.default};';
  const filled = (field: object, language: string) =>
    Function(
      'field',
      'language',
      `${withDefaults(source)}return fill({fieldConfig:field,locale:language});`,
    )(field, language);
  expect(filled({ defaults: { en: 'a', zh: '甲' } }, 'zh')).toBe('甲');
  expect(filled({ defaults: { en: 'a' }, default: 'b' }, 'fr')).toBeUndefined();
  expect(filled({ default: 'b' }, 'zh')).toBe('b');
  expect(withDefaults(readFileSync(file, 'utf8'))).toContain('.defaults[');
  expect(() => withDefaults('nothing')).toThrow('The editor fills nothing');
});
