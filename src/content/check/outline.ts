import { type SatteriAstroData, satteriHeadingIdsPlugin } from '@astrojs/markdown-satteri';
import { type MdastPluginInstance, markdownToHtml } from 'satteri';
import { factNames } from '../facts.ts';
import { isFigureKind } from '../figures.ts';
import { astroFeatures, siteFacts } from '../markdown-plugins.ts';
import type { Image, Link, MarkdownReader, Outline } from './sources.ts';

/** Reads Markdown with the parser of the build. */
export const buildMarkdown: MarkdownReader = { outlineOf, anchorsOf };

function outlineOf(markdown: string): Outline {
  const headings: { depth: number; line: number }[] = [];
  const links: Link[] = [];
  const images: Image[] = [];
  const html: { value: string; line: number }[] = [];
  const figures: Outline['figures'][number][] = [];
  const definitions = new Map<string, Link>();
  const imageReferences: { identifier: string; alt: string; line: number }[] = [];
  visit(markdown, {
    heading: ({ depth, position }) => void headings.push({ depth, line: lineOf(position) }),
    link: ({ url, position }) => void links.push({ url, line: lineOf(position) }),
    image: ({ url, alt, position }) =>
      void images.push({ url, alt: alt ?? '', line: lineOf(position) }),
    html: ({ value, position }) => void html.push({ value, line: lineOf(position) }),
    code: ({ lang, value, position }) => {
      if (isFigureKind(lang)) figures.push({ kind: lang, source: value, line: lineOf(position) });
    },
    definition: ({ identifier, url, position }) =>
      void definitions.set(identifier, { url, line: lineOf(position) }),
    imageReference: ({ identifier, alt, position }) =>
      void imageReferences.push({ identifier, alt: alt ?? '', line: lineOf(position) }),
  });
  for (const { identifier, alt, line } of imageReferences) {
    images.push({ url: definitions.get(identifier)?.url ?? '', alt, line });
  }
  const pictured = new Set(imageReferences.map(({ identifier }) => identifier));
  for (const [identifier, link] of definitions) {
    if (!pictured.has(identifier)) links.push(link);
  }
  return { headings, links, images, html, figures, facts: factsIn(markdown) };
}

/** Markdown has many text nodes, so the parser visits them only where a text has braces. */
function factsIn(markdown: string): Outline['facts'] {
  if (!markdown.includes('{{')) return [];
  const facts: { name: string; line: number }[] = [];
  const collect = (text: string, line: number) => {
    for (const [, name = ''] of text.matchAll(/\{\{(\w+)\}\}/g)) facts.push({ name, line });
  };
  visit(markdown, {
    text: ({ value, position }) => collect(value, lineOf(position)),
    link: ({ url, position }) => collect(url, lineOf(position)),
  });
  return facts;
}

/** Visits the nodes of a text, which say where they are. */
function visit(markdown: string, visitors: MdastPluginInstance): void {
  markdownToHtml(markdown, {
    features: astroFeatures,
    mdastPlugins: [{ name: 'outline', options: { position: true }, ...visitors }],
  });
}

/**
 * The anchors of a text's headings, from Astro's own plugin. An unknown fact stays in braces, because
 * another rule reports it.
 */
function anchorsOf(markdown: string, { facts }: Outline): ReadonlySet<string> {
  const astro: SatteriAstroData = {
    frontmatter: {},
    headings: [],
    localImagePaths: new Set(),
    remoteImagePaths: new Set(),
  };
  const areKnown = facts.every(({ name }) => factNames.includes(name));
  markdownToHtml(markdown, {
    features: astroFeatures,
    mdastPlugins: areKnown ? [siteFacts] : [],
    hastPlugins: [satteriHeadingIdsPlugin()],
    data: { astro },
  });
  return new Set(astro.headings.map(({ slug }) => slug));
}

function lineOf(position: { readonly start: { readonly line: number } } | undefined): number {
  return position?.start.line ?? 1;
}
