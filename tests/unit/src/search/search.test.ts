import { describe, expect, it } from 'vitest';
import type { PostText } from '../../../../src/search/index-files.ts';
import { queryOf } from '../../../../src/search/query.ts';
import { resultsPerPage, search } from '../../../../src/search/search.ts';
import { indexOf, searchAll, slugsOf } from '../../../support/search-index.ts';

const post = (slug: string, facts: Partial<PostText> = {}): PostText => ({
  ...{ slug, title: 'A post', description: 'About water.', day: '2026-01-01', text: 'Nothing.' },
  ...facts,
});
const found = (posts: readonly PostText[], query: string) => slugsOf(query, indexOf(posts).source);

describe('the order of results', () => {
  it('is by title, then description, then how often the text has it', async () => {
    const posts = [
      post('once', { text: 'wheel' }),
      post('often', { text: 'wheel, wheel and wheel' }),
      post('described', { description: 'wheel' }),
      post('titled', { title: 'wheel' }),
    ];
    expect(await found(posts, 'wheel')).toEqual(['titled', 'described', 'often', 'once']);
  });

  it('puts the word itself before longer ones, and of equals the newest first', async () => {
    const posts = [
      post('longer', { text: 'wheels' }),
      post('newer', { text: 'wheel' }),
      post('older', { text: 'wheel' }),
    ];
    expect(await found(posts, 'wheel')).toEqual(['newer', 'older', 'longer']);
  });
});

describe('several words', () => {
  const posts = [
    post('both', { title: '密钥', text: 'An API has a key.' }),
    post('api', { text: 'An API.' }),
    post('key', { text: '密钥' }),
  ];

  it.each(['API 密钥', 'api密钥', '  密钥   ＡＰＩ  '])(
    '%j have all to be there',
    async (query) => {
      expect(await found(posts, query)).toEqual(['both']);
    },
  );

  it('find nothing when no post has one of them', async () => {
    expect(await found(posts, 'API wheel')).toEqual([]);
  });
});

describe('Chinese', () => {
  const posts = [
    post('together', { text: '可用余额不足' }),
    post('apart', { text: '余额度，额外，余下不足额' }),
    post('loose', { text: '积分会在一年后过期' }),
  ];

  it.each([
    ['余额', ['together', 'apart']],
    ['余额不足', ['together']],
    ['额', ['apart', 'together']],
    ['足', ['together', 'apart']],
    ['后', ['loose']],
  ])('%s is found anywhere in a text', async (query, slugs) => {
    expect((await found(posts, query)).toSorted()).toEqual(slugs.toSorted());
  });

  it('is not found in a post that has its pairs apart', async () => {
    const source = indexOf([post('apart', { text: '余额，额不' })]).source;
    expect(await searchAll('余额不', source)).toMatchObject({ count: 0, shown: [] });
  });

  it('is split into words when no post has the run', async () => {
    expect(await found(posts, '积分过期')).toEqual(['loose']);
  });
});

describe('a large blog', () => {
  const posts = Array.from({ length: 300 }, (_, number) =>
    post(`p${number}`, { text: `wheel number${number} ${'water runs '.repeat(50)}` }),
  );

  it('gives all its results, page by page', async () => {
    const { source } = indexOf(posts);
    const first = await search(queryOf('wheel'), source);
    expect(first).toMatchObject({ count: 300 });
    expect(first.shown).toHaveLength(resultsPerPage);
    expect(await first.more?.()).toMatchObject({ count: 300, shown: { length: 20 } });
    expect(new Set(await slugsOf('wheel', source)).size).toBe(300);
  });

  it('fetches only the files that a query needs', async () => {
    const { source, fetched, files } = indexOf(posts);
    expect(await slugsOf('number217', source)).toEqual(['p217']);
    expect(files.texts.length).toBeGreaterThan(3);
    expect([...fetched].filter((name) => name.startsWith('texts'))).toHaveLength(1);
    expect([...fetched].filter((name) => name.startsWith('terms'))).toHaveLength(1);
  });
});

it('an empty blog has no results', async () => {
  expect(await found([], 'wheel')).toEqual([]);
});

it('a query without a word finds nothing', async () => {
  expect(await found([post('a')], '。')).toEqual([]);
});

describe('a word that no post has', () => {
  const posts = [
    post('ledger', { text: 'A ledger and its lines.' }),
    post('smaller', { text: 'An AVIF is smaller. A client.' }),
    ...['credit-1', 'credit-2'].map((slug) => post(slug, { text: 'A credit.' })),
  ];
  const near = async (query: string) => (await search(queryOf(query), indexOf(posts).source)).near;

  it.each([
    ['ledgr', 'ledger'],
    ['AVIF smaler', 'avif smaller'],
    ['a ldeger', 'a ledger'],
    // As near to client, which fewer posts have.
    ['criedt', 'credit'],
  ])('%j is near to one that posts have', async (query, meant) => {
    expect(await near(query)).toBe(meant);
  });

  it.each(['ledger', 'zebra', 'avif ledgr', 'xq', '账本', ''])(
    '%j has none that finds anything',
    async (query) => {
      expect(await near(query)).toBeUndefined();
    },
  );
});
