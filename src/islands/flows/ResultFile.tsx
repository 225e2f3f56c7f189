import { useCallback } from 'react';
import type { ResultPart } from '../../contract/flows.ts';
import { fill } from '../../i18n/fill.ts';
import { useQuery } from '../shared/use-query.ts';
import { useSeen } from '../shared/use-seen.ts';
import { Failed } from './Failed.tsx';
import type { FlowFormats } from './formats.ts';
import type { FlowsLabels } from './labels.ts';
import type { ResultProps } from './Result.tsx';
import { saved } from './sizes.ts';
import { useObjectUrl } from './use-object-url.ts';

interface FileProps extends ResultProps {
  readonly part: Extract<ResultPart, { kind: 'file' }>;
  /** The size of what went in, in bytes. */
  readonly before: number | undefined;
}

/** A file that a run has made: shown, compared with what went in, and to be downloaded. */
export function ResultFile(props: FileProps) {
  const [place, isSeen] = useSeen<HTMLElement>();
  const { part, before, labels, format } = props;
  const pixels = pixelsOf(part, labels);
  return (
    <figure ref={place} className="flows-result-file">
      <figcaption>
        <b>{part.label}</b>
        <span className="flows-small">{[...pixels, format.size(part.bytes)].join(' · ')}</span>
        {before ? <Comparison {...props} before={before} /> : null}
      </figcaption>
      {isSeen ? <Content {...props} /> : null}
    </figure>
  );
}

/** How large a picture is, in a list of one; of another file an empty one. */
function pixelsOf(
  { width, height }: FileProps['part'],
  { result }: FlowsLabels,
): readonly string[] {
  return width && height ? [fill(result.pixels, { width, height })] : [];
}

/** How much of its size is left, as a bar and in words. */
function Comparison({
  part: { bytes },
  before,
  labels,
  format,
}: Pick<FileProps, 'part' | 'labels' | 'format'> & { readonly before: number }) {
  return (
    <span className="flows-comparison">
      <meter min={0} max={Math.max(before, bytes)} value={bytes} aria-hidden="true" />
      <span>{savedWords(saved(before, bytes), labels, format)}</span>
    </span>
  );
}

function savedWords(share: number, { result }: FlowsLabels, format: FlowFormats): string {
  const percent = format.percent(Math.abs(share));
  if (percent === format.percent(0)) return result.same;
  return fill(share > 0 ? result.less : result.more, { share: percent });
}

function Content({ run, part, api, labels, fileName }: FileProps) {
  const question = useCallback(
    (signal: AbortSignal) => api.file(run.id, part.name, signal),
    [api, run.id, part.name],
  );
  const asked = useQuery(question, undefined);
  const url = useObjectUrl(asked.value);
  // A result may have several of a kind, in different sizes.
  const name = [part.label, ...pixelsOf(part, labels)].join(', ');
  if (asked.failure) {
    return <Failed words={labels.result.fileFailed} asked={asked} labels={labels} />;
  }
  if (!url) return <p className="flows-small flows-file-place">{labels.result.waiting}</p>;
  return (
    <>
      {part.mediaType.startsWith('image/') ? (
        <img src={url} alt={name} width={part.width} height={part.height} />
      ) : null}
      <a
        href={url}
        download={`${fileName}-${part.name}`}
        className="button quiet"
        aria-label={fill(labels.result.downloadOf, { name })}
      >
        {labels.result.download}
      </a>
    </>
  );
}
