import { error, type Finding } from './report.ts';
import { type ContentFile, MAX_TEXT_BYTES, xmlFile } from './sources.ts';

/**
 * Files whose code a browser runs in the site's origin, by their names. A PDF is not among them:
 * its scripts never reach the site.
 */
const active = /\.(?:[cm]?js|mht(?:ml?)?|[psx]?html?|svgz|swf|wasm|xht|xslt?)$/i;

/** Each mark with what it is; names in any namespace, as `svg:script`. */
const marks: readonly (readonly [RegExp, string])[] = [
  [/<(?:[\w.-]+:)?(?:script|handler|listener)\b/i, 'a script'],
  [/[\s"'/](?:[\w.-]+:)?on[a-z]+\s*=/i, 'an event handler, such as onload'],
  [/<(?:[\w.-]+:)?(?:foreignobject|html|body|iframe|object|embed|audio|video)\b/i, 'HTML'],
  [/http:\/\/www\.w3\.org\/1999\/xhtml/i, 'HTML'],
  [/<\?xml-stylesheet/i, 'a style sheet of another file'],
  [/<!DOCTYPE[^<>]*\[|<!(?:ATTLIST|ENTITY)/i, 'entities of its own'],
  [
    /\b(?:href|src|to|from|values)\s*=\s*["']?\s*(?:[\w&;#]+:|\/\/)(?<!data:)/i,
    'an address of another file',
  ],
  [/url\(\s*["']?(?!#|data:image\/|["')])|@import/i, 'an address of another file'],
];

/** Findings about a file of `public` that could act for the visitor who opens it. */
export function activeFindings({ path, text }: ContentFile): Finding[] {
  if (!path.startsWith('public/')) return [];
  const place = { file: path };
  if (active.test(path)) {
    const problem =
      'A browser runs this file as a part of the site, with the rights of its visitor.';
    return [error('active', place, { problem, fix: 'Take it out of public.' })];
  }
  if (!xmlFile.test(path)) return [];
  if (text === undefined) {
    const problem = `This file is not UTF-8, or it has more than ${MAX_TEXT_BYTES} bytes, so nobody can check it.`;
    return [error('active', place, { problem, fix: 'Save it smaller, in UTF-8, or as a PNG.' })];
  }
  const found = marks.find(([mark]) => mark.test(text));
  if (!found) return [];
  const problem = `This file holds ${found[1]}.`;
  return [error('active', place, { problem, fix: 'Save it as a plain SVG, or as a PNG.' })];
}
