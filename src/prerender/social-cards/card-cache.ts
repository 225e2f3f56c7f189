import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DrawnCard, SocialCard } from './social-card.ts';

/** The most cards that are kept; one has about 35 kB and never 60. */
const MAX_CARDS = 30_000;

interface CardCacheOptions {
  /** Where cards are kept; made if it doesn't exist. */
  readonly folder: string;
  /** Stands for all that makes a picture beside its card: the code, the fonts (`fingerprint.ts`). */
  readonly fingerprint: string;
  readonly draw: (card: SocialCard) => Promise<DrawnCard>;
  readonly maxCards?: number;
}

/**
 * A way to draw cards that draws each one once, and finds it again in later builds. Opening it
 * removes the oldest cards past `maxCards`, so what no page shows any more goes in the end.
 *
 * @throws when the folder can't be read or written
 */
export async function openCardCache(
  options: CardCacheOptions,
): Promise<(card: SocialCard) => Promise<DrawnCard>> {
  const { folder, fingerprint, draw, maxCards = MAX_CARDS } = options;
  await mkdir(folder, { recursive: true });
  await removeOldest(folder, maxCards);
  return async (card) => {
    const file = join(folder, `${keyOf(card, fingerprint)}.png`);
    const kept = await unlessMissing(readFile(file));
    if (kept) return { ok: true, png: kept };
    const drawn = await draw(card);
    if (drawn.ok) await writeWhole(file, drawn.png);
    return drawn;
  };
}

function keyOf(card: SocialCard, fingerprint: string): string {
  const { title, subtitle = '', language, theme, whole = false } = card;
  const parts = [fingerprint, title, subtitle, language, theme, whole];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** Writes beside the file and renames, so that a build that is stopped leaves no half of one. */
async function writeWhole(file: string, content: Uint8Array): Promise<void> {
  const part = `${file}.${randomUUID()}.part`;
  try {
    await writeFile(part, content);
    await rename(part, file);
  } finally {
    await rm(part, { force: true });
  }
}

async function removeOldest(folder: string, maxCards: number): Promise<void> {
  const names = await readdir(folder);
  if (names.length <= maxCards) return;
  const files: { readonly path: string; readonly changedMs: number }[] = [];
  for (const name of names) {
    const path = join(folder, name);
    const entry = await unlessMissing(stat(path));
    if (entry) files.push({ path, changedMs: entry.mtimeMs });
  }
  files.sort((a, b) => a.changedMs - b.changedMs);
  for (const { path } of files.slice(0, Math.max(0, files.length - maxCards))) {
    await rm(path, { force: true });
  }
}

/** A second build may use the same folder: what it removed in the meantime counts as absent. */
async function unlessMissing<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
