import { type SubmitEvent, useId, useRef, useState } from 'react';
import { call } from '../../client/api/call.ts';
import { reauthentication } from '../../client/auth/reauthentication.ts';
import { failureMessage } from '../../client/failure-message.ts';
import type { Formats } from '../../client/formats.ts';
import { pageSession } from '../../client/state/session-store.ts';
import {
  confirmationOf,
  deleteUser,
  deletionSignInMinutes,
  departureKeptDays,
  isConfirmed,
  isRecentSignIn,
  type ListedSession,
} from '../../contract/account.ts';
import type { Purchase } from '../../contract/checkout.ts';
import type { Balance } from '../../contract/credits.ts';
import { localizedPath } from '../../contract/language.ts';
import { anewParameter, signInPath } from '../../contract/sign-in.ts';
import type { User } from '../../contract/user.ts';
import { fill } from '../../i18n/fill.ts';
import { WaitingButton } from '../shared/buttons.tsx';
import type { SectionProps } from './account-props.ts';
import { Section } from './Section.tsx';

interface DeleteAccountProps extends SectionProps {
  readonly user: User;
  /** Undefined until it is known. */
  readonly balance: Balance | undefined;
  readonly purchases: readonly Purchase[];
  readonly sessions: readonly ListedSession[] | undefined;
  readonly onDeleted: () => void;
}

/** Deletes the account: what is deleted, what is kept, and a confirmation to type. */
export function DeleteAccount(props: DeleteAccountProps) {
  const { id, labels, language, sessions } = props;
  const [isRefused, setRefused] = useState(false);
  const isRecent = !isRefused && isSessionRecent(sessions, Date.now());
  const { remove } = labels;
  const returnTo = encodeURIComponent(`${localizedPath('/account/', language)}#${id}`);
  const signIn = `${localizedPath(signInPath, language)}?${anewParameter}=1&returnTo=${returnTo}`;
  return (
    <Section id={id} title={remove.title}>
      <p className="account-text">{remove.goes}</p>
      <p className="account-text">{remove.stays}</p>
      <p className="account-text">{fill(remove.return, { days: departureKeptDays })}</p>
      <OpenEnds {...props} />
      {isRecent ? (
        <Confirmation {...props} onTooOld={() => setRefused(true)} />
      ) : (
        <div className="account-said">
          <p role="status">{fill(remove.tooOld, { minutes: deletionSignInMinutes })}</p>
          <a href={signIn} className="button">
            {remove.signIn}
          </a>
        </div>
      )}
    </Section>
  );
}

/** The debts, holds and payments that the deletion leaves open, and their fate. */
function OpenEnds(props: DeleteAccountProps) {
  const sentences = openEnds(props);
  if (sentences.length === 0) return null;
  return (
    <div className="account-said" role="status">
      <h3>{props.labels.remove.openTitle}</h3>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  );
}

/** A sentence for a debt, for held credits, and for each payment that may still come. */
export function openEnds({
  labels: { remove },
  format,
  balance,
  purchases,
}: Pick<DeleteAccountProps, 'labels' | 'balance' | 'purchases'> & {
  readonly format: Pick<Formats, 'credits' | 'money'>;
}): readonly string[] {
  const { owed = 0, held = 0 } = balance ?? {};
  const unpaid = purchases.filter(({ state }) => state === 'pending' || state === 'unconfirmed');
  const sums = unpaid.map((one) => format.money(one.amountMinor, one.currency));
  return [
    ...(owed > 0 ? [fill(remove.owed, { credits: format.credits(owed) })] : []),
    ...(held > 0 ? [fill(remove.held, { credits: format.credits(held) })] : []),
    ...new Set(sums.map((money) => fill(remove.unpaid, { money }))),
  ];
}

type ConfirmationProps = DeleteAccountProps & { readonly onTooOld: () => void };

function Confirmation(props: ConfirmationProps) {
  const { remove } = props.labels;
  const fieldId = useId();
  const { field, isBusy, error, submit } = useDeletion(props);
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
        aria-invalid={error !== ''}
        aria-describedby={`${fieldId}-error`}
      />
      <p id={`${fieldId}-error`} role="alert" className="account-failed">
        {error}
      </p>
      <WaitingButton type="submit" className="button account-danger" isWaiting={isBusy}>
        {isBusy ? remove.busy : remove.submit}
      </WaitingButton>
    </form>
  );
}

function useDeletion({ labels, user, onDeleted, onTooOld }: ConfirmationProps) {
  const field = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState('');

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const typed = field.current?.value ?? '';
    if (!isConfirmed(typed, user)) {
      setError(fill(labels.remove.wrong, { text: confirmationOf(user) }));
      field.current?.focus();
      return;
    }
    setError('');
    setBusy(true);
    const result = await call(deleteUser, { body: { confirm: typed } });
    setBusy(false);
    if (result.ok) {
      reauthentication.write('deleted');
      onDeleted();
      // The bar and the other tabs learn of it, as of a sign-out.
      void pageSession.refresh();
    } else if (result.kind === 'refused' && result.problem.code === 'sign_in_too_old') onTooOld();
    else setError(failureMessage(result, labels));
  };
  return { field, isBusy, error, submit };
}

/** Whether the sign-in is recent enough to delete the account. The server checks it again. */
export function isSessionRecent(
  sessions: readonly ListedSession[] | undefined,
  nowMs: number,
): boolean {
  const current = sessions?.find((session) => session.current);
  return !current || isRecentSignIn(Date.parse(current.createdAt), nowMs);
}
