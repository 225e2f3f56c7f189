import type { User } from '../../contract/user.ts';
import type { AccountProps } from './Account.tsx';
import type { AccountLabels } from './labels.ts';
import { Part } from './Part.tsx';

/** Who is signed in, and in which language. */
export function Profile({
  id,
  user,
  labels,
  otherLanguage,
}: Pick<AccountProps, 'otherLanguage'> & {
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
          <a
            href={otherLanguage.path}
            hrefLang={otherLanguage.code}
            lang={otherLanguage.code}
            data-switch="language"
            className="text-link"
          >
            {otherLanguage.name}
          </a>
        </dd>
      </dl>
    </Part>
  );
}
