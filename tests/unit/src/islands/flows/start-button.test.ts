import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Failure } from '../../../../../src/client/api/call-result.ts';
import enAccount from '../../../../../src/i18n/en/account.json' with { type: 'json' };
import en from '../../../../../src/i18n/en/flows.json' with { type: 'json' };
import { cardRefusalsWords, leftOutWords } from '../../../../../src/i18n/words.ts';
import { flowFormats } from '../../../../../src/islands/flows/formats.ts';
import { StartButton } from '../../../../../src/islands/flows/StartButton.tsx';
import type { FlowRun } from '../../../../../src/islands/flows/use-run.ts';

const unreachable = async () => ({ ok: false, kind: 'unreachable' }) as const;
const labels = {
  ...{ ...en.flows, credits: enAccount.account.credits, sessionFailed: '' },
  ...{ leftOut: leftOutWords.en, cardRefusals: cardRefusalsWords.en },
  cardSizes: { 'open-graph': '', x: '', wechat: '', linkedin: '' },
};
const page = {
  ...{ labels, format: flowFormats('en', labels), fileName: 'mill' },
  api: { list: unreachable, call: unreachable, file: unreachable },
  flow: { id: 'mill', name: '', description: '', credits: 3, quoted: false, input: {} },
  user: { sub: 'a', app_metadata: { credits: 9 } },
  fields: [],
};
const draft = { text: 'Water' };

function shown(run: Partial<FlowRun>): string {
  const nothing = async () => undefined;
  const idle: FlowRun = {
    ...{ state: { status: 'idle' }, open: undefined, priceOf: () => 3 },
    ...{ isSubmitted: () => false, canStart: () => true },
    ...{ start: nothing, ask: nothing, cancel: nothing, renew: nothing, edit: nothing },
  };
  const button = createElement(StartButton, { ...page, draft, run: { ...idle, ...run } });
  return renderToStaticMarkup(button)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

const failure: Failure = { ok: false, kind: 'unreachable' };
const state = { status: 'failed', failure, draft } as const;

test('a run without an answer is asked for again, with the same form', () => {
  const text = shown({ state, open: draft, isSubmitted: () => true });
  expect(text).toMatch(/^Ask for the result again There was no answer.* never charged twice\.$/);
});

test.each([state, { status: 'idle' }] as const)(
  'with another form its result can still be had, and the button has a price (%j)',
  (state) => {
    const text = shown({ state, open: { text: 'Wat' } });
    expect(text).toMatch(/^Run for 3 credits There was no answer to the run before your change\./);
    expect(text).toMatch(/is another run\. Ask for that result$/);
    expect(text).not.toContain('ask again');
  },
);

test('a refusal before the run names the price, as there is no result', () => {
  expect(shown({ state, isSubmitted: () => true })).toMatch(/^Run for 3 credits There was no/);
});
