import type { ResultPart } from '../../../src/contract/flows.ts';
import { pictureDataWords } from '../../../src/i18n/words.ts';
import { type Keep, type MadePart, textsOf } from '../flow.ts';
import { tolerance } from './encode-picture.ts';
import { openPicture, sharp } from './read-picture.ts';
import { removedData } from './removed-data.ts';
import { type Shrunk, shrinkPicture, type Wanted, widthsOf } from './shrink-picture.ts';

interface Means {
  readonly signal: AbortSignal;
  /** Stands before the names of the files. */
  readonly prefix: string;
  readonly keep: Keep;
  readonly kept: readonly ResultPart[];
}

/**
 * Makes the parts of a result: what the picture had, its files, and how a page shows them. The files of
 * a width are kept as soon as it is done, which is a step.
 */
export async function shrinkParts(
  file: Uint8Array,
  wanted: Wanted,
  { signal, prefix, keep, kept }: Means,
): Promise<readonly MadePart[]> {
  const picture = await openPicture(file);
  const shown: Shown[] = kept.flatMap((part) => {
    if (part.kind !== 'file') return [];
    const { mediaType, width = 0, height = 0, likeness = 1 } = part;
    return [{ format: mediaType === 'image/avif' ? 'avif' : 'webp', width, height, likeness }];
  });
  const done = new Set(shown.map(({ width }) => width));
  const of = widthsOf(picture, wanted.widths).length;
  let count = done.size;
  let preview: string | undefined;
  keep([], { done: count, of });
  for await (const results of shrinkPicture(picture, wanted, { signal, done })) {
    const before = { kind: 'number', name: 'before', value: file.length, unit: 'bytes' } as const;
    count += 1;
    const parts = [...(shown.length === 0 ? [before] : []), ...results.map(filePart)];
    preview ??= count < of ? await previewOf(results) : undefined;
    keep(parts, { done: count, of, ...(preview && { preview }) });
    shown.push(...results);
  }
  const texts = removedData(picture);
  return [
    { kind: 'text', name: 'removed', text: texts.en, texts },
    ...lessAlike(shown, wanted.likeness),
    { kind: 'text', name: 'markup', text: markupOf(shown, prefix) },
  ];
}

/** The longer side of a preview, in pixels: too small to stand for a file that nobody has paid for. */
const PREVIEW_PIXELS = 240;

/** A small WebP of a result, in base64, to show while other widths follow. */
async function previewOf(results: readonly Shrunk[]): Promise<string> {
  const size = { width: PREVIEW_PIXELS, height: PREVIEW_PIXELS } as const;
  const image = sharp(results.at(-1)?.content).resize({ ...size, fit: 'inside' });
  return (await image.webp({ quality: 60 }).toBuffer()).toString('base64');
}

type Shown = Pick<Shrunk, 'format' | 'width' | 'height' | 'likeness'>;

/** Says how far the search got where it has not the wanted likeness, mostly for the bytes. */
function lessAlike(shown: readonly Shown[], likeness: number): readonly MadePart[] {
  const short = shown.filter((one) => one.likeness < likeness - tolerance.most);
  if (short.length === 0) return [];
  const named = short.map(({ format, width, likeness: alike }) => {
    return `${fileName(format, width)} (${rounded(alike)})`;
  });
  const values = { likeness, files: named.join(', ') };
  const texts = textsOf(pictureDataWords, (words) => words.lessAlike, values);
  return [{ kind: 'text', name: 'likeness', text: texts.en, texts }];
}

function filePart({ format, width, height, content, likeness }: Shrunk): MadePart {
  return {
    ...{ kind: 'file', name: fileName(format, width), mediaType: `image/${format}` },
    ...{ width, height, content, likeness: rounded(likeness) },
  };
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
function markupOf(results: readonly Shown[], prefix: string): string {
  const [avif, webp] = (['avif', 'webp'] as const).map((format) =>
    results.filter((result) => result.format === format),
  );
  const shown = webp?.length ? webp : avif;
  const largest = shown?.at(-1);
  if (!avif || !shown || !largest) return '';
  const { format, width, height } = largest;
  const sourcesOf = (made: readonly Shown[]) =>
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
