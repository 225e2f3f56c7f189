import type { TFunction } from 'i18next';

/** The most texts that are kept of a language: more than it has, with the numbers in them. */
export const maxKeptTexts = 5_000;

/**
 * A translator that looks each text up once and keeps it. Every page asks for the same few dozen,
 * and a look-up takes i18next ten microseconds. Kept are texts without values and with numbers as
 * values; names and titles are too many.
 */
export function keeping(translate: TFunction): TFunction {
  const texts = new Map<string, unknown>();
  return new Proxy(translate, {
    apply(_target, _self, given: Parameters<TFunction>) {
      const key = keyOf(given);
      if (key === undefined) return translate(...given);
      if (texts.has(key)) return texts.get(key);
      const text: unknown = translate(...given);
      if (texts.size < maxKeptTexts) texts.set(key, text);
      return text;
    },
  });
}

function keyOf([key, values]: readonly unknown[]): string | undefined {
  if (typeof key !== 'string') return undefined;
  if (values === undefined) return key;
  if (typeof values !== 'object' || values === null) return undefined;
  const areNumbers = Object.values(values).every((value) => typeof value === 'number');
  return areNumbers ? `${key} ${JSON.stringify(values)}` : undefined;
}
