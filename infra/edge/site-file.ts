/** The folder of files whose names hold a hash of their content, so that they never change. */
export const hashedPrefix = '/_astro/';

/** How long a copy of a file may be used before the server is asked whether the file has changed. */
export const cacheControl = {
  hashed: 'public, max-age=31536000, immutable',
  other: 'public, max-age=0, must-revalidate',
} as const;

/**
 * Whether an answer is a page, by its media type. An answer with status 304 has no type, so the path
 * decides. Other files get a policy without scripts.
 */
export function isPage(path: string, contentType = contentTypeOf(path.replace(/\/$/, '.html'))) {
  return contentType.startsWith('text/html');
}

/** The 404 pages, which are sent with status 404 even under their own addresses. */
export const errorPage = /^(?:\/[a-z]{2,3})?\/404(?:\.html|\/index\.html)$/;

/**
 * The largest number of files of a built site. A blog of 10,000 posts has 26,000: a page and a
 * social card for each post, and lists. The edge's store of 5 MB holds that many addresses of 80
 * bytes (CloudFront's quotas for key value stores).
 */
export const maxSiteFiles = 60_000;

const contentTypes: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  css: 'text/css; charset=utf-8',
  gif: 'image/gif',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  map: 'application/json; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  wasm: 'application/wasm',
  webmanifest: 'application/manifest+json; charset=utf-8',
  webp: 'image/webp',
  woff2: 'font/woff2',
  xml: 'application/xml; charset=utf-8',
  yml: 'application/yaml; charset=utf-8',
};

/** The media type of a file by its extension, as S3 stores it with the file. */
export function contentTypeOf(path: string): string {
  const extension = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  return contentTypes[extension] ?? 'application/octet-stream';
}

/** Whether compression makes files of a type smaller; images and fonts are compressed already. */
export function isCompressible(contentType: string): boolean {
  return contentType.includes('charset=utf-8') || contentType === 'application/wasm';
}
