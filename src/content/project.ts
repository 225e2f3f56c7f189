import { isUtf8 } from 'node:buffer';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type MdastPluginInstance, markdownToHtml } from 'satteri';
import { shownSigns, withMarks } from '../contract/cjk-markdown.ts';
import * as siteConfig from '../site.config.ts';
import { type CheckContext, checkContent } from './check/check-content.ts';
import { priceFindings } from './check/prices.ts';
import type { Finding } from './check/report.ts';
import {
  type ContentFile,
  catalogueFolder,
  folders,
  type Image,
  type Link,
  MAX_TEXT_BYTES,
  type Outline,
  xmlFile,
} from './check/sources.ts';
import { factNames, factsIn } from './facts.ts';
import { isFigureKind } from './figures.ts';
import { astroFeatures, headingAnchors, siteFacts, wideText } from './markdown-plugins.ts';

/** The settings of a check at a time, with the parser of the build. */
export function buildContext(nowMs: number, builtFor: string = siteConfig.site.url): CheckContext {
  const origins = [siteConfig.site.url, builtFor].map((url) => new URL(url).origin);
  return { nowMs, origins, markdown: buildMarkdown };
}

/** Checks the prices of the site, and the content of the project in a folder. */
export function projectFindings(root: string, context: CheckContext): readonly Finding[] {
  return [...priceFindings(siteConfig), ...checkContent(readContentFiles(root), context)];
}

/** The depth to which nested folders are read; posts are at the first level. */
const MAX_DEPTH = 16;

/** The folders whose files are listed. Texts are read too, and files that could hold a script. */
const listed = [...Object.values(folders), 'src/pages', 'public', catalogueFolder];
const texts = /^src\/content\/.*\.(?:md|json)$/;

/**
 * Reads the files for `checkContent`. A missing folder has no files. It follows no symbolic links, and
 * skips files whose names begin with a dot. In `public` it reads them, because the build copies them.
 * @param root the project's folder
 * @throws when a file can't be read
 */
export function readContentFiles(root: string): ContentFile[] {
  return listed.flatMap((folder) => pathsIn(root, folder)).map((path) => readFile(root, path));
}

/** Node's own recursive listing follows symbolic links, even in circles. */
function pathsIn(root: string, folder: string, depth = 0): string[] {
  if (depth > MAX_DEPTH || !existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.name.startsWith('.') && !path.startsWith('public/')) return [];
    if (entry.isDirectory()) return pathsIn(root, path, depth + 1);
    return entry.isFile() ? [path] : [];
  });
}

function readFile(root: string, path: string): ContentFile {
  const { size: sizeBytes } = statSync(join(root, path));
  const isRead = texts.test(path) || xmlFile.test(path);
  if (!isRead || sizeBytes > MAX_TEXT_BYTES) return { path, sizeBytes };
  const bytes = readFileSync(join(root, path));
  // The decoder removes a byte order mark.
  // Astro reads JSON with its mark, and fails.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: path.endsWith('.json') });
  return isUtf8(bytes) ? { path, sizeBytes, text: decoder.decode(bytes) } : { path, sizeBytes };
}

/** Reads Markdown as the build does. */
export function buildMarkdown(source: string): Outline {
  const markdown = withMarks(source);
  const headings: { depth: number; line: number }[] = [];
  const links: Link[] = [];
  const images: Image[] = [];
  const html: { value: string; line: number }[] = [];
  const figures: Outline['figures'][number][] = [];
  const definitions = new Map<string, Link>();
  const imageReferences: { identifier: string; alt: string; line: number }[] = [];
  const facts: { name: string; line: number }[] = [];
  const shown: Outline['shownSigns'][number][] = [];
  const collect = (text: string, line: number) => {
    for (const name of factsIn(text)) facts.push({ name, line });
  };
  visit(markdown, {
    heading: ({ depth, position }) => void headings.push({ depth, line: lineOf(position) }),
    link: ({ url, position }) => {
      links.push({ url, line: lineOf(position) });
      collect(url, lineOf(position));
    },
    // Markdown has many text nodes, so the parser visits them only where a text has these signs.
    ...(/\{\{|\*\*|~~/.test(markdown) && {
      text: ({ value, position }) => {
        collect(value, lineOf(position));
        const written = markdown.slice(position?.start.offset, position?.end.offset);
        shown.push(...shownSigns(written, lineOf(position)));
      },
    }),
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
  const anchors = () => anchorsOf(source, facts);
  return { headings, links, images, html, figures, facts, shownSigns: shown, anchors };
}

/** Visits the nodes of a text, which say where they are. */
function visit(markdown: string, visitors: MdastPluginInstance): void {
  markdownToHtml(markdown, {
    features: astroFeatures,
    mdastPlugins: [{ name: 'outline', options: { position: true }, ...visitors }],
  });
}

/** The anchors of a text's headings. An unknown fact stays in braces, because another rule reports it. */
function anchorsOf(markdown: string, facts: Outline['facts']): ReadonlySet<string> {
  const areKnown = facts.every(({ name }) => factNames.includes(name));
  const { html } = markdownToHtml(markdown, {
    features: astroFeatures,
    mdastPlugins: areKnown ? [wideText, siteFacts] : [wideText],
    hastPlugins: [headingAnchors],
  });
  return new Set(Array.from(html.matchAll(/<h[1-6][^>]* id="([^"]*)"/g), ([, id = '']) => id));
}

function lineOf(position: { readonly start: { readonly line: number } } | undefined): number {
  return position?.start.line ?? 1;
}
