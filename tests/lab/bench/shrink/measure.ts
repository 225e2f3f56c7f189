import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { Flow, MadePart } from '../../../../functions/flows/flow.ts';
import { decodePicture } from '../../../../functions/flows/images/decode-picture.ts';
import { likeness, lookOf } from '../../../../functions/flows/images/likeness.ts';
import { openPicture, sharp } from '../../../../functions/flows/images/read-picture.ts';
import { type Shrunk, shrinkPicture } from '../../../../functions/flows/images/shrink-picture.ts';
import { pictureType } from '../../../../src/contract/picture-type.ts';

/** The costs of a run, its files, and the costs of these alone. */
export interface Measured {
  readonly cpuSeconds: number;
  readonly singleSeconds: number;
  readonly bytes: number;
  /** The least likeness of a file, at its full size. */
  readonly likeness: number;
}

const [project = '', path = '', wanted = '{}', isHere] = process.argv.slice(2);
const { widths, ...input } = JSON.parse(wanted);
const load = (module: string) => import(`${pathToFileURL(project)}/functions/flows/${module}.ts`);
const { imageShrink }: { readonly imageShrink: Flow } = await load('catalog/image-shrink');
const { UploadedFile } = await load('file-input');
const file = await readFile(path);
const { signal } = new AbortController();

// The first run is not counted: it loads the code.
const grey = { width: 400, height: 300, channels: 3, background: '#808080' } as const;
await runOn(
  await sharp({ create: { ...grey, noise: { type: 'gaussian', mean: 128, sigma: 20 } } })
    .png()
    .toBuffer(),
);
const [parts, cpuSeconds] = await timed(runOn, file);
const opened = await openPicture(file);
const decodeAt = await decodePicture(opened);
let bytes = 0;
let least = 1;
for (const part of parts) {
  if (part.kind !== 'file') continue;
  bytes += part.content.length;
  const original = await lookOf(await decodeAt(part.width ?? opened.width));
  least = Math.min(least, likeness(original, await lookOf(part.content)));
}
const [, singleSeconds] = await timed(encodeOnce, isHere ? await optionsOf() : []);
process.stdout.write(JSON.stringify({ cpuSeconds, singleSeconds, bytes, likeness: least }));

function runOn(content: Uint8Array): Promise<readonly MadePart[]> {
  const picture = new UploadedFile(pictureType(content), content);
  const prepared = imageShrink.prepare({ picture, widths, ...input });
  if (!prepared.ok) throw prepared.error;
  return prepared.run(signal);
}

/** The settings of the files that come back. */
async function optionsOf(): Promise<readonly Shrunk[]> {
  const files: Shrunk[] = [];
  for await (const results of shrinkPicture(opened, { widths, ...input }, { signal })) {
    files.push(...results);
  }
  return files;
}

/** Decodes, resizes and encodes each file once. */
async function encodeOnce(files: readonly Shrunk[]): Promise<void> {
  const at = await decodePicture(opened);
  for (const { width, format, options } of files) {
    const { data, ...raw } = await at(width);
    await sharp(data, { raw }).toFormat(format, options).toBuffer();
  }
}

async function timed<Input, Value>(work: (input: Input) => Promise<Value>, input: Input) {
  const before = process.cpuUsage();
  const value = await work(input);
  const { user, system } = process.cpuUsage(before);
  return [value, (user + system) / 1_000_000] as const;
}
