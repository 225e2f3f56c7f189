import { isRecord, isUser } from '../../contract/schemaless.ts';
import { loginPath } from '../../contract/session.ts';
import { anewParameter, askingState } from '../../contract/sign-in.ts';
import type { User } from '../../contract/user.ts';
import type { CallResult } from '../api/call-result.ts';
import { type StoredText, storedText } from '../browser-storage.ts';
import type { Ceremony, CeremonyResult } from './ceremony.ts';
import { knownReason, reasonStates } from './provider-reasons.ts';
import { suppliedUserKey } from './supplied-user.ts';

/** The states in which the sign-in page waits. Each state has a text and a link that signs in. */
export const signInErrors = [
  askingState,
  'denied',
  'mismatch',
  'unreachable',
  'refused',
  'secondFactorMissing',
  'rateLimited',
  'storageBlocked',
  ...reasonStates,
  'failed',
] as const;

export type SignInError = (typeof signInErrors)[number];

/** The parts of the browser, the provider and the server that the sign-in page uses. */
export interface SignInPorts {
  readonly ceremony: Ceremony;
  /** The page's address, as it was when the page was opened. */
  readonly address: URL;
  /** Whether another site led here: the provider's answers do, and so do forged links. */
  readonly isFromElsewhere: boolean;
  /** Turns any value into a path of this site (`contract/return-to.ts`). */
  readonly safeReturnTo: (value: unknown) => string;
  /** Rejects when the session cannot be fetched. */
  readonly fetchUser: () => Promise<User | undefined>;
  /** Returns the JSON of the answer as it came. */
  readonly saveUser: (
    profile: Readonly<Record<string, unknown>>,
    idToken: string,
  ) => Promise<CallResult<unknown>>;
  /** Hands the user to the page that this tab opens next (`supplied-user.ts`). */
  readonly supplyUser: (user: User) => void;
  /** Whether the identity provider responds at all. */
  readonly canReachProvider: () => Promise<boolean>;
  /** Removes the one-time code and everything else from the address bar. */
  readonly scrubAddress: () => void;
  /** The path that this tab returns to after the sign-in. */
  readonly returnTo: StoredText<string>;
  /** Holds a text when the next sign-in must ask for the password (`reauthentication.ts`). */
  readonly reauthentication: StoredText<string>;
  /** Counts the automatic retries of this tab. */
  readonly retries: StoredText<number>;
  readonly go: (path: string) => void;
  readonly show: (error: SignInError, returnTo: string) => void;
  readonly reportError: (message: string) => void;
}

/** Hands a user to the page that this tab opens next, which then fetches no session. */
export function supplyUser(user: User): void {
  const text = JSON.stringify({ user, atMs: Date.now() });
  storedText(() => sessionStorage, suppliedUserKey, String).write(text);
}

/** How often a sign-in whose state doesn't match is retried without a click. */
const maxAutomaticRetries = 1;

/** Runs the sign-in page: begins a sign-in, or completes the one that the provider returns from. */
export async function signIn(ports: SignInPorts): Promise<void> {
  const { searchParams } = ports.address;
  const shown = signInErrors.find((error) => error === searchParams.get('show'));
  if (shown) return ports.show(shown, ports.safeReturnTo(searchParams.get('returnTo')));
  if (searchParams.has('error')) return showProviderError(ports);
  if (searchParams.has('code')) return complete(ports);
  return begin(ports);
}

async function begin(ports: SignInPorts): Promise<void> {
  const { searchParams } = ports.address;
  const returnTo = ports.safeReturnTo(searchParams.get('returnTo'));
  if (ports.isFromElsewhere) return ports.show(askingState, returnTo);
  if (!(await ports.canReachProvider())) return ports.show('unreachable', returnTo);
  ports.returnTo.write(returnTo);
  const isAnew = searchParams.has(anewParameter) || ports.reauthentication.read() !== undefined;
  await ports.ceremony.begin(isAnew);
}

async function showProviderError(ports: SignInPorts): Promise<void> {
  ports.scrubAddress();
  const result = await ports.ceremony.complete(ports.address.href);
  const returnTo = returnToOf(result, ports);
  // An error that doesn't belong to this tab's sign-in says nothing about who is signed in.
  if (isForeign(result) && (await isSignedIn(ports))) return ports.go(returnTo);
  const reason = knownReason(ports.address.searchParams);
  // The provider may know the user still, and would refuse the next sign-in without asking who it is.
  if (reason) ports.reauthentication.write('required');
  const isDenial = ports.address.searchParams.get('error') === 'access_denied';
  ports.show(reason ?? (isDenial ? 'denied' : 'failed'), returnTo);
}

async function complete(ports: SignInPorts): Promise<void> {
  ports.scrubAddress();
  const result = await ports.ceremony.complete(ports.address.href);
  const returnTo = returnToOf(result, ports);
  if (result.ok) return save(result, returnTo, ports);
  if (result.kind === 'mismatch') return recover(returnTo, ports);
  ports.show(result.kind, returnTo);
}

/** Where a sign-in leads; after a callback of another tab, or a forged one, the home page. */
function returnToOf(result: CeremonyResult, ports: SignInPorts): string {
  return ports.safeReturnTo(isForeign(result) ? undefined : ports.returnTo.read());
}

/** Whether the callback doesn't belong to the sign-in that this tab began. */
function isForeign(result: CeremonyResult): boolean {
  return !result.ok && result.kind === 'mismatch';
}

async function save(
  { profile, idToken }: Extract<CeremonyResult, { ok: true }>,
  returnTo: string,
  ports: SignInPorts,
): Promise<void> {
  const saved = await ports.saveUser(profile, idToken);
  if (!saved.ok && saved.kind === 'unreachable') return ports.show('unreachable', returnTo);
  if (!saved.ok && saved.kind === 'refused') {
    return showRefusal(saved.problem.code, returnTo, ports);
  }
  const response = saved.ok && isRecord(saved.value) ? saved.value.response : undefined;
  // The specification wants this message on the console, only when the answer lacks
  // `data.response`, and none on the page (section 8). The page goes on if the server has created a
  // session all the same.
  if (!response) ports.reportError('Error setting user');
  // A browser that doesn't store the cookie would be redirected from a guarded page to sign in
  // again. The provider may answer that without asking, and the browser would loop.
  if (!(await isSignedIn(ports, Boolean(response))))
    return ports.show(response ? 'storageBlocked' : 'refused', returnTo);
  ports.retries.write('');
  ports.reauthentication.write('');
  ports.returnTo.write('');
  // A response of another shape is no user: the next page fetches the session.
  if (isUser(response)) ports.supplyUser(response);
  ports.go(returnTo);
}

function showRefusal(code: string, returnTo: string, ports: SignInPorts): void {
  // The provider still knows the user and would answer the next sign-in without the second factor.
  if (code === 'sign_in_too_weak') ports.reauthentication.write('required');
  ports.show(refusals.get(code) ?? 'refused', returnTo);
}

/** The refusals that a visitor can do something about, by their codes. */
const refusals: ReadonlyMap<string, SignInError> = new Map([
  ['rate_limited', 'rateLimited'],
  ['sign_in_too_weak', 'secondFactorMissing'],
]);

/** Handles a code without its sign-in: a reload, a second tab, a bookmark, or a forged link. */
async function recover(returnTo: string, ports: SignInPorts): Promise<void> {
  if (await isSignedIn(ports)) return ports.go(returnTo);
  // The answer to no sign-in of this tab is a forged one: it must not begin one without a press.
  if (ports.isFromElsewhere && !ports.returnTo.read()) return ports.show(askingState, returnTo);
  const count = ports.retries.read() ?? 0;
  // Without storage there is no retry: it couldn't be counted, and the browser might loop.
  const canRetry = count < maxAutomaticRetries && ports.retries.write(String(count + 1));
  if (!canRetry) return ports.show('mismatch', returnTo);
  ports.go(`${loginPath}?returnTo=${encodeURIComponent(returnTo)}`);
}

function isSignedIn({ fetchUser }: SignInPorts, unlessFetched = false): Promise<boolean> {
  return fetchUser().then(
    (user) => user !== undefined,
    () => unlessFetched,
  );
}
