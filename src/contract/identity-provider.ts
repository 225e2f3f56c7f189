/**
 * The origin of the identity provider that `AUTH0_DOMAIN` names.
 * @param domain the host name of a tenant, or the whole origin of a provider on this machine
 */
export function providerOrigin(domain: string): string {
  return new URL(/^https?:/.test(domain) ? domain : `https://${domain}`).origin;
}

/**
 * Whether a page of ours may load the `picture` of a profile: over TLS or from the identity
 * provider, and from no origin of ours, where loading an address could act for the user.
 * @param origins the origins of the provider, of the site and of the flows
 */
export function mayShowPicture(
  picture: string,
  { provider, own }: { readonly provider: string; readonly own: readonly string[] },
): boolean {
  if (!URL.canParse(picture)) return false;
  const { protocol, origin } = new URL(picture);
  return (protocol === 'https:' || origin === provider) && !own.includes(origin);
}

/** A claim of an ID token about the sign-in, and its value (OpenID Connect Core 1.0; RFC 8176). */
export interface SignInProof {
  readonly claim: 'acr' | 'amr';
  readonly value: string;
}

/** The syntax of the proofs: one to five, such as `amr:mfa`, with a space between two. */
export const signInProofs = /^a[cm]r:[!-~]{1,200}(?: a[cm]r:[!-~]{1,200}){0,4}$/;

/** The proofs in a text of that form; none in an empty one. */
export function signInProofsIn(text: string): readonly SignInProof[] {
  return [...text.matchAll(/(acr|amr):(\S+)/g)].map(([, claim, value = '']) => ({
    claim: claim === 'acr' ? 'acr' : 'amr',
    value,
  }));
}
