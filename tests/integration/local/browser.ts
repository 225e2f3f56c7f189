/** A browser as far as a sign-in needs one: it opens addresses and sends forms. */
export interface FormBrowser {
  follow(
    url: URL | string,
    siteOrigin: string,
    form?: URLSearchParams,
  ): Promise<{ readonly url: URL }>;
}

/** The last page of a browser's redirects. */
interface Visit {
  readonly url: URL;
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
}

export interface Browser extends FormBrowser {
  /**
   * Opens an address, or sends a form to it, and follows its redirects. It stops at an address of
   * the site, as no site runs in these tests.
   */
  follow(url: URL | string, siteOrigin: string, form?: URLSearchParams): Promise<Visit>;
}

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
}

/** More redirects than this mean a loop. */
const MAX_REDIRECTS = 10;

/** The parts of a browser that a sign-in needs: redirects, and cookies with their paths. */
export function startBrowser(): Browser {
  const jar = new Map<string, Cookie>();
  return {
    async follow(start, siteOrigin, form) {
      let url = new URL(start);
      let body = form;
      for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
        if (url.origin === siteOrigin) {
          return { url, status: 200, headers: new Headers(), html: '' };
        }
        const response = await send(url, jar, body);
        const location = response.headers.get('location');
        if (location === null) {
          const { status, headers } = response;
          return { url, status, headers, html: await response.text() };
        }
        url = new URL(location, url);
        body = undefined;
      }
      throw new Error(`more than ${MAX_REDIRECTS} redirects`);
    },
  };
}

async function send(
  url: URL,
  jar: Map<string, Cookie>,
  form: URLSearchParams | undefined,
): Promise<Response> {
  const cookies = [...jar.values()].filter(({ path }) => url.pathname.startsWith(path));
  const response = await fetch(url, {
    redirect: 'manual',
    headers: { accept: 'text/html', cookie: cookies.map(toPair).join('; ') },
    ...(form === undefined ? {} : { method: 'POST', body: form }),
  });
  for (const line of response.headers.getSetCookie()) keep(line, jar);
  return response;
}

function keep(line: string, jar: Map<string, Cookie>): void {
  const [pair = '', ...attributes] = line.split('; ');
  const mark = pair.indexOf('=');
  const path = attributes.find((attribute) => attribute.startsWith('path='))?.slice(5) ?? '/';
  const cookie = { name: pair.slice(0, mark), value: pair.slice(mark + 1), path };
  const key = `${cookie.name} ${path}`;
  if (cookie.value === '') jar.delete(key);
  else jar.set(key, cookie);
}

function toPair({ name, value }: Cookie): string {
  return `${name}=${value}`;
}
