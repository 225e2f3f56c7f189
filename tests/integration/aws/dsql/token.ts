import { type Principal, signatureOf } from '../signature.ts';

/** The principal of a token, or the hint of the refusal. */
export type TokenCheck =
  | { readonly ok: true; readonly principal: Principal }
  | { readonly ok: false; readonly hint: string };

/** A cluster, as its own endpoint knows it. */
export interface ClusterIdentity {
  readonly host: string;
  readonly region: string;
  readonly arn: string;
}

/** How far a token's time may lie ahead, as for every signed request of AWS. */
const MAX_SKEW_MS = 15 * 60_000;

/**
 * Checks the password of a connection: a presigned URL of this cluster without its scheme, for the
 * action that belongs to the database role, by a principal whose policy allows that action.
 * Source: "Generating an authentication token" and "Using database roles and IAM authentication" in
 * the Aurora DSQL user guide; the hints are those that live clusters gave.
 */
export function checkToken(
  token: string,
  user: string,
  cluster: ClusterIdentity,
  principals: readonly Principal[],
  now: Date,
): TokenCheck {
  if (!URL.canParse(`https://${token}`)) return { ok: false, hint: 'Missing authentication token' };
  const { host, pathname, searchParams: query } = new URL(`https://${token}`);
  const value = (name: string) => query.get(name) ?? '';
  const [keyId, ...scope] = value('X-Amz-Credential').split('/');
  const principal = principals.find(({ accessKeyId }) => accessKeyId === keyId);
  if (!principal)
    return { ok: false, hint: 'The security token included in the request is invalid' };
  const action = user === 'admin' ? 'DbConnectAdmin' : 'DbConnect';
  const signature = signatureOf(
    {
      method: 'GET',
      path: pathname,
      query,
      headers: [['host', host]],
      body: '',
      date: value('X-Amz-Date'),
      scope: scope.join('/'),
    },
    principal.secretAccessKey,
  );
  const signedAtMs = timeOf(value('X-Amz-Date'));
  const lifeMs = Number(value('X-Amz-Expires')) * 1_000;
  const wrong = [
    [host !== cluster.host, 'The token is for another host'],
    [scope.slice(1).join('/') !== `${cluster.region}/dsql/aws4_request`, 'Credential scope'],
    [value('X-Amz-Security-Token') !== principal.sessionToken, 'The security token is invalid'],
    [value('X-Amz-SignedHeaders') !== 'host', 'The token must sign the host'],
    [value('X-Amz-Signature') !== signature, 'The request signature does not match'],
    [Math.abs(now.getTime() - signedAtMs) > Math.max(MAX_SKEW_MS, lifeMs), 'Signature expired'],
    [now.getTime() > signedAtMs + lifeMs, 'Signature expired'],
    [
      value('Action') !== action,
      `Wrong user to action mapping. user: ${user}, action: ${value('Action')}`,
    ],
    [
      !principal.mayDo(`dsql:${action}`, cluster.arn),
      `User: ${principal.roleArn} is not authorized to perform: dsql:${action}`,
    ],
  ] as const;
  const first = wrong.find(([isWrong]) => isWrong);
  return first ? { ok: false, hint: first[1] } : { ok: true, principal };
}

/** The time in a text such as 20261122T120000Z, in milliseconds; NaN for any other. */
function timeOf(text: string): number {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}
