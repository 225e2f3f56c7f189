import { useEffect, useRef } from 'react';
import { logoutPath } from '../../contract/session.ts';
import type { AccountLabels } from './labels.ts';

/** What is left to say once the account is deleted; its link ends the sign-in at the provider too. */
export function Farewell({ labels }: { readonly labels: AccountLabels['remove'] }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="account">
      <h1 ref={heading} tabIndex={-1}>
        {labels.doneTitle}
      </h1>
      <p>{labels.done}</p>
      <p>
        <a href={logoutPath} className="button">
          {labels.leave}
        </a>
      </p>
    </div>
  );
}
