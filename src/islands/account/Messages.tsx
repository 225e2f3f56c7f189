import { type FormEvent, useState } from 'react';
import type * as z from 'zod/mini';
import { call } from '../../client/api/call.ts';
import type { Failure } from '../../client/api/call-result.ts';
import { maxAmountCredits } from '../../contract/credits.ts';
import {
  type messageChoicesSchema,
  messageTopics,
  readMessageChoices,
  saveMessageChoices,
} from '../../contract/messages.ts';
import type { User } from '../../contract/user.ts';
import { fill } from '../../i18n/fill.ts';
import { QuietButton } from '../shared/buttons.tsx';
import { useQuery } from '../shared/use-query.ts';
import type { SectionProps } from './account-props.ts';
import { FailureAlert, NumberField, QueryView, Section } from './Section.tsx';

type Choices = z.infer<typeof messageChoicesSchema>;

interface MessagesProps extends SectionProps {
  readonly user: User;
}

/** The user's choice of messages, and of the balance for a warning. */
export function Messages(props: MessagesProps) {
  const { id, user, labels } = props;
  const { messages: texts } = labels;
  const choices = useQuery(fetchChoices, user);
  return (
    <Section id={id} title={texts.title}>
      <p className="account-text">
        {isVerified(user) ? fill(texts.to, { email: user.email ?? '' }) : texts.unverified}
      </p>
      <QueryView query={choices} labels={labels}>
        {(stored) => <ChoicesForm {...props} stored={stored} />}
      </QueryView>
    </Section>
  );
}

function isVerified({ email, email_verified }: User): boolean {
  return email !== undefined && email_verified === true;
}

const fetchChoices = (signal: AbortSignal) => call(readMessageChoices, { signal });

function ChoicesForm({
  labels,
  language,
  user,
  stored,
}: MessagesProps & { readonly stored: Choices }) {
  const { messages: texts } = labels;
  const [state, setState] = useState<'idle' | 'busy' | 'saved'>('idle');
  const [failure, setFailure] = useState<Failure>();
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setState('busy');
    setFailure(undefined);
    const result = await call(saveMessageChoices, { body: { ...choicesIn(form), language } });
    setState(result.ok ? 'saved' : 'idle');
    if (!result.ok) setFailure(result);
  };
  return (
    <form
      className="account-rule"
      onSubmit={(event) => void save(event)}
      onChange={() => setState('idle')}
    >
      {messageTopics.map((topic) => (
        <p key={topic}>
          <label>
            <input type="checkbox" name={topic} defaultChecked={!stored.unwanted.includes(topic)} />
            {texts.topics[topic]}
          </label>
        </p>
      ))}
      {stored.lowMark === undefined ? null : (
        <NumberField
          name="lowMark"
          label={texts.mark}
          min={0}
          max={maxAmountCredits}
          value={stored.lowMark}
        />
      )}
      {isVerified(user) && <p className="small">{texts.always}</p>}
      <QuietButton type="submit" isWaiting={state === 'busy'}>
        {texts.save}
      </QuietButton>
      <p role="status" className="account-line">
        {state === 'saved' ? texts.saved : ''}
      </p>
      <FailureAlert failure={failure} labels={labels} />
    </form>
  );
}

function choicesIn(form: FormData): Choices {
  const unwanted = messageTopics.filter((topic) => !form.has(topic));
  const mark = form.get('lowMark');
  return { unwanted, ...(mark === null ? {} : { lowMark: Number(mark) }) };
}
