import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** The code that draws, as text; the build tool puts it in. */
const sources = import.meta.glob<string>(['./*.ts', '../../site.config.ts'], {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** What draws and what is drawn with: programs whole, fonts by the version of their package. */
const files = [
  'harfbuzzjs/dist/harfbuzz.wasm',
  '@resvg/resvg-wasm/index_bg.wasm',
  '@fontsource-variable/noto-serif-sc/package.json',
  '@fontsource-variable/source-serif-4/package.json',
  '#fonts/noto-serif-sc-rare-400.woff2',
  '#fonts/noto-serif-sc-rare-700.woff2',
];

/**
 * A hash of all that makes a card look as it does, beside what is written on it. Words are told
 * apart by the Unicode library of Node, so that counts too.
 */
export async function drawingFingerprint(): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([sources, process.versions.icu]));
  for (const file of files) hash.update(await readFile(fileURLToPath(import.meta.resolve(file))));
  return hash.digest('hex');
}
