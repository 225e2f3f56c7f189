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

/** Draws an SVG without text or images in its own size. The same SVG gives the same pixels anywhere. */
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

/** Starts the library at its first use; a start that fails is tried again at the next. */
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
    // When development reloads this file, the library is as its predecessor left it: at work.
    if (!(error instanceof Error && error.message.startsWith('Already initialized'))) throw error;
  }
}
