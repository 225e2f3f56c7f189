import { useState } from 'react';
import { call } from '../../client/api/call.ts';
import type { CallResult } from '../../client/api/outcome.ts';
import { failureWords } from '../../client/failure-words.ts';
import type { Formats } from '../../client/formats.ts';
import { endSession, endSessions, type ListedSession } from '../../contract/account.ts';
import { logoutPath } from '../../contract/session.ts';
import { fill } from '../../i18n/fill.ts';
import type { Query } from '../shared/use-query.ts';
import type { AccountLabels } from './labels.ts';
import { Moment, Part, QueryView } from './Part.tsx';

interface SessionsProps {
  readonly id: string;
  readonly labels: AccountLabels;
  readonly format: Formats;
  readonly asked: Query<{ readonly sessions: readonly ListedSession[] }>;
  readonly logout: string;
}

/** Where the user is signed in, and the end of it, one by one or all at once. */
export function Sessions({ id, labels, format, asked, logout }: SessionsProps) {
  const { isEnding, said, end } = useEnding(id, asked.again, labels);
  const { sessions: words } = labels;
  const endOthers = () =>
    end(() => call(endSessions, { query: { keep: 'current' } }), words.othersEnded);
  return (
    <Part id={id} title={words.title}>
      <QueryView asked={asked} labels={labels}>
        {({ sessions }) => (
          <>
            <ul className="lines account-sessions">
              {sessions.map((session) => (
                <li key={session.id}>
                  <Device session={session} labels={labels} format={format} />
                  {session.current ? (
                    <a href={logoutPath} className="text-link">
                      {logout}
                    </a>
                  ) : (
                    <button
                      type="button"
                      className="text-link"
                      disabled={isEnding}
                      aria-label={fill(words.endOf, { device: deviceName(session, labels) })}
                      onClick={() =>
                        void end(
                          () => call(endSession, { params: { id: session.id } }),
                          words.ended,
                        )
                      }
                    >
                      {words.end}
                    </button>
                  )}
                </li>
              ))}
            </ul>
            {sessions.length > 1 ? (
              <button
                type="button"
                className="button quiet"
                disabled={isEnding}
                onClick={() => void endOthers()}
              >
                {words.endOthers}
              </button>
            ) : (
              <p className="text-soft">{words.only}</p>
            )}
          </>
        )}
      </QueryView>
      <p role="status" className="account-line">
        {said}
      </p>
    </Part>
  );
}

function deviceName({ browser, system }: ListedSession, { sessions }: AccountLabels): string {
  if (browser && system) return fill(sessions.on, { browser, system });
  return browser ?? system ?? sessions.unknown;
}

function Device({
  session,
  labels,
  format,
}: {
  readonly session: ListedSession;
  readonly labels: AccountLabels;
  readonly format: Formats;
}) {
  const { sessions } = labels;
  const { createdAt, lastSeenAt, current } = session;
  return (
    <div>
      <p>
        <b>{deviceName(session, labels)}</b>
        {current ? <span className="account-state">{sessions.current}</span> : null}
      </p>
      <p className="account-small">
        <Moment
          time={lastSeenAt}
          text={fill(sessions.seen, { time: format.moment(lastSeenAt) })}
          utc={format.utc(lastSeenAt)}
        />{' '}
        ·{' '}
        <Moment
          time={createdAt}
          text={fill(sessions.since, { time: format.moment(createdAt) })}
          utc={format.utc(createdAt)}
        />
      </p>
    </div>
  );
}

/** Ends sessions, says how that went, and asks for the list anew. */
function useEnding(id: string, again: () => void, labels: AccountLabels) {
  const [isEnding, setEnding] = useState(false);
  const [said, setSaid] = useState('');
  const end = async (ending: () => Promise<CallResult<undefined>>, done: string) => {
    setEnding(true);
    const outcome = await ending();
    setEnding(false);
    setSaid(outcome.ok ? done : failureWords(outcome, labels));
    again();
    // The button that was pressed goes with its session; whoever came by keyboard stays here.
    document.getElementById(`${id}-title`)?.focus();
  };
  return { isEnding, said, end };
}
