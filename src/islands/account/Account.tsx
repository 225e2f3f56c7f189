import { useAtomValue } from 'jotai/react';
import { logoutPath } from '../../contract/session.ts';
import type { User } from '../../contract/user.ts';
import { fill } from '../../i18n/fill.ts';
import { currentLanguageAtom } from '../../state/language.ts';
import { Guard } from '../Guard.tsx';
import { Balance, type BalanceLabels } from './Balance.tsx';

export interface AccountLabels extends BalanceLabels {
  readonly greeting: string;
  readonly profile: string;
  readonly email: string;
  readonly verified: string;
  readonly unverified: string;
  readonly name: string;
  readonly logout: string;
  readonly unverifiedNote: string;
}

/** The account page: who is signed in, and their credits. */
export default function Account({
  labels,
  trialCredits,
}: {
  readonly labels: AccountLabels;
  readonly trialCredits: number;
}) {
  const language = useAtomValue(currentLanguageAtom);
  return (
    <Guard>
      {(user) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-12 wrap-anywhere md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <section>
            <h1 className="text-3xl font-bold md:text-4xl">
              {fill(labels.greeting, { name: user.name ?? user.email ?? '' })}
            </h1>
            {user.email_verified ? null : (
              <p className="mt-6 border-l-4 border-copper bg-mist p-4">
                {fill(labels.unverifiedNote, { credits: trialCredits })}
              </p>
            )}
            <Balance labels={labels} language={language} />
          </section>
          <Profile user={user} labels={labels} />
        </div>
      )}
    </Guard>
  );
}

function Profile({ user, labels }: { readonly user: User; readonly labels: AccountLabels }) {
  return (
    <section className="self-start border-t-2 border-brand pt-4">
      <h2 className="text-xl font-bold">{labels.profile}</h2>
      <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-6 gap-y-3">
        <dt className="text-soft">{labels.name}</dt>
        <dd className="min-w-0">{user.name}</dd>
        <dt className="text-soft">{labels.email}</dt>
        <dd className="min-w-0">
          {user.email}
          <span className="block text-sm text-soft">
            {user.email_verified ? labels.verified : labels.unverified}
          </span>
        </dd>
      </dl>
      <p className="mt-6">
        <a href={logoutPath} className="text-link">
          {labels.logout}
        </a>
      </p>
    </section>
  );
}
