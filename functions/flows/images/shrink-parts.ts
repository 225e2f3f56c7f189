import type { MadePart } from '../flow.ts';
import { removedData } from './removed-data.ts';
import { type Shrunk, shrinkPicture, type Wanted } from './shrink-picture.ts';

/**
 * The parts of a result: what the picture had, its files, and how a page shows them.
 * @param wanted.prefix stands before the names of the files
 */
export async function shrinkParts(
  file: Uint8Array,
  { prefix, ...wanted }: Wanted & { readonly prefix: string },
  signal: AbortSignal,
): Promise<readonly MadePart[]> {
  const { picture, results } = await shrinkPicture(file, wanted, signal);
  const texts = removedData(picture);
  return [
    { kind: 'number', name: 'before', value: file.length, unit: 'bytes' },
    ...results.map(({ format, likeness, options: _options, ...made }) => ({
      kind: 'file' as const,
      name: fileName(format, made.width),
      mediaType: `image/${format}`,
      likeness: rounded(likeness),
      ...made,
    })),
    { kind: 'text', name: 'removed', text: texts.en, texts },
    { kind: 'text', name: 'markup', text: markupOf(results, prefix) },
  ];
}

function fileName(format: Shrunk['format'], width: number): string {
  return `${format}-${width}.${format}`;
}

/** Four decimals tell more than anybody sees. */
function rounded(likeness: number): number {
  return Math.floor(likeness * 10_000) / 10_000;
}

/**
 * An element that shows the results: AVIF where the browser knows it, and WebP elsewhere. Source: HTML,
 * section 4.8.4.2.
 */
function markupOf(results: readonly Shrunk[], prefix: string): string {
  const [avif, webp] = (['avif', 'webp'] as const).map((format) =>
    results.filter((result) => result.format === format),
  );
  const shown = webp?.length ? webp : avif;
  const largest = shown?.at(-1);
  if (!avif || !shown || !largest) return '';
  const { format, width, height } = largest;
  const sourcesOf = (made: readonly Shrunk[]) =>
    made.map(({ format, width }) => `${prefix}${fileName(format, width)} ${width}w`).join(', ');
  const size = `width="${width}" height="${height}"`;
  return [
    '<picture>',
    ...(shown !== avif && avif.length > 0
      ? [`  <source type="image/avif" srcset="${sourcesOf(avif)}">`]
      : []),
    `  <img src="${prefix}${fileName(format, width)}" srcset="${sourcesOf(shown)}" ${size} alt="">`,
    '</picture>',
  ].join('\n');
}
