import { readWeighted } from '../../../functions/http/negotiation.ts';

/** The encodings of which a copy is kept, the better one first. */
const encodings = ['br', 'gzip'] as const;

export type Encoding = (typeof encodings)[number];

/**
 * The encoding to answer in (RFC 9110, section 12.5.3): the one of highest weight, Brotli among
 * equals.
 *
 * @returns `undefined` for the file as it is
 */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding | undefined {
  const weights = new Map(readWeighted(acceptEncoding).map(({ name, weight }) => [name, weight]));
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0;
  const [best] = encodings.toSorted((one, other) => weightOf(other) - weightOf(one));
  return best !== undefined && weightOf(best) > 0 ? best : undefined;
}
