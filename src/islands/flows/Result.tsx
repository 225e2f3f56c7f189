import { lazy, Suspense, useCallback, useState } from 'react';
import { settle } from '../../client/api/call-result.ts';
import { saveFile } from '../../client/api/download.ts';
import type { OwnRun, ResultPart, TextPlace } from '../../contract/flows.ts';
import { fill } from '../../i18n/fill.ts';
import { CopyButton, RetryAlert, TextButton } from '../shared/buttons.tsx';
import { useQuery } from '../shared/use-query.ts';
import { type Draft, picturesIn } from './draft.ts';
import type { FlowFormats, FlowsLabels, PageProps } from './formats.ts';
import { ResultFile } from './ResultFile.tsx';
import './Result.css';

export interface ResultProps extends PageProps {
  readonly run: OwnRun;
  /** The run's form, while the page still has it. */
  readonly draft?: Draft | undefined;
  /** Whether it is that of an item of a list. */
  readonly isOfItem?: boolean;
}

const PictureResult = lazy(() => import('./PictureResult.tsx'));

type Part<Kind extends ResultPart['kind']> = Extract<ResultPart, { kind: Kind }>;

/** The result of a run: its numbers first, then the other parts in the flow's order. */
export function Result(props: ResultProps) {
  const { run, draft = {}, isOfItem } = props;
  const numbers = run.result.filter((part) => part.kind === 'number');
  const marked = run.result.filter((part) => part.kind === 'list').find(({ places }) => places);
  // A file that is shown with its marks is not shown twice.
  const others = run.result.filter(({ name }) => name !== marked?.file);
  const rest = others.filter((part) => part.kind !== 'number');
  // The size of the input, if the flow reports it: the size of a file is compared with it.
  const inputBytes = numbers.find(({ unit }) => unit === 'bytes')?.value;
  // The files that the flow made to look like a picture.
  const files = run.result.filter((part) => part.kind === 'file');
  const alike = files.filter(({ likeness }) => likeness !== undefined);
  return (
    <div className="stack flows-result">
      {numbers.length > 0 ? <Numbers {...props} parts={numbers} /> : null}
      {alike.length > 0 ? (
        <Suspense fallback={null}>
          <PictureResult
            {...props}
            files={alike}
            picture={picturesIn(draft)[0]}
            isOfItem={isOfItem}
          />
        </Suspense>
      ) : null}
      {rest.map((part) =>
        part.kind === 'file' ? (
          <ResultFile key={part.name} {...props} part={part} inputBytes={inputBytes} />
        ) : (
          <Text key={part.name} {...props} part={part} />
        ),
      )}
      {marked ? <MarkedText {...props} list={marked} /> : null}
    </div>
  );
}

function Numbers({
  parts,
  labels,
  format,
}: ResultProps & { readonly parts: readonly Part<'number'>[] }) {
  return (
    <dl className="figures">
      {parts.map((part) => (
        <div key={part.name}>
          <dt>{part.label}</dt>
          <dd>{numberText(part, labels, format)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A number of a result with its unit. */
export function numberText(
  { value, unit }: Pick<Part<'number'>, 'value' | 'unit'>,
  { units }: Pick<FlowsLabels, 'units'>,
  format: Pick<FlowFormats, 'percent' | 'size' | 'tenths'>,
): string {
  switch (unit) {
    case 'bytes':
      return format.size(value);
    case 'percent':
      return format.percent(value / 100);
    case 'words':
      return fill(value === 1 ? units.wordsOne : units.wordsMany, { number: format.tenths(value) });
    default:
      return fill(units[unit], { number: format.tenths(value) });
  }
}

/** A longer text is folded, in UTF-16 code units. */
const maxOpenLength = 4_000;

interface MarkedProps extends ResultProps {
  /** A list with places. */
  readonly list: Part<'list'>;
}

/** The text that was given, or read in a document, with the items of a list marked in it. */
function MarkedText(props: MarkedProps) {
  const { run, draft, list, labels } = props;
  const file = run.result.find(({ kind, name }) => kind === 'file' && name === list.file);
  const given = { ...run.input, ...draft }[list.field ?? ''];
  const text = typeof given === 'string' ? given : undefined;
  const length = file?.kind === 'file' ? file.bytes : text?.length;
  const [isOpen, setOpen] = useState(length !== undefined && length <= maxOpenLength);
  if (length === undefined) return null;
  return (
    <details
      className="flows-marked"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{labels.result.inText}</summary>
      {text === undefined ? null : <Marked list={list} text={text} />}
      {isOpen && file?.kind === 'file' ? <MarkedFile {...props} file={file} /> : null}
    </details>
  );
}

/** The text of a document, which the result keeps in a file. */
function MarkedFile({ run, api, list, file, labels, fileName }: MarkedProps & FileProp) {
  const fetchText = useCallback(
    async (signal: AbortSignal) => {
      const fetched = await api.file(run.id, file.name, signal);
      return fetched.ok ? settle(fetched.value.text()) : fetched;
    },
    [api, run.id, file.name],
  );
  const query = useQuery(fetchText, undefined);
  const { value: text, failure } = query;
  const { fileFailed, waiting, download, downloadOf } = labels.result;
  if (failure) {
    return <RetryAlert {...{ query, labels }} message={fileFailed} className="flows-failed" />;
  }
  if (text === undefined) return <p className="small">{waiting}</p>;
  return (
    <>
      <TextButton
        aria-label={fill(downloadOf, { name: file.label })}
        onClick={() => saveFile(new Blob([text]), `${fileName}-${file.name}`)}
      >
        {download}
      </TextButton>
      <Marked list={list} text={text} />
    </>
  );
}

interface FileProp {
  readonly file: Part<'file'>;
}

function Marked({ list, text }: Pick<MarkedProps, 'list'> & { readonly text: string }) {
  const places = (list.places ?? []).flat().toSorted((a, b) => a.start - b.start);
  return (
    <p>
      {piecesOf(text, places).map(({ start, end, isMarked }) => {
        const piece = text.slice(start, end);
        return isMarked ? <mark key={start}>{piece}</mark> : piece;
      })}
    </p>
  );
}

/** A text cut at places that do not overlap, in their order. */
export function piecesOf(text: string, places: readonly TextPlace[]) {
  const pieces: (TextPlace & { readonly isMarked: boolean })[] = [];
  let from = 0;
  for (const { start, end } of places) {
    if (start < from || end > text.length) continue;
    pieces.push({ start: from, end: start, isMarked: false }, { start, end, isMarked: true });
    from = end;
  }
  return [...pieces, { start: from, end: text.length, isMarked: false }].filter(
    ({ start, end }) => start < end,
  );
}

/** The longest item of a list that stands beside others in a line, in UTF-16 code units. */
const maxShortLength = 24;

/** A text or a list, with buttons to copy and save it. */
function Text({
  run,
  part,
  labels: { result },
  fileName,
}: ResultProps & { readonly part: Part<'text' | 'list'> }) {
  const text = part.kind === 'text' ? part.text : part.items.join('\n');
  const save = () =>
    saveFile(
      new Blob([text], { type: 'text/plain;charset=utf-8' }),
      `${fileName}-${run.flow}-${part.name}.txt`,
    );
  return (
    <div data-part={part.name}>
      <div className="row flows-words-head">
        <b>{part.label}</b>
        <CopyButton text={text} name={`${result.copy}: ${part.label}`} labels={result} />
        <TextButton aria-label={fill(result.downloadOf, { name: part.label })} onClick={save}>
          {result.download}
        </TextButton>
      </div>
      {part.kind === 'text' ? <p className="flows-text">{part.text}</p> : <Items {...part} />}
    </div>
  );
}

/**
 * The items of a list: short ones in a line, but for sentences of a text, which have places there.
 * Above the first below a heading stand the headings that not all share.
 */
function Items({
  items,
  headings = [],
  places,
}: Pick<Part<'list'>, 'items' | 'headings' | 'places'>) {
  const isShort = places === undefined && items.every(({ length }) => length <= maxShortLength);
  const [first = []] = headings;
  const own = first.findIndex((one, level) => headings.some((path) => path[level] !== one));
  const above = headings.map((path) => path.slice(own < 0 ? first.length : own).join(' › '));
  return (
    <ul className="flows-list" data-short={isShort}>
      {items.map((item, index) => (
        <li key={item}>
          {above[index] && above[index] !== above[index - 1] ? (
            <span className="small flows-above">{above[index]}</span>
          ) : null}
          {item}
        </li>
      ))}
    </ul>
  );
}
