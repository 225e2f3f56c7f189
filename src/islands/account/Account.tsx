import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { forgetUser } from '../../client/state/former-user.ts';
import { logoutPath } from '../../contract/session.ts';
import type { User } from '../../contract/user.ts';
import { fill } from '../../i18n/fill.ts';
import { ErrorBoundary } from '../shared/ErrorBoundary.tsx';
import { Guard, SessionFailed } from '../shared/Guard.tsx';
import type { AccountLabels, AccountProps } from './account-props.ts';
import './Account.css';

const Overview = lazy(() => import('./Overview.tsx'));

/** The account page. Its content is a chunk that visitors who must sign in don't fetch. */
export default function Account(props: AccountProps) {
  const [isDeleted, setDeleted] = useState(false);
  if (isDeleted) return <Deleted labels={props.labels.remove} />;
  return (
    <Guard onError={<SessionFailed labels={props.labels} className="stack account" />}>
      {(user) => (
        <div className="stack account">
          <div>
            <h1>{fill(props.labels.greeting, { name: spokenName(user) })}</h1>
            {user.name ? <p className="text-soft">{user.email}</p> : null}
          </div>
          <ErrorBoundary fallback={<p role="alert">{props.labels.partFailed}</p>}>
            <Suspense fallback={<p className="loading">{props.labels.loading}</p>}>
              <Overview {...props} user={user} onDeleted={() => setDeleted(true)} />
            </Suspense>
          </ErrorBoundary>
        </div>
      )}
    </Guard>
  );
}

/** Auth0 names somebody who gave no name by the address, whose first part is the nickname then. */
function spokenName({ name, nickname, email }: User): string {
  return (name === email ? nickname : undefined) ?? name ?? email ?? '';
}

/** Says that the account is deleted. Its link also ends the session at the provider. */
function Deleted({ labels }: { readonly labels: AccountLabels['remove'] }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="stack account">
      <h1 ref={heading} tabIndex={-1}>
        {labels.doneTitle}
      </h1>
      <p>{labels.done}</p>
      <p>
        <a href={logoutPath} onClick={forgetUser} className="button">
          {labels.leave}
        </a>
      </p>
    </div>
  );
}
