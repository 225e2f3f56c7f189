/** The default port of the site on this machine. */
export const defaultPort = 4321;

/** The distance of the other services' ports from the site's port. */
export const portOffsets = {
  flowsApi: 1,
  identityProvider: 2,
  payments: 3,
  storage: 4,
  mailbox: 5,
  smtp: 6,
  last: 6,
} as const;

/** Where the uploads lie below an origin that has other addresses too. */
export const storagePath = '/storage';

/** The client id that the local identity provider accepts. */
export const localClientId = 'local-client';

/** The origin of a service on this machine. */
export function localOrigin(port: number): string {
  return `http://localhost:${port}`;
}
