import { Fragment } from 'react';
import { download } from '../../client/api/download.ts';
import { exportUser } from '../../contract/export.ts';
import type { User } from '../../contract/user.ts';
import type { AccountProps, SectionProps } from './account-props.ts';
import { Download, Section } from './Section.tsx';

/** The user's name, e-mail address, and languages. */
export function Profile({
  id,
  user,
  labels,
  languageName,
  otherLanguages,
}: SectionProps & Pick<AccountProps, 'languageName' | 'otherLanguages'> & { readonly user: User }) {
  const { profile } = labels;
  return (
    <Section id={id} title={profile.title}>
      <dl className="account-facts">
        <dt>{profile.name}</dt>
        <dd>{user.name}</dd>
        <dt>{profile.email}</dt>
        <dd>
          <span>{user.email}</span>
          <span className="small">
            {user.email_verified ? profile.verified : profile.unverified}
          </span>
        </dd>
        <dt>{profile.language}</dt>
        <dd>
          {languageName}
          {otherLanguages.map(({ code, name, path }) => (
            <Fragment key={code}>
              {' · '}
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
    </Section>
  );
}

/** Downloads all data that the product stores about the user. */
export function Export({ id, labels, fileName }: SectionProps & Pick<AccountProps, 'fileName'>) {
  return (
    <Section id={id} title={labels.export.title}>
      <p className="account-text">{labels.export.lead}</p>
      <Download
        fetchFile={() => download(exportUser, {})}
        name={`${fileName}-account.json`}
        label={labels.export.download}
        busy={labels.export.busy}
        labels={labels}
      />
    </Section>
  );
}
