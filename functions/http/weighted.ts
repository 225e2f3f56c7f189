/** Longest header that is looked at, in characters. */
const MAX_HEADER_LENGTH = 500;

/** Something that a caller would take, and how gladly: from 0, not at all, to 1. */
interface Weighted {
  /** In lower case, without parameters. */
  readonly name: string;
  readonly weight: number;
}

/**
 * What a header such as Accept lists, with the weights (RFC 9110, section 12.4.2). A weight that is
 * no number counts as 0.
 */
export function readWeighted(header: string | undefined): readonly Weighted[] {
  const items = (header ?? '').slice(0, MAX_HEADER_LENGTH).toLowerCase().split(',');
  return items.map((item) => {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim());
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    const weight = quality === undefined ? 1 : Number(quality);
    return { name, weight: Number.isNaN(weight) ? 0 : weight };
  });
}
