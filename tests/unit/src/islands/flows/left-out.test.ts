import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import enAccount from '../../../../../src/i18n/en/account.json' with { type: 'json' };
import en from '../../../../../src/i18n/en/flows.json' with { type: 'json' };
import { cardRefusalsWords, leftOutWords } from '../../../../../src/i18n/words.ts';
import zhAccount from '../../../../../src/i18n/zh/account.json' with { type: 'json' };
import zh from '../../../../../src/i18n/zh/flows.json' with { type: 'json' };
import { flowFormats } from '../../../../../src/islands/flows/formats.ts';
import { RunFailure, RunOutcome } from '../../../../../src/islands/flows/RunOutcome.tsx';
import type { RunState } from '../../../../../src/islands/flows/use-run.ts';

const unreachable = async () => ({ ok: false, kind: 'unreachable' }) as const;
const api = { list: unreachable, call: unreachable, file: unreachable };
const flow = {
  ...{ id: 'document-digest', name: '', description: '', credits: 3, quoted: false, input: {} },
};

function pageIn(language: 'en' | 'zh') {
  const labels = {
    ...{ en: en.flows, zh: zh.flows }[language],
    ...{ leftOut: leftOutWords[language], cardRefusals: cardRefusalsWords[language] },
    credits: { en: enAccount, zh: zhAccount }[language].account.credits,
    ...{ sessionFailed: '', cardSizes: { 'open-graph': '', x: '', wechat: '', linkedin: '' } },
  };
  return { api, labels, format: flowFormats(language, labels), fileName: 'mill', flow };
}

function shown(element: ReactElement): string {
  const markup = renderToStaticMarkup(element);
  return markup.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
}

const refused = (code: string): Extract<RunState, { status: 'failed' }> => ({
  status: 'failed',
  draft: {},
  failure: {
    ...{ ok: false, kind: 'refused' },
    problem: {
      ...{ type: '', title: '', status: 422, code, requestId: '' },
      detail: 'Half of it.',
    },
  },
});

test.each([
  ['en', 'Go on with what can be read: 3 credits'],
  ['zh', '只处理能读的部分：3 积分'],
] as const)('a refusal of what cannot be read offers the rest (%s)', (language, text) => {
  const told = (code: string, onGoOn?: () => void) => {
    const state = refused(code);
    return shown(createElement(RunFailure, { ...pageIn(language), state, onGoOn, price: 3 }));
  };
  expect(told('input_partly_read', () => undefined)).toContain(`Half of it. ${text}`);
  expect(told('input_partly_read')).not.toContain(text);
  expect(told('input_refused', () => undefined)).not.toContain(text);
});

test.each([
  ['en', 'Not read 2 × pages without text pages 3–4 · 10% of it'],
  ['zh', '没有读出 2 × 没有文字的页 第 3–4 页 · 占 10%'],
] as const)('a result names what was not read (%s)', (language, text) => {
  const where = language === 'en' ? 'pages 3–4' : '第 3–4 页';
  const run = {
    ...{
      id: 'a',
      flow: flow.id,
      status: 'succeeded' as const,
      credits: 3,
      available: 20,
      result: [],
    },
    ...{ startedAt: '2026-11-29T10:00:00Z', keptUntil: '2026-12-06T10:00:00Z' },
  } as const;
  const leftOut = [{ kind: 'pages', count: 2, where, share: 0.1 }] as const;
  const done = (found: typeof leftOut | []): RunState => ({
    ...{ status: 'done', durationMs: 900, draft: {} },
    run: { ...run, result: [], leftOut: [...found] },
  });
  const told = (state: RunState) => {
    return shown(createElement(RunOutcome, { ...pageIn(language), state }));
  };
  expect(told(done(leftOut))).toContain(text);
  expect(told(done([]))).not.toContain(text.slice(0, 4));
});
