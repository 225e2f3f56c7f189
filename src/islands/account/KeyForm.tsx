import { type FormEvent, useState } from 'react';
import type { Failure } from '../../client/api/call-result.ts';
import { maxAmountCredits } from '../../contract/credits.ts';
import { utcDay } from '../../contract/durations.ts';
import { type KeyChoices, keyReads } from '../../contract/keys.ts';
import { capWindows } from '../../contract/limits.ts';
import { WaitingButton } from '../shared/buttons.tsx';
import type { PartProps } from './account-props.ts';
import { FailureAlert, NumberField } from './Section.tsx';

/** The windows of a cap, the shortest first, as people think of them. */
export const shownWindows = capWindows.toReversed();

interface KeyFormProps extends PartProps {
  /** The choices of the key that is changed; a new key has none. */
  readonly stored?: KeyChoices | undefined;
  readonly isBusy: boolean;
  readonly failure: Failure | undefined;
  readonly onSave: (choices: KeyChoices) => void;
}

/** The form of the choices of a key. A new key may run all tools, read its own runs, and has no cap. */
export function KeyForm(props: KeyFormProps) {
  const { labels, stored, isBusy, failure, onSave } = props;
  const { keys: texts } = labels;
  const [isWithoutTool, setWithoutTool] = useState(false);
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const choices = choicesIn(new FormData(event.currentTarget));
    setWithoutTool(choices.flows?.length === 0);
    if (choices.flows?.length !== 0) onSave(choices);
  };
  return (
    <form className="account-rule account-key-form" onSubmit={save}>
      <p>
        <label>
          {texts.name}
          <input
            {...{ type: 'text', name: 'name', required: true, maxLength: 60, autoComplete: 'off' }}
            defaultValue={stored?.name}
          />
        </label>
      </p>
      <Tools {...props} />
      <fieldset>
        <legend>{texts.mayRead}</legend>
        {keyReads.map((read) => (
          <label key={read}>
            <input
              {...{ type: 'checkbox', name: 'read', value: read }}
              defaultChecked={stored?.reads.includes(read)}
            />
            {texts.readsOf[read]}
          </label>
        ))}
      </fieldset>
      <p>
        <label>
          {texts.lastDay}
          <input
            {...{ type: 'date', name: 'lastDay', min: utcDay(new Date()) }}
            defaultValue={stored?.lastDay}
          />
        </label>
      </p>
      <fieldset>
        <legend>{texts.caps}</legend>
        {shownWindows.map((window) => (
          <NumberField
            key={window}
            {...{ name: window, label: texts.capOf[window], max: maxAmountCredits }}
            {...{ value: stored?.caps[window], required: false, placeholder: texts.noCap }}
          />
        ))}
        <p className="small">{texts.capHelp}</p>
      </fieldset>
      {isWithoutTool ? (
        <p role="alert" className="account-failed">
          {texts.noTool}
        </p>
      ) : (
        <FailureAlert failure={failure} labels={labels} />
      )}
      <WaitingButton type="submit" className="button" isWaiting={isBusy}>
        {stored ? texts.save : texts.makeIt}
      </WaitingButton>
    </form>
  );
}

/** All tools, or some of them: also those of the key that are no longer offered. */
function Tools({ labels: { keys: texts }, names, stored }: KeyFormProps) {
  const [isAll, setAll] = useState(stored?.flows === undefined);
  const { flows = [] } = stored ?? {};
  const all = [...new Set([...Object.keys(names.flows), ...flows])];
  return (
    <fieldset>
      <legend>{texts.mayRun}</legend>
      <label>
        <input
          {...{ type: 'checkbox', name: 'all', defaultChecked: isAll }}
          onChange={({ currentTarget }) => setAll(currentTarget.checked)}
        />
        {texts.allTools}
      </label>
      {isAll
        ? null
        : all.map((flow) => (
            <label key={flow}>
              <input
                {...{ type: 'checkbox', name: 'flow', value: flow }}
                defaultChecked={flows.includes(flow)}
              />
              {names.flows[flow] ?? flow}
            </label>
          ))}
    </fieldset>
  );
}

/** Reads the choices from the form: an empty cap is none, and without «all» the checked tools count. */
export function choicesIn(fields: FormData): KeyChoices {
  const lastDay = String(fields.get('lastDay') ?? '');
  const caps = capWindows.map((window) => [window, Number(fields.get(window))] as const);
  return {
    name: String(fields.get('name')),
    ...(fields.has('all') ? {} : { flows: fields.getAll('flow').map(String) }),
    reads: keyReads.filter((read) => fields.getAll('read').includes(read)),
    ...(lastDay === '' ? {} : { lastDay }),
    caps: Object.fromEntries(caps.filter(([, cap]) => cap !== 0)),
  };
}
