import { Fragment } from 'react';
import type { User } from '../../contract/user.ts';
import type { AccountProps } from './Account.tsx';
import type { AccountLabels } from './labels.ts';
import { Part } from './Part.tsx';

/** Who is signed in, and in which other languages. */
export function Profile({
  id,
  user,
  labels,
  otherLanguages,
}: Pick<AccountProps, 'otherLanguages'> & {
  readonly id: string;
  readonly user: User;
  readonly labels: AccountLabels;
}) {
  const { profile } = labels;
  return (
    <Part id={id} title={profile.title}>
      <dl className="account-facts">
        <dt>{profile.name}</dt>
        <dd>{user.name}</dd>
        <dt>{profile.email}</dt>
        <dd>
          <span>{user.email}</span>
          <span className="account-small">
            {user.email_verified ? profile.verified : profile.unverified}
          </span>
        </dd>
        <dt>{profile.language}</dt>
        <dd>
          {otherLanguages.map(({ code, name, path }, index) => (
            <Fragment key={code}>
              {index > 0 && ' · '}
              <a
                href={path}
                hrefLang={code}
                lang={code}
                data-switch="language"
                className="text-link"
              >
                {name}
              </a>
            </Fragment>
          ))}
        </dd>
      </dl>
    </Part>
  );
}
