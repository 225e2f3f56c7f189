import { type Language, languages } from '../../contract/language.ts';

/** How long the sections may take, in milliseconds: the editor starts after them. */
const timeoutMs = 15_000;

/**
 * The sections of each language as the build drew them for the editor, `src/pages/admin/sections/`.
 * Without an answer one is an empty page, and the preview of a page of sections is empty.
 */
export async function readDrawnSections(): Promise<ReadonlyMap<Language, Document>> {
  const read = languages.map(async (language) => [language, await readIn(language)] as const);
  return new Map(await Promise.all(read));
}

async function readIn(language: Language): Promise<Document> {
  const signal = AbortSignal.timeout(timeoutMs);
  const reply = await fetch(`/admin/sections/${language}/`, { signal }).catch(() => undefined);
  const html = reply?.ok ? await reply.text() : '';
  return new DOMParser().parseFromString(html, 'text/html');
}
