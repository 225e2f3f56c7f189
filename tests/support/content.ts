import { type CheckContext, checkContent } from '../../src/content/check/check-content.ts';
import type { Finding } from '../../src/content/check/report.ts';
import { type ContentFile, folders, neededPages } from '../../src/content/check/sources.ts';
import { buildMarkdown } from '../../src/content/project.ts';
import { languages } from '../../src/contract/language.ts';

/** Files by their paths from the project's folder; `undefined` removes a file. */
export type Files = Readonly<Record<string, string | undefined>>;

export const checkedAtMs = Date.parse('2026-11-21T09:00:00Z');
export const context: CheckContext = {
  nowMs: checkedAtMs,
  origins: ['https://millrace.example'],
  markdown: buildMarkdown,
};

/** The path of a post's file. */
export const enPost = 'src/content/blog/en/wheel.md';
export const zhPost = 'src/content/blog/zh/wheel.md';

const fields: Readonly<Record<string, string>> = {
  title: 'A wheel',
  description: 'How a wheel turns.',
  publishDate: '2026-11-01',
  author: 'team',
  tags: '[credits]',
};

/** A Markdown file with these fields, written unchanged; `undefined` leaves one out. */
export function markdown(front: Files, body = 'Water turns it.\n'): string {
  const lines = Object.entries(front).filter(([, value]) => value !== undefined);
  return `---\n${lines.map(([name, value]) => `${name}: ${value}\n`).join('')}---\n\n${body}`;
}

/** A valid post, except for the given fields and body. */
export function post(front: Files = {}, body?: string): string {
  return markdown({ ...fields, ...front }, body);
}

const page = markdown({ title: 'About', description: 'Who we are.' });
const prices = { title: 'Pricing', description: 'Prices.', sections: '[{ kind: packs }]' };
const pricing = markdown(prices, '');
const pages = languages.flatMap((language) =>
  neededPages.map((slug) => [`${folders.pages}/${language}/${slug}.md`, page]),
);

const files: Files = {
  [enPost]: post(),
  [zhPost]: post(),
  'src/content/blog/covers/wheel.png': '',
  'functions/flows/catalog/mill.ts': '',
  ...Object.fromEntries(pages),
  'src/content/pages/en/pricing.md': pricing,
  'src/content/pages/zh/pricing.md': pricing,
  'src/content/authors/team.json': '{"name": "Millrace", "bio": {"en": "Us.", "zh": "我们。"}}',
  'src/content/tags/credits.json': '{"name": {"en": "Credits", "zh": "积分"}}',
  'src/pages/404.astro': '',
  'src/pages/[language]/404.astro': '',
  'src/pages/[...language]/index.astro': '',
  'src/pages/[...language]/developers.astro': '',
  'src/pages/[...language]/[page].astro': '',
  'src/pages/[...language]/products/[product].astro': '',
  'src/pages/[...language]/rss.xml.ts': '',
  'src/pages/[...language]/blog/[...page].astro': '',
  'src/pages/[...language]/blog/[slug].astro': '',
  'src/pages/[...language]/blog/saved.astro': '',
  'src/pages/[...language]/blog/tags/[tag]/[...page].astro': '',
  'src/pages/[...language]/blog/authors/[author].astro': '',
  'src/pages/og/[language]/[slug].png.ts': '',
  'public/terms.pdf': '',
};

/** A small valid site, except for the given files. */
export function contentWith(changes: Files = {}): ContentFile[] {
  return Object.entries({ ...files, ...changes }).flatMap(([path, text]) =>
    text === undefined ? [] : [{ path, sizeBytes: Buffer.byteLength(text), text }],
  );
}

/** The findings of the check in the small site with these files. */
export function findingsWith(changes: Files): Finding[] {
  return checkContent(contentWith(changes), context);
}

/** The findings, each on a line: `file:line field: problem fix`. */
export function linesOf(findings: readonly Finding[]): string[] {
  return findings.map(({ severity, file, line, field, problem, fix }) => {
    const place = [line === undefined ? file : `${file}:${line}`, field].filter(Boolean).join(' ');
    return `${severity} ${place}: ${problem} ${fix}`;
  });
}

/**
 * The rows of a table of tests: a line each, with `=>` between its cells. In a cell, `\n` is a new
 * line. A value that a cell names by `${}` may have several lines.
 */
export function rows({ raw }: TemplateStringsArray, ...values: readonly string[]): string[][] {
  const text = raw.reduce((before, part, at) => `${before}\u0000${at - 1}\u0000${part}`);
  const filled = (cell: string) =>
    cell
      .replaceAll(/\\([n`])/g, (_, letter) => (letter === 'n' ? '\n' : letter))
      .replaceAll(/\0(\d+)\0/g, (_, at) => values[Number(at)] ?? '');
  const lines = text.trim().split('\n');
  return lines.map((line) =>
    line
      .trimStart()
      .split(/(?:^| )=>(?: |$)/)
      .map(filled),
  );
}
