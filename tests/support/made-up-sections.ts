import { readFileSync } from 'node:fs';
import { type Section, type SectionKind, sectionKinds } from '../../src/content/section-schema.ts';
import { type Language, localizedPath } from '../../src/contract/language.ts';
import { projectRoot } from './site-copy.ts';

/** The sections of a page in the test of the budget. */
export const SECTIONS_A_PAGE = 10;
/** The texts of a page: almost what the check allows (`sections.ts`), in bytes of UTF-8. */
const TEXT_BYTES = 8_800;
/** The sections that a page may have once; the hero also comes first. */
const once: readonly SectionKind[] = ['hero', 'flows', 'packs', 'ledger', 'demo'];
const lists = { columns: 3, rows: 4, points: 4, posts: 6 } as const;

/** Pages of sections in a language, as Markdown files: random ones, and together of every kind. */
export function madeUpPages(language: Language, count: number, random: () => number): string[] {
  const text = textsOf(language, random);
  return Array.from({ length: count }, (_, at) => {
    const kinds = kindsOf(at, random);
    const perSection = TEXT_BYTES / SECTIONS_A_PAGE;
    const sections = kinds.map((kind) =>
      sectionOf(kind, language, (share) => text(perSection * share)),
    );
    const fields = { title: `Page ${at}`, description: text(100), sections };
    const lines = Object.entries(fields).map(
      ([name, value]) => `${name}: ${JSON.stringify(value)}`,
    );
    return `---\n${lines.join('\n')}\n---\n`;
  });
}

/** The kinds of a page. The first pages have each kind in turn; the hero begins a page. */
function kindsOf(at: number, random: () => number): readonly SectionKind[] {
  const all = sectionKinds.map(({ kind }) => kind);
  const chosen = Array.from({ length: SECTIONS_A_PAGE }, (_, place) => {
    const kind =
      at < 2 ? all[(place + at * 5) % all.length] : all[Math.floor(random() * all.length)];
    return kind ?? 'quote';
  });
  const kinds = chosen.map((kind, place) =>
    once.includes(kind) && chosen.indexOf(kind) < place ? 'questions' : kind,
  );
  return kinds.toSorted((a, b) => Number(b === 'hero') - Number(a === 'hero'));
}

/** A section whose texts have together about a whole share. */
function sectionOf(
  kind: SectionKind,
  language: Language,
  text: (share: number) => string,
): Section {
  const title = text(0.06);
  const lead = text(0.25);
  const link = { label: text(0.03), path: localizedPath('/pricing/', language) };
  const picture = '../pictures/example.png';
  const points = Array.from({ length: lists.points }, () => ({
    title: text(0.05),
    text: text(0.15),
  }));
  const numbers = points.map((point) => ({ number: point.title, text: point.text }));
  const names = (length: number) => Array.from({ length }, () => text(0.05));
  const rows = Array.from({ length: lists.rows }, () => ({
    name: text(0.05),
    cells: names(lists.columns),
  }));
  switch (kind) {
    case 'hero':
      return {
        kind,
        title,
        lead,
        note: text(0.06),
        link,
        banner: true,
        picture,
        pictureAlt: text(0.2),
      };
    case 'flows':
      return { kind, title, lead, link };
    case 'packs':
    case 'ledger':
      return { kind, title, lead };
    case 'demo':
      return { kind, which: 'ledger', title, lead };
    case 'steps':
    case 'promises':
    case 'questions':
      return { kind, title, items: points };
    case 'quote':
      return { kind, text: text(0.5), name: text(0.04), role: text(0.05) };
    case 'comparison':
      return { kind, title, columns: names(lists.columns), rows };
    case 'action':
      return { kind, title, link };
    case 'picture':
      return {
        kind,
        title,
        text: text(0.5),
        link,
        picture,
        pictureAlt: text(0.2),
        pictureFirst: false,
      };
    case 'numbers':
      return { kind, title, items: numbers };
    case 'posts':
      return { kind, title, count: lists.posts };
  }
}

/** Texts of a size in bytes, cut at random places out of a post, which compresses as real words do. */
function textsOf(language: Language, random: () => number): (bytes: number) => string {
  const file = `${projectRoot}/tests/site/src/content/blog/${language}/what-an-image-weighs.md`;
  const words = readFileSync(file, 'utf8')
    .replace(/^---.*?---|```.*?```|^\|.*$/gms, '')
    .replace(/\]\([^)]*\)|[^\p{L}\p{N}\s，。,.]/gu, ' ')
    .replace(/\s+/g, ' ');
  const bytesEach = Buffer.byteLength(words) / words.length;
  return (bytes) => {
    const length = Math.max(2, Math.floor(bytes / bytesEach));
    const start = Math.floor(random() * (words.length - length));
    return words
      .slice(start, start + length)
      .replace(/^[\s\d.,]+/, 'A ')
      .trim();
  };
}
