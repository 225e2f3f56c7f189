import { site } from '../../../src/site.config.ts';
import { escapeHtml } from '../html.ts';

const avatarPath = /^\/avatars\/([^/]{1,40})\.svg$/;
/** Two letters, each of which may be a base and a mark, or the sign for nobody's. */
const initialsPattern = /^(?:[\p{L}\p{N}\p{M}]{1,4}|\?)$/u;

/**
 * The picture behind the address that the `picture` claim names: the initials on the brand's colour.
 *
 * @param path the path of the request, percent-encoded
 * @returns an SVG document, or `undefined` when the path names no picture
 */
export function avatarAt(path: string): string | undefined {
  const encoded = avatarPath.exec(path)?.[1];
  const initials = encoded === undefined ? undefined : decoded(encoded);
  return initials !== undefined && initialsPattern.test(initials) ? drawing(initials) : undefined;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function drawing(initials: string): string {
  const { brand, paper } = site.colors;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96"><rect width="96" height="96" fill="${brand}"/><text x="48" y="50" fill="${paper}" font-family="system-ui, sans-serif" font-size="38" font-weight="600" text-anchor="middle" dominant-baseline="central">${escapeHtml(initials)}</text></svg>`;
}
