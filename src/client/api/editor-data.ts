import { type Language, languages } from '../../contract/language.ts';

/** How long an answer may take, in milliseconds: the editor starts after its sections. */
const timeoutMs = 15_000;

/** The sections of each language as the build drew them for the editor; empty without them. */
export async function readDrawnSections(): Promise<ReadonlyMap<Language, Document>> {
  const empty = new DOMParser().parseFromString('', 'text/html');
  const read = languages.map(async (language) => {
    const drawn = await readPage(`/admin/sections/${language}/`);
    return [language, drawn ?? empty] as const;
  });
  return new Map(await Promise.all(read));
}

/** Reads a JSON file of the site as it is now; undefined without an answer. */
export async function readData<Data>(path: string): Promise<Data | undefined> {
  const reply = await asked(path, { cache: 'no-cache' });
  return reply?.ok ? reply.json().catch(() => undefined) : undefined;
}

/** A page as it is online now; nothing without an answer. */
async function readPage(path: string): Promise<Document | undefined> {
  const reply = await asked(path, { cache: 'no-cache' });
  const html = reply?.ok ? await reply.text().catch(() => undefined) : undefined;
  return html === undefined ? undefined : new DOMParser().parseFromString(html, 'text/html');
}

/**
 * Asks the host of the repository with somebody's token.
 * @returns the HTTP status, 0 without an answer, and the body as far as it is JSON
 */
export async function askHost(
  url: string,
  token: string,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const headers = { accept: 'application/vnd.github+json', authorization: `Bearer ${token}` };
  const reply = await asked(url, { headers, cache: 'no-store' });
  return { status: reply?.status ?? 0, body: await reply?.json().catch(() => undefined) };
}

async function asked(url: string, options: RequestInit): Promise<Response | undefined> {
  const signal = AbortSignal.timeout(timeoutMs);
  return fetch(url, { ...options, signal }).catch(() => undefined);
}
