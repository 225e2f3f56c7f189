import type { FlowsApi } from '../../client/api/flows-api.ts';
import type { FinishedRun, FlowOffer, ResultPart } from '../../contract/flows.ts';
import type { Language } from '../../contract/language.ts';
import type { User } from '../../contract/user.ts';
import { type Draft, emptyDraft } from './draft.ts';
import { FormField } from './FormField.tsx';
import { formFields } from './form-fields.ts';
import { type FlowsLabels, flowFormats } from './formats.ts';
import { RunOutcome } from './RunOutcome.tsx';
import { StartButton } from './StartButton.tsx';
import type { FlowRun, RunState } from './use-run.ts';
import './FlowPanel.css';
import './Flows.css';

const at = '2026-11-20T09:30:00Z';
const unreachable = { ok: false, kind: 'unreachable' } as const;
/** An API that is out of reach. */
const api: FlowsApi = {
  list: async () => unreachable,
  call: async () => unreachable,
  file: async () => unreachable,
};

const result: readonly ResultPart[] = [
  { kind: 'number', name: 'bytes', label: 'Number', value: 1_461_192, unit: 'bytes' },
  { kind: 'number', name: 'saved', label: 'Percent', value: 94, unit: 'percent' },
  { kind: 'text', name: 'text', label: 'Text', text: 'A short text.\nIt has two lines.' },
  { kind: 'list', name: 'short', label: 'Short items', items: ['credit', 'ledger', 'hold'] },
  { kind: 'list', name: 'long', label: 'Long items', items: ['A sentence that fills its line.'] },
  { kind: 'file', name: 'card.png', label: 'File', mediaType: 'image/png', bytes: 50_868 },
];
const ended = { startedAt: at, finishedAt: at, keptUntil: '2026-11-27T09:30:00Z' };
const done: FinishedRun = {
  ...{ ...ended, id: '00000000-0000-4000-8000-000000000000', flow: 'image-shrink' },
  ...{ status: 'succeeded', credits: 2, available: 23, result: [...result] },
  leftOut: [
    { kind: 'pages', count: 2, where: '3–4', share: 0.12 },
    { kind: 'embedded', count: 1, where: '', share: 0 },
  ],
};

const picture = (name: string) => ({
  ...{ name, bytes: 2_400_000, mediaType: 'image/png', file: new Blob() },
});
const draft: Draft = { pictures: ['valley.png', 'mill.png', 'wheel.png'].map(picture) };
const problem = { type: 'about:blank', title: '', status: 409, detail: '', requestId: 'abc' };
const refusedRun = (code: string, more: { readonly credits?: number } = {}): RunState => ({
  status: 'failed',
  failure: { ok: false, kind: 'refused', problem: { ...problem, code, ...more } },
});

/** A run in each state, and in those of its failures that look different. */
const states: readonly RunState[] = [
  { status: 'idle' },
  { status: 'quoting' },
  { status: 'uploading', draft, sentBytes: 3_100_000, totalBytes: 7_200_000, file: 1 },
  {
    ...{ status: 'running', draft },
    progress: { done: 2, of: 3, refused: [1], steps: { done: 1, of: 2 } },
  },
  { status: 'cancelling' },
  { status: 'cancelled' },
  { status: 'done', run: done, durationMs: 1_240, draft: {} },
  { status: 'failed', failure: unreachable },
  refusedRun('run_timed_out'),
  refusedRun('quote_changed', { credits: 7 }),
  refusedRun('input_partly_read'),
];

const nothing = () => undefined;

function runIn(state: RunState): FlowRun {
  const later = async () => undefined;
  const { status } = state;
  const isUnknown = status === 'failed' && state.failure.kind === 'unreachable';
  return {
    ...{ state, priceOf: () => (status === 'quoting' ? undefined : 2) },
    isSubmitted: () => isUnknown || status === 'done',
    canStart: () => status === 'idle' || status === 'failed' || status === 'cancelled',
    ...{ start: later, ask: later, cancel: later, renew: nothing },
  };
}

/** Forms of all flows, untouched and refused, and a run in its states. */
export function FlowSpecimens(props: {
  readonly language: Language;
  readonly labels: FlowsLabels;
  readonly flows: readonly FlowOffer[];
  readonly fileName: string;
  readonly user: User;
  /** Sets the ids of these specimens apart from those of others. */
  readonly prefix: string;
}) {
  const { language, labels, flows, prefix, user } = props;
  const page = { api, labels, format: flowFormats(language, labels), fileName: props.fileName };
  const forms = flows.map((flow) => ({ flow, fields: formFields(flow.input) ?? [] }));
  const [first] = forms;
  const poor = { ...user, app_metadata: { credits: 0, trial: 'withheld' as const } };
  return (
    <div className="signed-in stack flows">
      {forms.map(({ flow, fields }) =>
        [undefined, labels.faults.missing].map((fault) => (
          <div key={`${flow.id} ${fault}`} className="stack flows-form">
            {fields.map((field) => (
              <FormField
                {...page}
                key={field.name}
                field={field}
                id={`${prefix}-${flow.id}-${field.name}-${fault ? 'fault' : 'empty'}`}
                value={emptyDraft(fields)[field.name]}
                fault={fault}
                setFault={nothing}
                onChange={nothing}
                acceptsPaste={false}
                sample="/scene.svg"
              />
            ))}
          </div>
        )),
      )}
      {first &&
        states.map((state, index) => {
          const part = { ...page, ...first, flow: { ...first.flow, id: `${prefix}-${index}` } };
          const run = runIn(state);
          return (
            <div key={part.flow.id} className="stack flows-form">
              <StartButton
                {...part}
                user={index === 0 ? poor : user}
                draft={draft}
                run={run}
                isExample={true}
                onGoOn={nothing}
              />
              <RunOutcome {...part} state={state} firstCredits={25} price={2} />
            </div>
          );
        })}
    </div>
  );
}
