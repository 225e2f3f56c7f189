import { readFile } from 'node:fs/promises';
import sharp, { type AvifOptions, type Sharp, type WebpOptions } from 'sharp';
import { imageShrink } from '../../../../functions/flows/catalog/image-shrink.ts';
import { UploadedFile } from '../../../../functions/flows/file-input.ts';
import { comparable, likeness } from '../../../../functions/flows/images/likeness.ts';
import { noisyPicture } from '../../../support/pictures.ts';
import { partOf, runFlow } from '../../../support/run-flow.ts';

/** The flow's result for a picture, beside the best of sharp's own settings. */
export interface ShrinkFigures {
  readonly name: string;
  readonly bytes: number;
  readonly likeness: number;
  readonly bestBytes: number;
  /** The settings of the best. */
  readonly settings: string;
}

/** Each setting is tried at seven qualities, so most widths are small. */
interface Tried {
  readonly name: string;
  readonly read: () => Promise<Buffer>;
  /** In pixels: what the run makes, of which the last is compared. */
  readonly widths: readonly number[];
}

/** The settings that a person would try by hand. Efforts past 6 take longer than a run may. */
const avifSettings: readonly AvifOptions[] = [
  {},
  ...([4, 6] as const).flatMap((effort) =>
    (['auto', 'ssim', 'psnr', 'iq'] as const).map((tune) => {
      return { effort, tune, chromaSubsampling: '4:2:0' };
    }),
  ),
  { effort: 6, tune: 'ssim' },
  { effort: 6, tune: 'ssim', chromaSubsampling: '4:2:0', bitdepth: 10 },
];

const webpSettings: readonly WebpOptions[] = [
  {},
  ...(['default', 'photo', 'picture', 'drawing', 'icon', 'text'] as const).map((preset) => {
    return { effort: 6, preset };
  }),
  { effort: 6, smartSubsample: true },
  { effort: 6, smartDeblock: true },
  { effort: 6, nearLossless: true },
  { effort: 6, lossless: true },
];

/**
 * Each picture in each format, at the likeness that the flow gave it.
 * @param count the most pictures that are tried; each takes some ten seconds, the last two minutes
 */
export async function compareSettings(
  count: number,
  signal: AbortSignal,
): Promise<readonly ShrinkFigures[]> {
  const figures: ShrinkFigures[] = [];
  for (const { name, read, widths } of pictures.slice(0, count)) {
    const file = await read();
    const picture = new UploadedFile('image/png', file);
    const parts = await runFlow(imageShrink, { picture, widths });
    const width = widths.at(-1) ?? 0;
    for (const format of ['avif', 'webp'] as const) {
      const part = partOf(parts, `${format}-${width}.${format}`);
      if (part.kind !== 'file') throw new Error(`${part.name} is no file`);
      const pixels = sharp(file).resize({ width }).removeAlpha();
      const encode = (settings: AvifOptions & WebpOptions) =>
        format === 'avif' ? pixels.clone().avif(settings) : pixels.clone().webp(settings);
      const alike = await likenessTo(pixels);
      const ours = await alike(part.content);
      const isLarge = width > SMALL_WIDTH;
      const avif = isLarge ? avifSettings.filter(isFinest) : avifSettings;
      const all = format === 'avif' ? avif : webpSettings;
      let best = { bytes: Number.POSITIVE_INFINITY, settings: '' };
      for (const settings of all) {
        signal.throwIfAborted();
        const bytes = await fewestBytes((quality) => encode({ ...settings, quality }), alike, ours);
        if (bytes < best.bytes) best = { bytes, settings: JSON.stringify(settings) };
      }
      const { bytes: bestBytes, settings } = best;
      const { length: bytes } = part.content;
      figures.push({ name: `${name}, ${format}`, bytes, likeness: ours, bestBytes, settings });
    }
  }
  return figures;
}

/** In pixels: up to here all settings are tried, and beyond only those that were ever the best. */
const SMALL_WIDTH = 320;

function isFinest({ effort, tune }: AvifOptions): boolean {
  return effort === 6 && tune === 'ssim';
}

const fileOf = (path: string) => readFile(new URL(`../../../../${path}`, import.meta.url));
const drawing = () => fileOf('src/content/flows/pictures/valley.png');
const small = [SMALL_WIDTH];
const twelveMegapixels = { width: 4_032, height: 3_024 } as const;

/** A picture is read or drawn when it is tried: those of 12 megapixels take seconds. */
const pictures: readonly Tried[] = [
  { name: 'a drawing', read: drawing, widths: small },
  { name: 'a screenshot', read: () => fileOf('docs/screenshots/home.png'), widths: small },
  {
    name: 'noise as in photographs',
    read: () => noisyPicture(640, 427).png().toBuffer(),
    widths: small,
  },
  {
    name: 'a drawing of 12 megapixels',
    read: async () =>
      sharp(await drawing())
        .resize({ ...twelveMegapixels, fit: 'cover' })
        .png()
        .toBuffer(),
    widths: [640, 1280],
  },
  {
    name: 'smooth noise of 12 megapixels',
    read: () => {
      const { width, height } = twelveMegapixels;
      return noisyPicture(width, height).blur(9).png().toBuffer();
    },
    widths: [640, 1280],
  },
];

async function likenessTo(pixels: Sharp): Promise<(content: Uint8Array) => Promise<number>> {
  const { data, info } = await pixels.clone().raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const original = await comparable({ data, width, height, channels });
  return async (content) => likeness(original, await comparable(content), info);
}

/** The bytes at the lowest quality that looks as alike, by halving; infinite when none does. */
async function fewestBytes(
  encode: (quality: number) => Sharp,
  alike: (content: Uint8Array) => Promise<number>,
  wanted: number,
): Promise<number> {
  let [below, above, bytes] = [0, 101, Number.POSITIVE_INFINITY];
  while (above - below > 1) {
    const quality = Math.floor((below + above) / 2);
    const content = await encode(quality).toBuffer();
    if ((await alike(content)) < wanted) {
      below = quality;
      continue;
    }
    above = quality;
    bytes = Math.min(bytes, content.length);
  }
  return bytes;
}
