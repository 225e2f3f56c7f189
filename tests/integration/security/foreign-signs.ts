/** Origins other than that of the site, by their difference. */
export const foreignOrigins: Readonly<Record<string, (own: URL) => string | undefined>> = {
  'no origin': () => undefined,
  'the origin of no site': () => 'null',
  'another site': () => 'https://evil.example',
  'a subdomain': ({ host }) => `http://sub.${host}`,
  'a domain above': ({ port }) => `http://host:${port}`,
  'another port': ({ hostname }) => `http://${hostname}:1`,
  'no port': ({ hostname }) => `http://${hostname}`,
  'another scheme': ({ host }) => `https://${host}`,
  'an origin that only begins like ours': ({ origin }) => `${origin}.evil.example`,
  'an origin that only ends like ours': ({ host }) => `http://evil.example/${host}`,
  'our origin with a slash': ({ origin }) => `${origin}/`,
  'our origin in capitals': ({ origin }) => origin.toUpperCase(),
  'two origins': ({ origin }) => `${origin}, https://evil.example`,
};

/** The headers of browsers for a request that another page began (Fetch Metadata). */
export const foreignFetchSites = ['cross-site', 'same-site', 'none', ''];

/** The types that a form can send (HTML, "Form submission algorithm"); none of them is JSON. */
export const formTypes = [
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain',
  'text/plain; application/json',
];

/** Headers by which some frameworks let a request choose another method. */
export const methodOverrides: readonly Readonly<Record<string, string>>[] = [
  'x-http-method',
  'x-http-method-override',
  'x-method-override',
].flatMap((name) => ['POST', 'DELETE'].map((method) => ({ [name]: method })));
