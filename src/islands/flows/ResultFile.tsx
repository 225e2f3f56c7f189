import { useCallback } from 'react';
import type { ResultPart, Run } from '../../contract/flows.ts';
import { fill } from '../../i18n/fill.ts';
import { RetryAlert } from '../shared/buttons.tsx';
import { useInView } from '../shared/use-in-view.ts';
import { useQuery } from '../shared/use-query.ts';
import { useObjectUrl } from './file-hooks.ts';
import type { FlowFormats, FlowsLabels, PageProps } from './formats.ts';
import './ResultFile.css';

interface FileProps extends PageProps {
  readonly run: Run;
  readonly part: Extract<ResultPart, { kind: 'file' }>;
  /** The size of the input, in bytes. */
  readonly inputBytes: number | undefined;
}

/** A file of a result: shown, compared in size with the input, and with a link to save it. */
export function ResultFile(props: FileProps) {
  const [element, isInView] = useInView<HTMLElement>();
  const { part, inputBytes, labels, format } = props;
  const { likeness } = part;
  const facts = [
    ...pixelsOf(part, labels),
    format.size(part.bytes),
    ...(likeness === undefined ? [] : [fill(labels.result.likeness, { likeness })]),
  ];
  return (
    <figure ref={element} className="stack flows-result-file">
      <figcaption>
        <b>{part.label}</b>
        <span className="small">{facts.join(' · ')}</span>
        {inputBytes ? <Comparison {...props} inputBytes={inputBytes} /> : null}
      </figcaption>
      {isInView ? <Content {...props} /> : <Place {...props} />}
    </figure>
  );
}

/** Stands where a file will be, as large as its picture, so that nothing moves when it comes. */
function Place({ part: { width, height }, labels }: Pick<FileProps, 'part' | 'labels'>) {
  const size = width && height ? { width, aspectRatio: width / height } : undefined;
  return (
    <p className="small flows-file-place" style={size}>
      {labels.result.waiting}
    </p>
  );
}

/** The dimensions of a picture, in a list of one; an empty list for other files. */
function pixelsOf(
  { width, height }: FileProps['part'],
  { result }: FlowsLabels,
): readonly string[] {
  return width && height ? [fill(result.pixels, { width, height })] : [];
}

/** Compares the file's size with the input's, as a bar and as text. */
function Comparison({
  part: { bytes },
  inputBytes,
  labels,
  format,
}: FileProps & { readonly inputBytes: number }) {
  return (
    <span className="row flows-comparison">
      <meter min={0} max={Math.max(inputBytes, bytes)} value={bytes} aria-hidden="true" />
      <span>{savedText(savedShare(inputBytes, bytes), labels, format)}</span>
    </span>
  );
}

/** How much smaller the file is, as a share of the input; below 0 it is larger. */
export function savedShare(inputBytes: number, bytes: number): number {
  return inputBytes === 0 ? 0 : (inputBytes - bytes) / inputBytes;
}

function savedText(share: number, { result }: FlowsLabels, format: FlowFormats): string {
  const percent = format.percent(Math.abs(share));
  if (percent === format.percent(0)) return result.same;
  return fill(share > 0 ? result.less : result.more, { share: percent });
}

function Content({ run, part, api, labels, format, fileName }: FileProps) {
  const fetchFile = useCallback(
    (signal: AbortSignal) => api.file(run.id, part.name, signal),
    [api, run.id, part.name],
  );
  const query = useQuery(fetchFile, undefined);
  const url = useObjectUrl(query.value);
  // A result may contain the same picture in several sizes.
  const name = format.list([part.label, ...pixelsOf(part, labels)]);
  if (query.failure) {
    const message = labels.result.fileFailed;
    return <RetryAlert query={query} labels={labels} message={message} className="flows-failed" />;
  }
  if (!url) return <Place part={part} labels={labels} />;
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
