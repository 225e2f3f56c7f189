/** The scheme and authority of an absolute-form target (RFC 9112, section 3.2.2). */
const absolute = /^https?:\/\/[^/?#]*/i;

/** `/api` and all below it; more slashes than one before it name no page of the site either. */
const apiPath = /^\/+api(?:[/?#]|$)/;

/**
 * The path and query of a request target: clients may send the whole address, as to a proxy, and
 * servers must take it (RFC 9112, section 3.2.2). What is no address of the web stays as it is.
 */
export function originForm(target: string): string {
  if (!absolute.test(target)) return target;
  const rest = target.replace(absolute, '');
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** Whether a target in origin form belongs to the API and not to the static site. */
export function isApiTarget(target: string): boolean {
  return apiPath.test(target);
}
