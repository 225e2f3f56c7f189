/** The credentials of a Bearer header (RFC 6750, section 2.1: `b64token`). */
const bearer = /^Bearer +([\w.~+/-]+=*)$/i;

/** The token in an Authorization header; nothing when there is no header or it is not Bearer. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return bearer.exec(authorization ?? '')?.[1];
}
