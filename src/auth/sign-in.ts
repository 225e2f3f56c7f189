import type { Outcome } from '../api/send.ts';
import { loginPath } from '../contract/session.ts';
import type { User } from '../contract/user.ts';
import type { Ceremony, CeremonyResult, FailureReason } from './ceremony.ts';

/** The states of the sign-in page that need the visitor: each has a text and a way on. */
export const troubles = [
  'denied',
  'mismatch',
  'unreachable',
  'refused',
  'limited',
  'unkept',
  'failed',
] as const satisfies readonly (FailureReason | string)[];

export type Trouble = (typeof troubles)[number];

/** What the sign-in page needs of the world. */
export interface SignInPorts {
  readonly ceremony: Ceremony;
  /** The page's address, as it was when the page was opened. */
  readonly address: URL;
  /** Makes any value a path of this site (`contract/return-to.ts`). */
  readonly safeReturnTo: (value: unknown) => string;
  /** Rejects when the session cannot be fetched. */
  readonly fetchUser: () => Promise<User | undefined>;
  readonly saveUser: (
    profile: Readonly<Record<string, unknown>>,
    idToken: string,
  ) => Promise<Outcome<{ readonly response: User }>>;
  /** Whether the identity provider answers at all. */
  readonly providerAnswers: () => Promise<boolean>;
  /** Removes the one-time code and everything else from the address bar. */
  readonly scrubAddress: () => void;
  /** Counts the automatic retries of this tab; `undefined` when they cannot be counted. */
  readonly retries: { readonly count: () => number | undefined; readonly set: (n: number) => void };
  readonly go: (path: string) => void;
  readonly show: (trouble: Trouble, returnTo: string) => void;
  readonly reportError: (message: string) => void;
}

/** How often a ceremony whose state does not match is started anew without asking. */
const maxAutomaticRetries = 1;

/** Runs the sign-in page: begins a ceremony, or ends the one that the provider came back from. */
export async function signIn(ports: SignInPorts): Promise<void> {
  const { searchParams } = ports.address;
  const known = troubles.find((trouble) => trouble === searchParams.get('trouble'));
  if (known) return ports.show(known, ports.safeReturnTo(searchParams.get('returnTo')));
  if (searchParams.has('error')) return showProviderError(ports);
  if (searchParams.has('code')) return complete(ports);
  return begin(ports);
}

async function begin(ports: SignInPorts): Promise<void> {
  const returnTo = ports.safeReturnTo(ports.address.searchParams.get('returnTo'));
  if (!(await ports.providerAnswers())) return ports.show('unreachable', returnTo);
  await ports.ceremony.begin(returnTo);
}

async function showProviderError(ports: SignInPorts): Promise<void> {
  ports.scrubAddress();
  const result = await ports.ceremony.complete(ports.address.href);
  const returnTo = ports.safeReturnTo(result.returnTo);
  // An error that answers no ceremony of this tab tells nothing about whoever is signed in.
  const isForeign = !result.ok && result.reason === 'mismatch';
  if (isForeign && (await isSignedIn(ports))) return ports.go(returnTo);
  const denied = ports.address.searchParams.get('error') === 'access_denied';
  ports.show(denied ? 'denied' : 'failed', returnTo);
}

async function complete(ports: SignInPorts): Promise<void> {
  ports.scrubAddress();
  const result = await ports.ceremony.complete(ports.address.href);
  const returnTo = ports.safeReturnTo(result.returnTo);
  if (result.ok) return save(result, returnTo, ports);
  if (result.reason === 'mismatch') return recover(returnTo, ports);
  ports.show(result.reason, returnTo);
}

async function save(
  { profile, idToken }: Extract<CeremonyResult, { ok: true }>,
  returnTo: string,
  ports: SignInPorts,
): Promise<void> {
  const saved = await ports.saveUser(profile, idToken);
  if (!saved.ok && saved.reason === 'unreachable') return ports.show('unreachable', returnTo);
  if (!saved.ok && saved.reason === 'refused') {
    return ports.show(saved.problem.code === 'rate_limited' ? 'limited' : 'refused', returnTo);
  }
  // The specification asks for these words on the console and for none on the page (section 8);
  // the page goes on if a session came of it all the same.
  if (!saved.ok) ports.reportError('Error setting user');
  // A browser that does not keep the cookie would be sent from a guarded page to sign in again,
  // which the provider may answer without a word: round and round.
  if (!(await isSignedIn(ports))) return ports.show(saved.ok ? 'unkept' : 'refused', returnTo);
  ports.retries.set(0);
  ports.go(returnTo);
}

/** A code without its ceremony: a reload, a second tab, a bookmark, or somebody else's link. */
async function recover(returnTo: string, ports: SignInPorts): Promise<void> {
  if (await isSignedIn(ports)) return ports.go(returnTo);
  const count = ports.retries.count();
  if (count === undefined || count >= maxAutomaticRetries) return ports.show('mismatch', returnTo);
  ports.retries.set(count + 1);
  ports.go(`${loginPath}?returnTo=${encodeURIComponent(returnTo)}`);
}

function isSignedIn({ fetchUser }: SignInPorts): Promise<boolean> {
  return fetchUser().then(
    (user) => user !== undefined,
    () => false,
  );
}
