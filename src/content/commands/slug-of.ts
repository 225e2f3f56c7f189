/** Longest slug that is made from a title; its last word is whole. */
const MAX_SLUG_CHARACTERS = 60;

/**
 * The slug of a title in Latin letters: small letters, without accents, hyphens between the words.
 * None when a letter is left over, as in Chinese: half of a title would be a misleading address, and
 * how a word is spelled in Latin letters is for its author to say.
 */
export function slugOf(title: string): string | undefined {
  const plain = title
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .toLowerCase();
  if (/[^\P{L}a-z]/u.test(plain)) return undefined;
  const words = plain.split(/[^a-z0-9]+/).filter((word) => word !== '');
  let slug = words.shift()?.slice(0, MAX_SLUG_CHARACTERS);
  for (const word of words) {
    const longer = `${slug}-${word}`;
    if (longer.length > MAX_SLUG_CHARACTERS) break;
    slug = longer;
  }
  return slug;
}
