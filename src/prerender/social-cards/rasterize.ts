import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { initWasm, Resvg } from '@resvg/resvg-wasm';

export interface Pixels {
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
