import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { canonicalAddress } from '../../../functions/domain/account/trial.ts';
import { deviceOf } from '../../../functions/domain/account/user-sessions.ts';
import { flowById, flows } from '../../../functions/flows/catalog.ts';
import { pdfBlocks } from '../../../functions/flows/documents/pdf-blocks.ts';
import { htmlBlocks } from '../../../functions/flows/documents/read-markup.ts';
import { InputRefused } from '../../../functions/flows/flow.ts';
import { pictureFormat } from '../../../functions/flows/images/read-picture.ts';
import { analyseText } from '../../../functions/flows/text/analyse-text.ts';
import { keyPhrases } from '../../../functions/flows/text/key-phrases.ts';
import { markdownBlocks } from '../../../functions/flows/text/markdown-blocks.ts';
import { summarise } from '../../../functions/flows/text/summarise.ts';
import { bearerToken } from '../../../functions/http/authorization.ts';
import { readJson, valueCounter } from '../../../functions/http/body.ts';
import { acceptsCsv, preferredLanguage } from '../../../functions/http/negotiation.ts';
import { readIdempotencyKey, readQuery } from '../../../functions/http/parameters.ts';
import { readSessionCookie } from '../../../functions/http/session-cookie.ts';
import { cookieFields } from '../../../infra/local/http/origin-router.ts';
import { parseJson, readSections } from '../../../src/content/check/sources.ts';
import { safeReturnTo } from '../../../src/contract/return-to.ts';
import { queryOf } from '../../../src/search/query.ts';
import { processorMs } from '../../support/growth.ts';

/**
 * How much an input grows, and how much longer its reading may take then. Linear work takes 16 times
 * as long, work that grows with the square 256 times. A full cache and garbage make either up to
 * three times slower, so the limit is four times from both.
 */
const GROWTH = 16;
const MAX_RATIO = 64;

/** Less processor time than this says nothing, in milliseconds. */
const NOISE_MS = 12;

/** How often a round reads the small input: a round reads twice as much of it as of the large one. */
const READINGS = 2 * GROWTH;

/** How many rounds read both sizes, and how many at most before a reader counts as slow. */
const ROUNDS = 3;
const MAX_ROUNDS = 15;

/**
 * How many times as long a reader takes for an input of `GROWTH` times the size. The least of some
 * rounds is taken: a collection of garbage may fall into any of them, or a compilation into all.
 */
function growthOf(read: (input: string) => unknown, pattern: string, length: number): number {
  const [short, long] = [grown(pattern, length / GROWTH), grown(pattern, length)];
  let [small, large, ratio] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0];
  for (let round = 0; round < (ratio > MAX_RATIO ? MAX_ROUNDS : ROUNDS); round += 1) {
    large = Math.min(
      large,
      processorMs(() => read(long)),
    );
    if (large < NOISE_MS) return 1;
    // Many times: the least of single readings would be that in which the clock made no step.
    const all = processorMs(() => {
      for (let time = 0; time < READINGS; time += 1) read(short);
    });
    small = Math.min(small, all / READINGS);
    ratio = large / Math.max(small, NOISE_MS / READINGS);
  }
  return ratio;
}

function grown(pattern: string, length: number): string {
  return pattern.repeat(Math.ceil(length / pattern.length)).slice(0, length);
}

/**
 * Patterns that make readers of text go back and start again. The list has no pattern that only a
 * library reads slowly: tests of our readers, such as `markdownBlocks`, show what the library gets.
 */
const patterns = [
  ...['*a', '**a *', '~~a', '[', '![', '[a](', '](', '[a]: b\n', '[^a]', '`', '``a`'],
  ...[
    '<',
    '<a ',
    '<!--',
    '<!---->',
    '&a;',
    '\\',
    '|a',
    'a|b\n',
    '$a',
    '#',
    '```\n',
    '    a\n',
    '\r\n',
  ],
  ...['a.', 'A.', 'Dr. ', '，\n', '， ', '"', "'", '(', ' ', '\t', '\n', '\n \n', '\u200b', '𠮷'],
  ...['=', ';', ',', ';q=', ', ;', '%', '%2f', '//', '/../', '@', 'a@', '+a', '.', '..', '"\\"'],
  ...['[', '{"a":', '[1,', '"a",', '0', '---\n', 'a: b\n', '- a\n', '&a *a ', '\u202e', '\0', 'aé'],
] as const;

const origin = 'https://example.com';
const digest = flowById(flows, 'document-digest');
const shrink = flowById(flows, 'image-shrink');

/** The readers of strangers' texts, with the greatest length that each reads. */
const readers: readonly (readonly [string, number, (input: string) => unknown])[] = [
  ['Markdown', 50_000, markdownBlocks],
  ['a text to digest', 20_000, readWhole],
  ['the cookie', 8_000, (text) => readSessionCookie(text.split('; '), origin)],
  ['the cookies at the edge', 8_000, (text) => cookieFields(`a=1${text}x`)],
  ['Accept', 8_000, acceptsCsv],
  ['Accept-Language', 8_000, preferredLanguage],
  ['Authorization', 8_000, (text) => [bearerToken(`Bearer ${text}`), bearerToken(text)]],
  ['the idempotency key', 8_000, (text) => readIdempotencyKey({ 'idempotency-key': text })],
  ['User-Agent', 8_000, deviceOf],
  ['the query', 8_000, (text) => readQuery(text, z.object({ a: z.optional(z.string()) }))],
  ['returnTo', 8_000, (text) => safeReturnTo(`/${text}`, origin)],
  ['an e-mail address', 80_000, (text) => [canonicalAddress(text), canonicalAddress(`a@${text}`)]],
  ['a search', 8_000, queryOf],
  ['a body of JSON', 200_000, (text) => [bodyOf(text), bodyOf(JSON.stringify({ text }))]],
  ['the schema of a text', 160_000, (text) => digest?.prepare({ text })],
  ['the schema of a picture', 400_000, (text) => shrink?.prepare({ picture: text })],
  ['a picture’s head', 400_000, (text) => pictureFormat(Buffer.from(`\x89PNG\r\n\x1a\n${text}`))],
  ['a page of HTML', 80_000, (text) => unlessRefused(() => htmlBlocks(text))],
  ['the lines of a PDF', 80_000, (text) => unlessRefused(() => pdfBlocks([pageOf(text)], fonts))],
  ['front matter', 20_000, (text) => readSections(`---\n${text}\n---\n`)],
  ['JSON in front matter', 20_000, parseJson],
];

function readWhole(source: string) {
  const { sentences, headings } = analyseText(source);
  return [summarise(sentences, 5), keyPhrases([...headings, ...sentences])];
}

/** A refusal is an answer, too. */
function unlessRefused(read: () => unknown): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof InputRefused)) throw error;
  }
}

const fonts = { isBold: () => false, parted: new Set<string>(), hasSpaces: () => true };

function pageOf(text: string) {
  const look = { x: 72, right: 500, size: 11, font: 'a', tag: undefined };
  const lines = text.split('\n').map((line, index) => {
    const piece = { ...look, text: line, y: 800 - index * 14 };
    return { ...piece, pieces: [piece] };
  });
  return { lines, left: 72, right: 500 };
}

/** Reads a body as the product does: its values are counted before they are parsed. */
function bodyOf(body: string) {
  const [bytes, type] = [Buffer.from(body), 'application/json'];
  if (valueCounter()(bytes.toString('latin1'))) return undefined;
  return readJson(bytes, type, z.record(z.string(), z.unknown()), undefined);
}

test.each(readers)('%s is read in a time that grows no faster than the text', (_, length, read) => {
  const slow = patterns.flatMap((pattern) => {
    const ratio = growthOf(read, pattern, length);
    return ratio > MAX_RATIO ? [`${JSON.stringify(pattern)}: ${ratio.toFixed(1)} times`] : [];
  });
  expect(slow).toEqual([]);
});
