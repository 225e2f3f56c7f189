/**
 * The origin of the identity provider that `AUTH0_DOMAIN` names.
 *
 * @param domain the host name of a tenant, or the whole origin of a provider on this machine
 */
export function providerOrigin(domain: string): string {
  return new URL(/^https?:/.test(domain) ? domain : `https://${domain}`).origin;
}
