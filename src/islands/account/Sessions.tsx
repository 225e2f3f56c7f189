import { useState } from 'react';
import { call } from '../../client/api/call.ts';
import type { CallResult } from '../../client/api/call-result.ts';
import { failureMessage } from '../../client/failure-message.ts';
import { forgetUser } from '../../client/state/former-user.ts';
import {
  endSession,
  endSessions,
  type ListedSession,
  maxSessions,
} from '../../contract/account.ts';
import { logoutPath } from '../../contract/session.ts';
import { fill } from '../../i18n/fill.ts';
import { QuietButton, TextButton } from '../shared/buttons.tsx';
import type { Query } from '../shared/use-query.ts';
import type { AccountLabels, PartProps, SectionProps } from './account-props.ts';
import { Moment, QueryView, Section } from './Section.tsx';
import './Sessions.css';

interface SessionsProps extends SectionProps {
  readonly query: Query<{ readonly sessions: readonly ListedSession[] }>;
}

/** The user's sessions; the user can end one of them, or all others at once. */
export function Sessions(props: SessionsProps) {
  const { id, labels, query } = props;
  const { isEnding, message, end } = useEnding(id, query.refetch, labels);
  const { sessions: texts } = labels;
  const endOthers = () =>
    end(() => call(endSessions, { query: { keep: 'current' } }), texts.othersEnded);
  return (
    <Section id={id} title={texts.title}>
      <QueryView query={query} labels={labels}>
        {({ sessions }) => (
          <>
            <ul className="lines account-sessions">
              {sessions.map((session) => (
                <li key={session.id}>
                  <Device {...props} session={session} />
                  {session.current ? (
                    <a href={logoutPath} onClick={forgetUser} className="text-link">
                      {texts.end}
                    </a>
                  ) : (
                    <TextButton
                      isWaiting={isEnding}
                      aria-label={fill(texts.endOf, { device: deviceName(session, labels) })}
                      onClick={() =>
                        void end(
                          () => call(endSession, { params: { id: session.id } }),
                          texts.ended,
                        )
                      }
                    >
                      {texts.end}
                    </TextButton>
                  )}
                </li>
              ))}
            </ul>
            {sessions.length > 1 ? (
              <QuietButton isWaiting={isEnding} onClick={() => void endOthers()}>
                {texts.endOthers}
              </QuietButton>
            ) : (
              <p className="text-soft">{texts.only}</p>
            )}
            <p className="small">{fill(texts.most, { count: maxSessions })}</p>
          </>
        )}
      </QueryView>
      <p role="status" className="account-line">
        {message}
      </p>
    </Section>
  );
}

function deviceName({ browser, system }: ListedSession, { sessions }: AccountLabels): string {
  if (browser && system) return fill(sessions.on, { browser, system });
  return browser ?? system ?? sessions.unknown;
}

function Device({ session, labels, format }: PartProps & { readonly session: ListedSession }) {
  const { sessions } = labels;
  const { createdAt, lastSeenAt, current } = session;
  return (
    <div>
      <p>
        <b>{deviceName(session, labels)}</b>
        {current ? <span className="state">{sessions.current}</span> : null}
      </p>
      <p className="small">
        <Moment time={lastSeenAt} text={sessions.seen} format={format} /> ·{' '}
        <Moment time={createdAt} text={sessions.since} format={format} />
      </p>
    </div>
  );
}

/** Ends sessions, reports the result, and fetches the list again. */
function useEnding(id: string, refetch: () => void, labels: AccountLabels) {
  const [isEnding, setEnding] = useState(false);
  const [message, setMessage] = useState('');
  const end = async (ending: () => Promise<CallResult<undefined>>, done: string) => {
    setEnding(true);
    const result = await ending();
    setEnding(false);
    setMessage(result.ok ? done : failureMessage(result, labels));
    refetch();
    // The clicked button disappears with its session; keyboard users stay in this section.
    document.getElementById(`${id}-title`)?.focus();
  };
  return { isEnding, message, end };
}
