import { type SubmitEvent, useId, useRef, useState } from 'react';
import { call } from '../../client/api/call.ts';
import { signInAnew } from '../../client/auth/sign-in-anew.ts';
import { failureWords } from '../../client/failure-words.ts';
import {
  confirmationOf,
  deleteUser,
  deletionSignInMinutes,
  isConfirmed,
  type ListedSession,
} from '../../contract/account.ts';
import { type Language, localizedPath } from '../../contract/language.ts';
import { signInPath } from '../../contract/session.ts';
import type { User } from '../../contract/user.ts';
import { fill } from '../../i18n/fill.ts';
import { isSignInFresh } from './deletion.ts';
import type { AccountLabels } from './labels.ts';
import { Part } from './Part.tsx';

interface DeletionProps {
  readonly id: string;
  readonly labels: AccountLabels;
  readonly language: Language;
  readonly user: User;
  readonly sessions: readonly ListedSession[] | undefined;
  readonly onDeleted: () => void;
}

/** The end of the account: what goes, what stays, and the confirmation that is typed. */
export function Deletion(props: DeletionProps) {
  const { id, labels, language, sessions } = props;
  const [isRefused, setRefused] = useState(false);
  const isFresh = !isRefused && isSignInFresh(sessions, Date.now());
  const { remove } = labels;
  const back = `${localizedPath('/account/', language)}#${id}`;
  return (
    <Part id={id} title={remove.title}>
      <p className="account-text">{remove.goes}</p>
      <p className="account-text">{remove.stays}</p>
      {isFresh ? (
        <Confirmation {...props} onTooOld={() => setRefused(true)} />
      ) : (
        <div className="account-said">
          <p role="status">{fill(remove.tooOld, { minutes: deletionSignInMinutes })}</p>
          <a
            href={`${localizedPath(signInPath, language)}?returnTo=${encodeURIComponent(back)}`}
            className="button"
          >
            {remove.signIn}
          </a>
        </div>
      )}
    </Part>
  );
}

function Confirmation(props: DeletionProps & { readonly onTooOld: () => void }) {
  const { remove } = props.labels;
  const fieldId = useId();
  const { field, isBusy, trouble, submit } = useDeletion(props);
  return (
    <form className="account-delete" noValidate onSubmit={(event) => void submit(event)}>
      <label htmlFor={fieldId}>{fill(remove.confirm, { text: confirmationOf(props.user) })}</label>
      <input
        ref={field}
        id={fieldId}
        type="text"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        aria-invalid={trouble !== ''}
        aria-describedby={`${fieldId}-trouble`}
      />
      <p id={`${fieldId}-trouble`} role="alert" className="account-failed">
        {trouble}
      </p>
      <button type="submit" className="button account-danger" disabled={isBusy}>
        {isBusy ? remove.busy : remove.submit}
      </button>
    </form>
  );
}

function useDeletion({
  labels,
  user,
  onDeleted,
  onTooOld,
}: DeletionProps & { readonly onTooOld: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState('');

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const typed = field.current?.value ?? '';
    if (!isConfirmed(typed, user)) {
      setTrouble(fill(labels.remove.wrong, { text: confirmationOf(user) }));
      field.current?.focus();
      return;
    }
    setTrouble('');
    setBusy(true);
    const outcome = await call(deleteUser, { body: { confirm: typed } });
    setBusy(false);
    if (outcome.ok) {
      signInAnew.keep('deleted');
      onDeleted();
    } else if (outcome.reason === 'refused' && outcome.problem.code === 'sign_in_too_old')
      onTooOld();
    else setTrouble(failureWords(outcome, labels));
  };
  return { field, isBusy, trouble, submit };
}
