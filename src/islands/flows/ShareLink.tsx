import { useId, useRef, useState } from 'react';
import type { OwnRun } from '../../contract/flows.ts';
import { localizedPath } from '../../contract/language.ts';
import { endShare, sharedPath, shareRun } from '../../contract/shares.ts';
import { fill } from '../../i18n/fill.ts';
import { CopyButton, TextButton } from '../shared/buttons.tsx';
import type { PageProps } from './formats.ts';

/** Makes and ends the link by which anybody sees the result of a run. */
export function ShareLink({ run, api, labels, format }: PageProps & { readonly run: OwnRun }) {
  const { share } = labels;
  const [token, setToken] = useState(run.share);
  const [message, setMessage] = useState<string>();
  const id = useId();
  // A press replaces its button, so the focus moves to what the press has made.
  const isPressed = useRef(false);
  const takeFocus = (element: HTMLElement | null) => {
    // React first takes the element away that goes.
    if (!element || !isPressed.current) return;
    element.focus();
    isPressed.current = false;
  };
  const params = { id: run.id };
  const show = (now: string | undefined, said?: string) => {
    isPressed.current = true;
    setToken(now);
    setMessage(said);
  };
  const begin = async () => {
    const shared = await api.call(shareRun, { params });
    if (shared.ok) show(shared.value.token);
    else setMessage(labels.partFailed);
  };
  const end = async () => {
    const ended = await api.call(endShare, { params });
    if (ended.ok) show(undefined, share.ended);
    else setMessage(labels.partFailed);
  };
  const said = (
    <span role="status" className="small">
      {message}
    </span>
  );
  if (token === undefined) {
    return (
      <div className="stack flows-share">
        <p className="row">
          <TextButton ref={takeFocus} onClick={() => void begin()}>
            {share.start}
          </TextButton>
          {said}
        </p>
      </div>
    );
  }
  const path = localizedPath(sharedPath, format.language);
  const url = new URL(`${path}#${token}`, location.href).href;
  return (
    <div className="stack flows-share">
      <label htmlFor={id}>{share.link}</label>
      <input
        id={id}
        ref={takeFocus}
        readOnly
        value={url}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <p className="small">{fill(share.lead, { date: format.moment(run.keptUntil) })}</p>
      <p className="row">
        <CopyButton
          text={url}
          name={`${labels.result.copy}: ${share.link}`}
          labels={labels.result}
        />
        <TextButton onClick={() => void end()}>{share.end}</TextButton>
        {said}
      </p>
    </div>
  );
}
