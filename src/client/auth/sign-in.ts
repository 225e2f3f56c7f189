import { loginPath } from '../../contract/session.ts';
import type { User } from '../../contract/user.ts';
import type { CallResult } from '../api/outcome.ts';
import type { Ceremony, CeremonyResult } from './ceremony.ts';
import type { StoredText } from './stored-text.ts';

/** The states of the sign-in page that need the visitor: each has a text and a way on. */
export const troubles = [
  'denied',
  'mismatch',
  'unreachable',
  'refused',
  'limited',
  'unkept',
  'failed',
] as const;

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
  ) => Promise<CallResult<{ readonly response: User }>>;
  /** Whether the identity provider answers at all. */
  readonly providerAnswers: () => Promise<boolean>;
  /** Removes the one-time code and everything else from the address bar. */
  readonly scrubAddress: () => void;
  /**
   * Remembers for this tab where a ceremony is to lead: the SDK forgets it when the exchange of the
   * code fails.
   */
  readonly destination: Pick<StoredText, 'read' | 'keep'>;
  /** Holds something when the next sign-in is to ask for the password (`sign-in-anew.ts`). */
  readonly anew: Pick<StoredText, 'read' | 'forget'>;
  /** Counts the automatic retries of this tab. */
  readonly retries: Pick<StoredText, 'read' | 'keep' | 'forget'>;
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
  ports.destination.keep(returnTo);
  await ports.ceremony.begin(returnTo, typeof ports.anew.read() === 'string');
}

async function showProviderError(ports: SignInPorts): Promise<void> {
  ports.scrubAddress();
  const result = await ports.ceremony.complete(ports.address.href);
  const returnTo = destinationOf(result, ports);
  // An error that answers no ceremony of this tab tells nothing about whoever is signed in.
  const isForeign = !result.ok && result.reason === 'mismatch';
  if (isForeign && (await isSignedIn(ports))) return ports.go(returnTo);
  const denied = ports.address.searchParams.get('error') === 'access_denied';
  ports.show(denied ? 'denied' : 'failed', returnTo);
}

async function complete(ports: SignInPorts): Promise<void> {
  ports.scrubAddress();
  const result = await ports.ceremony.complete(ports.address.href);
  const returnTo = destinationOf(result, ports);
  if (result.ok) return save(result, returnTo, ports);
  if (result.reason === 'mismatch') return recover(returnTo, ports);
  ports.show(result.reason, returnTo);
}

/** Where a ceremony leads; one of another tab, or of somebody else, leads home. */
function destinationOf(result: CeremonyResult, { safeReturnTo, destination }: SignInPorts): string {
  if (result.returnTo !== undefined) return safeReturnTo(result.returnTo);
  const isForeign = !result.ok && result.reason === 'mismatch';
  return safeReturnTo(isForeign ? undefined : destination.read());
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
  ports.retries.forget();
  ports.anew.forget();
  ports.go(returnTo);
}

/** A code without its ceremony: a reload, a second tab, a bookmark, or somebody else's link. */
async function recover(returnTo: string, ports: SignInPorts): Promise<void> {
  if (await isSignedIn(ports)) return ports.go(returnTo);
  const counted = ports.retries.read();
  const count = Number(counted ?? 0);
  const isCounted = counted !== undefined;
  if (!isCounted || count >= maxAutomaticRetries) return ports.show('mismatch', returnTo);
  ports.retries.keep(String(count + 1));
  ports.go(`${loginPath}?returnTo=${encodeURIComponent(returnTo)}`);
}

function isSignedIn({ fetchUser }: SignInPorts): Promise<boolean> {
  return fetchUser().then(
    (user) => user !== undefined,
    () => false,
  );
}
