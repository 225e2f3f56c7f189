import { readFile } from 'node:fs/promises';
import { Resvg } from '@resvg/resvg-wasm';
import { markdownToMdast } from 'satteri';
import sharp from 'sharp';
import { stemmer } from 'stemmer';
import { syllable } from 'syllable';
import { documentDigest } from '../../../../functions/flows/catalog/document-digest.ts';
import { imageShrink } from '../../../../functions/flows/catalog/image-shrink.ts';
import { socialCard } from '../../../../functions/flows/catalog/social-card.ts';
import { cardSvg } from '../../../../src/drawing/card.ts';
import { loadFonts } from '../../../../src/prerender/social-cards/fonts.ts';
import { outlineType } from '../../../../src/prerender/social-cards/shape-line.ts';
import { noisyPicture } from '../../../support/pictures.ts';
import { runFlow } from '../../../support/run-flow.ts';

/** A flow with an input, and the same work by its libraries alone. */
export interface Subject {
  readonly name: string;
  readonly flow: () => Promise<unknown>;
  readonly bare: () => Promise<unknown>;
  /** The work of the libraries. */
  readonly bareDoes: string;
}

const title = 'How credits work, from the first grant to the last';
const widths = [320, 640, 1280];

/** Every flow with its reference. The text consists of one post in each language. */
export async function subjects(): Promise<readonly Subject[]> {
  const picture = await noisyPicture(1600, 1067).jpeg({ quality: 85 }).toBuffer();
  const encoded = picture.toString('base64');
  const english = await proseIn('en');
  const chinese = await proseIn('zh');
  const svg = await svgOf(title);
  const digest = (text: string) => () => runFlow(documentDigest, { text });
  return [
    {
      name: 'social card, drawn again',
      flow: () => runFlow(socialCard, { title }),
      bare: async () => renderPng(svg),
      bareDoes: 'resvg: SVG to PNG',
    },
    {
      name: 'image shrink, 1.7 megapixels in 3 widths',
      flow: () => runFlow(imageShrink, { picture: encoded, widths }),
      bare: () => encodeBare(picture),
      bareDoes: 'sharp: decode, resize and encode each',
    },
    {
      name: 'document digest, English',
      flow: digest(english),
      bare: async () => readBare(english),
      bareDoes: 'parse, cut, stem, count',
    },
    {
      name: 'document digest, Chinese',
      flow: digest(chinese),
      bare: async () => readBare(chinese),
      bareDoes: 'parse, cut, stem, count',
    },
  ];
}

/** About 20 kB of prose. */
async function proseIn(language: string): Promise<string> {
  const posts = ['how-credits-work', 'what-a-flow-costs', 'what-an-image-weighs'];
  const texts = posts.map((slug) =>
    readFile(
      new URL(`../../../../src/content/blog/${language}/${slug}.md`, import.meta.url),
      'utf8',
    ),
  );
  return (await Promise.all(texts)).join('\n\n');
}

async function svgOf(text: string): Promise<string> {
  const fonts = {
    title: await loadFonts([text, '-…'], 'title'),
    text: await loadFonts([], 'text'),
  };
  // The first card initializes the library, which works only once.
  await runFlow(socialCard, { title: text });
  const look = { accent: '#1f6feb', layout: 'left', theme: 'light', size: 'open-graph' } as const;
  const drawn = cardSvg({ title: text, ...look }, outlineType(fonts));
  if (!drawn.ok) throw new Error(drawn.code);
  return drawn.svg;
}

function renderPng(svg: string): Uint8Array {
  const drawing = new Resvg(svg);
  const image = drawing.render();
  const png = image.asPng();
  image.free();
  drawing.free();
  return png;
}

async function encodeBare(picture: Uint8Array): Promise<void> {
  for (const width of widths) {
    await sharp(picture).resize({ width }).avif({ quality: 50, effort: 3 }).toBuffer();
    await sharp(picture).resize({ width }).webp({ quality: 80 }).toBuffer();
  }
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });
const words = new Intl.Segmenter('zh-Hans', { granularity: 'word' });

/** Each library once over the text, without a summary of their results. */
function readBare(text: string): number {
  let count = markdownToMdast(text).type.length;
  for (const sentence of sentences.segment(text)) {
    for (const { segment, isWordLike } of words.segment(sentence.segment)) {
      if (isWordLike) count += stemmer(segment).length + syllable(segment);
    }
  }
  return count;
}
