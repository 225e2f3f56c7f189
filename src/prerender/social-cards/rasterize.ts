import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import sharp from 'sharp';

interface Pixels {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Red, green, blue and alpha of each pixel, row by row. */
  readonly rgba: Uint8Array;
}

let ready: Promise<void> | undefined;

/** Draws an SVG without text or images at its own size. It gives the same pixels on every machine. */
export async function rasterize(svg: string): Promise<Pixels> {
  await started();
  const drawing = new Resvg(svg);
  const image = drawing.render();
  try {
    return { widthPx: image.width, heightPx: image.height, rgba: image.pixels };
  } finally {
    image.free();
    drawing.free();
  }
}

/**
 * Draws an opaque SVG as a PNG with a palette, about a third of the size of one without. Flat areas keep
 * their exact colours.
 */
export async function drawnPng(svg: string): Promise<Uint8Array> {
  const { widthPx, heightPx, rgba } = await rasterize(svg);
  const raw = { width: widthPx, height: heightPx, channels: 4 } as const;
  return sharp(rgba, { raw }).png({ palette: true, dither: 0 }).toBuffer();
}

/** An SVG in its plainest form, and the box of what it draws. */
export interface PlainSvg {
  readonly svg: string;
  /** An element besides shapes and colours, such as `<filter>`: to draw it may take very long. */
  readonly effect: string | undefined;
  readonly box: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
}

/**
 * Rewrites an SVG as the library understood it: shapes with their colours, without scripts, styles,
 * texts and links.
 * @returns `undefined` when it draws nothing
 * @throws {Error} when the text is no SVG
 */
export async function plainSvg(text: string): Promise<PlainSvg | undefined> {
  await started();
  const drawing = new Resvg(text);
  const box = drawing.getBBox();
  try {
    if (!box || box.width <= 0 || box.height <= 0) return undefined;
    const { x, y, width, height } = box;
    const svg = drawing.toString();
    return { svg, effect: effectIn(svg), box: { x, y, width, height } };
  } finally {
    box?.free();
    drawing.free();
  }
}

/** The elements in the plain form of a drawing, where nothing runs, loads or leads elsewhere. */
const shapes = new Set('svg g path defs linearGradient radialGradient stop clipPath'.split(' '));

/** How many groups may be drawn apart, which takes some 25 ms each at 512 pixels (2026-11-29). */
const MAX_LAYERS = 20;

/** The plain form has a filter as an element, however the drawing had it: in a style, or by a class. */
function effectIn(svg: string): string | undefined {
  for (const [element, name = ''] of svg.matchAll(/<([\w:-]+)/g)) {
    if (!shapes.has(name)) return `${element}>`;
  }
  const clips = svg.split('<clipPath').slice(1);
  // Each use of a clip draws all clips that are within it, so their number would multiply.
  if (clips.some((clip) => clip.split('</clipPath>')[0]?.includes(' clip-path="'))) {
    return '<clipPath> within <clipPath>';
  }
  const layers = svg.match(/ (?:clip-path|opacity|style)="/g) ?? [];
  return layers.length > MAX_LAYERS ? `more than ${MAX_LAYERS} layers` : undefined;
}

/** Starts the library at its first use, and again after a failure. */
async function started(): Promise<void> {
  ready ??= start();
  try {
    await ready;
  } catch (error) {
    ready = undefined;
    throw error;
  }
}

async function start(): Promise<void> {
  const file = fileURLToPath(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm'));
  try {
    await initWasm(await readFile(file));
  } catch (error) {
    // When development reloads this file, the library is already running.
    if (!(error instanceof Error && error.message.startsWith('Already initialized'))) throw error;
  }
}
