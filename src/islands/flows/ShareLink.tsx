import { useId, useState } from 'react';
import type { OwnRun } from '../../contract/flows.ts';
import { localizedPath } from '../../contract/language.ts';
import { endShare, sharedPath, shareRun } from '../../contract/shares.ts';
import { fill } from '../../i18n/fill.ts';
import { TextButton } from '../shared/buttons.tsx';
import type { PageProps } from './formats.ts';

/** Makes and ends the link by which anybody sees the result of a run. */
export function ShareLink({ run, api, labels, format }: PageProps & { readonly run: OwnRun }) {
  const { share } = labels;
  const [token, setToken] = useState(run.share);
  const [message, setMessage] = useState<string>();
  const id = useId();
  const params = { id: run.id };
  const begin = async () => {
    const shared = await api.call(shareRun, { params });
    setMessage(shared.ok ? undefined : labels.partFailed);
    if (shared.ok) setToken(shared.value.token);
  };
  const end = async () => {
    const ended = await api.call(endShare, { params });
    setMessage(ended.ok ? share.ended : labels.partFailed);
    if (ended.ok) setToken(undefined);
  };
  const path = localizedPath(sharedPath, format.language);
  return (
    <div className="stack flows-share">
      {token === undefined ? null : (
        <>
          <label htmlFor={id}>{share.link}</label>
          <input
            id={id}
            readOnly
            value={new URL(`${path}#${token}`, location.href).href}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <p className="small">{fill(share.lead, { date: format.moment(run.keptUntil) })}</p>
        </>
      )}
      <p className="row">
        <TextButton onClick={() => void (token === undefined ? begin() : end())}>
          {token === undefined ? share.start : share.end}
        </TextButton>
        <span role="status" className="small">
          {message}
        </span>
      </p>
    </div>
  );
}
