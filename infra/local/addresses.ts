/** The port of the site on this machine when nobody chose another. */
export const defaultPort = 4321;

/** How far the ports of the other services lie from the site's. */
export const portOffsets = { flowsApi: 1, identityProvider: 2, payments: 3, last: 3 } as const;

/** The client that the local identity provider knows. */
export const localClientId = 'millrace-local';

/** The origin of a service on this machine. */
export function localOrigin(port: number): string {
  return `http://localhost:${port}`;
}
