import { expect, it } from 'vitest';
import { readSources } from '../../../../src/content/check/check-content.ts';
import { unpublishedPage } from '../../../../src/content/integration.ts';
import { buildMarkdown } from '../../../../src/content/project.ts';
import { checkedAtMs, contentWith, type Files, post } from '../../../support/content.ts';

const pageWith = (files: Files) =>
  unpublishedPage(readSources(contentWith(files), buildMarkdown).posts, checkedAtMs);

it('development lists the posts of later days by day, then the drafts', () => {
  const page = pageWith({
    'src/content/blog/en/idea.md': post({ draft: 'true' }),
    'src/content/blog/zh/later.md': post({ publishDate: '2026-12-24' }),
    'src/content/blog/en/soon.md': post({ publishDate: '2026-11-22' }),
  });
  const links = [...page.matchAll(/<li>(.*?): <a href="(.*?)">/g)].map(([, day, path]) => [
    day,
    path,
  ]);
  expect(links).toEqual([
    ['2026-11-22', '/blog/soon/'],
    ['2026-12-24', '/zh/blog/later/'],
    ['Draft', '/blog/idea/'],
  ]);
});

it('development says so when everything is published', () => {
  expect(pageWith({})).toContain('Everything is published.');
});
