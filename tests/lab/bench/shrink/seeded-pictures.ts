import sharp, { type Sharp } from 'sharp';
import { largeHeic } from '../../../support/pictures.ts';
import { seededRandom } from '../../../support/random.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Twelve megapixels, as phones take them. */
const phone: Size = { width: 4_032, height: 3_024 };

/** Pictures of the kinds that people shrink. A seed makes each, so that it is the same everywhere. */
export const seededPictures: Readonly<Record<string, () => Promise<Buffer>>> = {
  grain: () => photograph({ ...phone, seed: 1, grain: 14 }),
  smooth: () => photograph({ ...phone, seed: 2, grain: 0, finest: 64 }),
  drawing: () => drawing(phone, 3).png().toBuffer(),
  screenshot: () => screenshot(phone, 4).png().toBuffer(),
  night: () => photograph({ ...phone, seed: 5, grain: 18, exposure: 0.16 }),
  HEIC: largeHeic,
};

/** Fifty megapixels, just below the limit of the flow. */
export function largestPhotograph(): Promise<Buffer> {
  return photograph({ width: 8_160, height: 6_120, seed: 6, grain: 10 });
}

interface Scene extends Size {
  readonly seed: number;
  /** The deviation of the grain, of 255. */
  readonly grain: number;
  /** The length of the finest structures, in pixels. */
  readonly finest?: number;
  /** How bright it is. */
  readonly exposure?: number;
}

/** Clouds of all lengths, as nature has them, with an edge between two grounds, and grain. */
async function photograph({ width, height, seed, grain, finest = 2, exposure = 1 }: Scene) {
  const random = seededRandom(seed);
  const light = new Float32Array(width * height);
  for (let length = 1_024; length >= finest; length /= 2) {
    const cloud = await cloudOf({ width, height }, length, random);
    const weight = 0.6 * Math.sqrt(length / 1_024);
    light.forEach((before, at) => {
      light[at] = before + weight * ((cloud[at] ?? 0) - 128);
    });
  }
  const data = Buffer.alloc(light.length * 3);
  for (let at = 0; at < light.length; at += 1) {
    const below = (at % width) / 7 + (light[at] ?? 0) > at / width - height / 2;
    const [red, green, blue] = below ? [130, 150, 190] : [110, 100, 70];
    const noise = grain * (random() + random() + random() - 1.5) * 2;
    const shown = (ground: number) => (ground + (light[at] ?? 0)) * exposure + noise;
    data.set(
      [red, green, blue].map((ground) => byte(shown(ground))),
      at * 3,
    );
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 92 })
    .toBuffer();
}

function byte(value: number): number {
  return Math.max(0, Math.min(255, Math.round(value)));
}

function cloudOf({ width, height }: Size, length: number, random: () => number): Promise<Buffer> {
  const [across, down] = [Math.ceil(width / length) + 1, Math.ceil(height / length) + 1];
  const data = Buffer.from(Array.from({ length: across * down }, () => random() * 256));
  return sharp(data, { raw: { width: across, height: down, channels: 1 } })
    .resize({ width, height, fit: 'fill', kernel: 'cubic' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
}

/** Shapes of flat colours. */
function drawing({ width, height }: Size, seed: number): Sharp {
  const random = seededRandom(seed);
  const some = (most: number) => Math.round(random() * most);
  const shapes = Array.from({ length: 160 }, () => {
    const look = `fill="hsl(${some(360)} ${some(100)}% ${some(100)}%)"`;
    const circle = `<circle cx="${some(width)}" cy="${some(height)}" r="${some(400)}" ${look}/>`;
    const points = Array.from({ length: 3 }, () => `${some(width)},${some(height)}`).join(' ');
    return random() < 0.7 ? circle : `<polygon points="${points}" ${look}/>`;
  });
  return picture({ width, height }, shapes);
}

/** Windows with lines of small marks, as letters look. */
function screenshot({ width, height }: Size, seed: number): Sharp {
  const random = seededRandom(seed);
  const marks: string[] = [];
  for (let top = 60; top < height - 40; top += 44) {
    for (let left = 80 + 900 * (top % 3); left < width - 80; left += 18) {
      if (random() < 0.16) continue;
      const [x, y] = [left + random() * 4, top + random() * 8];
      marks.push(`M${x} ${y}v${20 * random() + 4}m-4-${10 * random()}h${10 * random()}`);
    }
  }
  const path = `<path d="${marks.join('')}" stroke="#222" stroke-width="3" fill="none"/>`;
  const bar = `<rect width="${width}" height="40" fill="#2e3b55"/>`;
  return picture({ width, height }, [bar, path]);
}

function picture({ width, height }: Size, shapes: readonly string[]): Sharp {
  const ground = '<rect width="100%" height="100%" fill="#fafafa"/>';
  const size = `width="${width}" height="${height}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${ground}${shapes.join('')}</svg>`;
  return sharp(Buffer.from(svg), { limitInputPixels: false, unlimited: true });
}
