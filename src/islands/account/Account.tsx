import { lazy, Suspense, useState } from 'react';
import type { Language } from '../../contract/language.ts';
import type { User } from '../../contract/user.ts';
import { fill } from '../../i18n/fill.ts';
import { Fallback } from '../shared/Fallback.tsx';
import { Guard } from '../shared/Guard.tsx';
import { Farewell } from './Farewell.tsx';
import type { AccountLabels, Names } from './labels.ts';

const Overview = lazy(() => import('./Overview.tsx'));

export interface AccountProps {
  readonly language: Language;
  readonly labels: AccountLabels;
  readonly names: Names;
  readonly logout: string;
  readonly otherLanguages: readonly {
    readonly code: Language;
    readonly name: string;
    readonly path: string;
  }[];
  /** Credits of a trial. */
  readonly trialCredits: number;
  /** The beginning of the names of files that are saved. */
  readonly fileName: string;
}

/**
 * The account page. All but the greeting is a chunk of its own, which nobody fetches who is only
 * sent on to sign in.
 */
export default function Account(props: AccountProps) {
  const [isDeleted, setDeleted] = useState(false);
  if (isDeleted) return <Farewell labels={props.labels.remove} />;
  return (
    <Guard>
      {(user) => (
        <div className="account">
          <h1>{fill(props.labels.greeting, { name: user.name ?? user.email ?? '' })}</h1>
          <Fallback to={<p role="alert">{props.labels.partFailed}</p>}>
            <Suspense fallback={<p className="account-loading">{props.labels.loading}</p>}>
              <Overview {...props} user={user} onDeleted={() => setDeleted(true)} />
            </Suspense>
          </Fallback>
        </div>
      )}
    </Guard>
  );
}

/** What the account's content needs beside the props of the page. */
export interface OverviewProps extends AccountProps {
  readonly user: User;
  readonly onDeleted: () => void;
}
