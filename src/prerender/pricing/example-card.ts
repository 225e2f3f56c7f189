import { runExample } from './flow-summaries.ts';

/** In pixels: twice of what a phone shows. */
export const exampleCardSize = { width: 640, height: 336 } as const;

/** A card as one flow draws it and another one makes it light. */
export async function exampleCard(texts: { readonly title: string; readonly subtitle: string }) {
  const { content: png } = fileOf(
    await runExample('social-card', { ...texts, theme: 'dark' }),
    'image/png',
  );
  const picture = Buffer.from(png).toString('base64');
  const widths = [exampleCardSize.width];
  return fileOf(await runExample('image-shrink', { picture, widths }), 'image/avif');
}

type Made = Awaited<ReturnType<typeof runExample>>;

/** @throws {Error} when the flow made no file of that type */
function fileOf(parts: Made, mediaType: string) {
  const files = parts.filter((part) => part.kind === 'file');
  const file = files.find((one) => one.mediaType === mediaType);
  if (file) return file;
  throw new Error(`The flow of an example made no ${mediaType}.`);
}
