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
  const weights = weightsOf(acceptEncoding ?? '');
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0;
  const [best] = encodings.toSorted((one, other) => weightOf(other) - weightOf(one));
  return best !== undefined && weightOf(best) > 0 ? best : undefined;
}

function weightsOf(acceptEncoding: string): Map<string, number> {
  const entries = acceptEncoding.toLowerCase().split(',');
  return new Map(
    entries.map((entry) => {
      const [name = '', ...parameters] = entry.split(';').map((part) => part.trim());
      const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      const weight = quality === undefined ? 1 : Number(quality);
      return [name, Number.isNaN(weight) ? 0 : weight];
    }),
  );
}
