import { Hash } from '@smithy/core/serde';
import { SignatureV4 } from '@smithy/signature-v4';

/** The credentials of a program on AWS. A role's credentials have a session token. */
export interface AwsCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** How long a token opens connections, in seconds. Open connections outlive it. */
const TOKEN_LIFE_S = 15 * 60;

const clusterHost = /^[a-z0-9]+\.dsql\.([a-z0-9-]+)\.on\.aws$/;

/** The role of the cluster's owner. Its connections are an action of their own in IAM. */
const ADMIN_ROLE = 'admin';

/** Whether a URL names an Aurora DSQL cluster (`<id>.dsql.<region>.on.aws`). */
export function isDsql(databaseUrl: string): boolean {
  return clusterHost.test(new URL(databaseUrl).hostname);
}

/**
 * Makes the password for Aurora DSQL: a presigned URL without its scheme. It is computed from the
 * process's own credentials, without a call.
 * Source: "Generating an authentication token in Amazon Aurora DSQL" in its user guide, and
 * "Signature Version 4" in the AWS reference.
 * @param databaseUrl a cluster's URL, with the database role as its user
 * @throws TypeError when the URL names no cluster
 */
export async function dsqlToken(
  databaseUrl: string,
  credentials: AwsCredentials,
  now: Date,
): Promise<string> {
  const { hostname, username } = new URL(databaseUrl);
  const region = clusterHost.exec(hostname)?.[1];
  if (region === undefined) throw new TypeError('The URL names no cluster of Aurora DSQL.');
  const sha256 = Hash.bind(null, 'sha256');
  const signer = new SignatureV4({ service: 'dsql', region, credentials, sha256 });
  const { query } = await signer.presign(
    {
      method: 'GET',
      protocol: 'https:',
      hostname,
      path: '/',
      query: { Action: username === ADMIN_ROLE ? 'DbConnectAdmin' : 'DbConnect' },
      headers: { host: hostname },
    },
    { expiresIn: TOKEN_LIFE_S, signingDate: now },
  );
  return `${hostname}/?${queryString(query)}`;
}

function queryString(query: Readonly<Record<string, unknown>> | undefined): string {
  return Object.entries(query ?? {})
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
    .join('&');
}
