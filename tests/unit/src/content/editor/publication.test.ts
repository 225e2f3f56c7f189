import { describe, expect, it, vi } from 'vitest';
import type { SavedEntry } from '../../../../../src/content/editor/check-entry.ts';
import {
  type CommitReport,
  followPublication,
  type Publication,
  publicationOf,
  readCommitReport,
  savedIn,
} from '../../../../../src/content/editor/publication.ts';
import type { Language } from '../../../../../src/contract/language.ts';
import { site } from '../../../../../src/site.config.ts';

const nowMs = Date.parse('2026-11-22T12:00:00Z');
const path = 'src/content/blog/en/lock.md';
const data = {
  title: 'A lock',
  publishDate: '2026-11-02',
  draft: false,
  tags: [],
  cover: null,
  body: 'Water waits.',
};
/** As the editor writes it, or somebody by hand. */
const online = '---\ndraft: false\ntitle: "A lock"\npublishDate: 2026-11-02\n---\nWater waits.\n\n';
const former = online.replace('waits', 'flows');

function became(
  changes: Readonly<Record<string, unknown>>,
  published: Readonly<Record<string, string>> | undefined,
  { report, language = 'en' }: { report?: CommitReport; language?: Language } = {},
) {
  const saved = savedIn({ path, data: { ...data, ...changes }, i18n: {} }, nowMs);
  const texts = published && new Map(Object.entries(published));
  const { status, sentence, url } = publicationOf(saved, {
    published: texts,
    report,
    nowMs,
    language,
  });
  return [status, sentence, url];
}

const refusal: CommitReport = {
  kind: 'failure',
  description: 'blog/en/lock.md:9 There is no page /prices/.',
  url: 'https://github.com/a/b/actions/runs/1',
};

describe('what became of an entry', () => {
  it('is published when the site has the same text, however it is written', () => {
    expect(became({}, { [path]: online })).toEqual(['published', 'Published.', '/blog/lock/']);
    expect(became({ publishDate: '2026-11-03' }, { [path]: online })[0]).toBe('waiting');
  });

  it('waits while the site has the former text, or does not answer', () => {
    expect(became({}, { [path]: former })).toEqual([
      'waiting',
      'Saved in the folder. The site shows it when it is built the next time.',
      '',
    ]);
    expect(became({}, undefined)[1]).toMatch(/^Saved\. The site does not answer/);
  });

  it.each([
    [{ kind: 'none' }, 'Saved. It is checked and then published, in some minutes.'],
    [{ kind: 'pending' }, 'Saved. It is checked and then published, in some minutes.'],
    [{ kind: 'unreadable', status: 403 }, 'Saved. Your token may not read what the check says:'],
    [{ kind: 'unreadable', status: 0 }, 'Saved. It is checked and then published,'],
  ] as const)('waits, and says for what, after a commit: %j', (report, sentence) => {
    const [status, said] = became({}, { [path]: former }, { report });
    expect(status).toBe('waiting');
    expect(said).toContain(sentence);
  });

  it('is refused in the words of the check, in both languages', () => {
    expect(became({}, { [path]: former }, { report: refusal })).toEqual([
      'refused',
      'Not published; what was online stays. blog/en/lock.md:9: There is no page /prices/.',
      refusal.url,
    ]);
    expect(became({}, { [path]: former }, { report: refusal, language: 'zh' })[1]).toBe(
      '没有发布，网上仍是原来的内容。 blog/en/lock.md:9: 没有 /prices/ 这个页面。',
    );
    const error: CommitReport = { kind: 'error', description: '', url: '' };
    expect(became({}, { [path]: former }, { report: error })[1]).toContain('Tell a developer.');
  });

  it('is a draft, once the site does not show it', () => {
    expect(became({ draft: true }, {})[0]).toBe('draft');
    expect(became({ draft: true }, { [path]: online })[0]).toBe('waiting');
  });

  it('comes later, when its day lies ahead', () => {
    const [status, sentence] = became({ publishDate: '2026-12-01' }, {}, { language: 'zh' });
    expect([status, sentence]).toEqual(['later', '2026-12-01 起读者可以看到。']);
  });

  it('is published for an author, whose file names the product in braces', () => {
    const file = 'src/content/authors/team.json';
    const entry: SavedEntry = { path: file, data: { name: site.name }, i18n: {} };
    const { status, url } = publicationOf(savedIn(entry, nowMs), {
      published: new Map([[file, '{ "name": "{{name}}" }']]),
      report: undefined,
      nowMs,
      language: 'en',
    });
    expect([status, url]).toEqual(['published', '']);
  });
});

it('the status of a commit is that of its publication, whatever else looks at it', async () => {
  const status = { description: null, target_url: null };
  const other = { ...status, context: 'deploy-preview', state: 'failure' };
  const account = JSON.stringify({ backendName: 'github', token: 'of-marketer' });
  const reportOf = (...statuses: readonly object[]) =>
    readCommitReport({ ...site.repository, host: 'github' }, account, async () => {
      return { status: 200, body: { statuses } };
    });
  expect(await reportOf(other)).toEqual({ kind: 'none' });
  const own = { ...status, context: 'publish', state: 'success' };
  expect(await reportOf(other, own)).toEqual({ kind: 'success' });
});

it('follows an entry until the site has it, and shows the newest first', async () => {
  vi.useFakeTimers({ now: nowMs });
  try {
    let published = new Map([[path, former]]);
    const shown: (readonly Publication[])[] = [];
    const follow = followPublication(
      async () => published,
      async () => undefined,
      () => 'en',
      (all) => shown.push(all),
    );
    follow({ path, data, i18n: {} });
    await vi.advanceTimersByTimeAsync(0);
    follow({ path: path.replace('lock', 'gate'), data: { ...data, draft: true }, i18n: {} });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(shown.at(-1)?.map(({ status }) => status)).toEqual(['draft', 'waiting']);
    published = new Map([[path, online]]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(shown.at(-1)?.map(({ status }) => status)).toEqual(['draft', 'published']);
    const looks = shown.length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(shown.length).toBe(looks);
  } finally {
    vi.useRealTimers();
  }
});
