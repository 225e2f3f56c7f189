import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { formatsOf } from '../../../../../src/client/formats.ts';
import {
  type KeyChoices,
  type KeyReply,
  keyRequestSchema,
  personalKeyPrefix,
} from '../../../../../src/contract/keys.ts';
import en from '../../../../../src/i18n/en/account.json' with { type: 'json' };
import zh from '../../../../../src/i18n/zh/account.json' with { type: 'json' };
import { choicesIn, KeyForm } from '../../../../../src/islands/account/KeyForm.tsx';
import { Keys, NewSecret } from '../../../../../src/islands/account/Keys.tsx';

const names = { flows: { 'social-card': 'Social card', 'image-shrink': 'Image shrink' } };
const at = '2026-11-20T09:30:00.000Z';
const tomorrow = '2026-11-21T00:00:00.000Z';
const none = { spent: 0, held: 0 };
const plain: KeyReply = {
  ...{ id: '019a0000-0000-7000-8000-000000000001', name: 'CI', ending: '1qz7' },
  ...{ reads: [], caps: {}, createdAt: at },
  use: { life: none, month: none, day: { ...none, resetsAt: tomorrow } },
};

function part(language: 'en' | 'zh') {
  const labels = { en, zh }[language].account;
  return { language, labels, names, format: formatsOf(language, labels) };
}

function shown(keys: readonly Partial<KeyReply>[], language: 'en' | 'zh' = 'en') {
  const items = keys.map((key) => ({ ...plain, ...key }));
  const refetch = () => undefined;
  const first = { value: { items, next: null }, failure: undefined, isBusy: false, refetch };
  const rest = { more: undefined, isLoadingMore: false, moreFailure: undefined };
  const list = { first, items, ...rest, rowProps: () => ({}) };
  return renderToStaticMarkup(createElement(Keys, { ...part(language), id: 'keys', list }));
}

describe('the list of keys', () => {
  it.each([
    ['en', ['No keys yet.', 'href="/developers/keys/"']],
    ['zh', ['还没有密钥。', 'href="/zh/developers/keys/"']],
  ] as const)('says in %s what a key is for while there is none', (language, texts) => {
    for (const text of texts) expect(shown([], language)).toContain(text);
  });

  it.each<[string, Partial<KeyReply>, readonly string[]]>([
    ['all tools, its own runs and no use', {}, ['Runs all tools · reads its own runs', 'never']],
    [
      'some tools, also one that is no longer offered, and rights',
      { flows: ['social-card', 'gone'], reads: ['balance', 'runs'] },
      ['Runs Social card and gone · reads its own runs, the balance and all your runs'],
    ],
    [
      'its days in UTC, and the beginning and end of its secret',
      { usedOn: '2026-11-20', lastDay: '2099-12-31' },
      ['last day 31 Dec 2099 (UTC) · last used 20 Nov 2026 (UTC)', `${personalKeyPrefix}…1qz7`],
    ],
    [
      'what is used and held of a cap, and when it begins anew',
      { use: { ...plain.use, day: { spent: 3, held: 2, cap: 10, resetsAt: tomorrow } } },
      [
        '3 credits used, 2 held',
        '<meter max="10" value="5"',
        'Cap 10<',
        'anew 2026-11-21 00:00 UTC',
      ],
    ],
    [
      'that a cap is reached',
      { use: { ...plain.use, month: { spent: 8, held: 2, cap: 10 } } },
      ['<meter max="10" value="10"', 'Cap 10, reached'],
    ],
    [
      'what was used above a cap that was lowered',
      { use: { ...plain.use, life: { spent: 1_234, held: 0, cap: 1 } } },
      ['1,234 credits used, 0 held', '<meter max="1" value="1"', 'Cap 1, reached'],
    ],
    ['that its last day is over', { lastDay: '2026-11-19' }, ['Its last day is over']],
    ['the end of its former secret', { formerUntil: '2099-12-31T12:00:00Z' }, ['31 Dec 2099,']],
  ])('says of a key %s', (_what, key, texts) => {
    const page = shown([key]);
    for (const text of texts) expect(page).toContain(text);
    expect(page).toContain('End “CI”');
  });

  it('shows an ended key as such, with its use in all and nothing to press', () => {
    const page = shown([{ endedAt: at, lastDay: '2026-11-19' }]);
    expect(page).toContain('Ended 20 Nov 2026');
    expect(page).toContain('In all');
    for (const text of ['last day is over', 'Today', 'End “CI”']) expect(page).not.toContain(text);
  });

  it('has no meter without a cap, and none for a last day that is today', () => {
    const page = shown([{ lastDay: new Date().toISOString().slice(0, 10) }]);
    expect(page).not.toContain('<meter');
    expect(page).not.toContain('class="state"');
  });
});

it.each([
  ['en', 'nobody can see it again'],
  ['zh', '之后谁也看不到'],
] as const)('a new secret is shown in %s, with a call that works in a shell', (language, once) => {
  const secret = `${personalKeyPrefix}${'a'.repeat(45)}`;
  const made = { ...plain, name: '<b>"流水线"', secret };
  const shop = { made, origin: 'https://shop.example', onStored: () => undefined };
  const page = renderToStaticMarkup(createElement(NewSecret, { ...part(language), ...shop }));
  expect(page).toContain(once);
  expect(page).toContain(`<code>${secret}</code>`);
  expect(page).toContain(
    `curl -H &quot;Authorization: Bearer ${secret}&quot; https://shop.example/api/key`,
  );
});

describe('the form of a key', () => {
  it.each<[string, readonly (readonly [string, string])[], KeyChoices]>([
    ['a name alone', [['name', 'CI']], { name: 'CI', flows: [], reads: [], caps: {} }],
    [
      'all tools, whatever is checked besides',
      [
        ['name', '流水线'],
        ['all', 'on'],
        ['flow', 'social-card'],
        ['lastDay', ''],
      ],
      { name: '流水线', reads: [], caps: {} },
    ],
    [
      'everything',
      [
        ...([
          ['name', 'CI'],
          ['flow', 'social-card'],
          ['flow', 'gone'],
        ] as const),
        ...([
          ['read', 'runs'],
          ['read', 'balance'],
          ['lastDay', '2099-12-31'],
        ] as const),
        ...([
          ['day', '3'],
          ['month', ''],
          ['life', '1000000000'],
        ] as const),
      ],
      {
        ...{ name: 'CI', flows: ['social-card', 'gone'], reads: ['balance', 'runs'] },
        ...{ lastDay: '2099-12-31', caps: { day: 3, life: 1_000_000_000 } },
      },
    ],
  ])('sends %s', (_what, fields, choices) => {
    const form = new FormData();
    for (const [name, value] of fields) form.append(name, value);
    expect(choicesIn(form)).toEqual(choices);
    expect(keyRequestSchema.safeParse(choices).success).toBe(choices.flows?.length !== 0);
  });

  it('shows the choices of a key, also a tool that is no longer offered', () => {
    const stored: KeyChoices = {
      ...{ name: 'CI', flows: ['gone'], reads: ['balance'], lastDay: '2099-12-31' },
      caps: { month: 7 },
    };
    const rest = { stored, isBusy: false, failure: undefined, onSave: () => undefined };
    const form = renderToStaticMarkup(createElement(KeyForm, { ...part('en'), ...rest }));
    for (const text of [
      ...['value="CI"', 'checked="" value="gone"', 'name="flow" value="social-card"'],
      ...['checked="" value="balance"', 'value="2099-12-31"', 'value="7"', 'A cap is no balance'],
    ]) {
      expect(form).toContain(text);
    }
    expect(form.match(/checked=""/g)).toHaveLength(2);
    expect(form.match(/placeholder="no cap"/g)).toHaveLength(3);
  });

  it('keeps the focus in its button while it is sent', () => {
    const rest = { isBusy: true, failure: undefined, onSave: () => undefined };
    const form = renderToStaticMarkup(createElement(KeyForm, { ...part('en'), ...rest }));
    expect(form).toMatch(/<button type="submit"[^>]* aria-disabled="true"/);
    expect(form).not.toContain('disabled=""');
  });
});
