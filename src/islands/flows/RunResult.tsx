import { lazy, Suspense, useState } from 'react';
import type { ResultPart } from '../../contract/flows.ts';
import { fill } from '../../i18n/fill.ts';
import { type Picture, picturesIn } from './draft.ts';
import type { FlowFormats, FlowsLabels } from './formats.ts';
import { Result, type ResultProps } from './Result.tsx';
import type { RunState } from './use-run.ts';

const SaveAll = lazy(async () => ({ default: (await import('./PictureResult.tsx')).SaveAll }));

type RunResultProps = Omit<ResultProps, 'isOfItem'>;

/** The result of a run, and how long it is kept. */
export function RunResult(props: RunResultProps) {
  const { run, labels, format } = props;
  const isList = run.result.some(({ item }) => item !== undefined);
  return (
    <>
      {isList ? <ItemResults {...props} /> : <Result {...props} />}
      <LeftOut {...props} />
      <p className="small">{fill(labels.result.kept, { date: format.moment(run.keptUntil) })}</p>
    </>
  );
}

/** The list of the parts that the run did not read. */
function LeftOut({ run: { leftOut = [] }, labels, format }: RunResultProps) {
  if (leftOut.length === 0) return null;
  const { kinds } = labels.leftOut;
  const detailOf = (where: string, share: number) => {
    const ofIt = share > 0 && fill(labels.result.leftOutShare, { share: format.percent(share) });
    return [where, ofIt].filter(Boolean).join(' · ');
  };
  return (
    <div className="flows-left-out" data-part="left-out">
      <b>{labels.result.leftOut}</b>
      <ul className="flows-list">
        {leftOut.map(({ kind, count, where, share }) => (
          <li key={kind}>
            {count} × {kinds[kind]} <span className="small">{detailOf(where, share)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The result of a list: all its files as one, and the result of each item, by the name that it had. */
function ItemResults(props: RunResultProps) {
  const { run, draft = {} } = props;
  const items = [...new Set(run.result.flatMap(({ item }) => item ?? []))];
  const pictures = picturesIn(draft);
  const files = run.result.filter((part) => part.kind === 'file');
  return (
    <>
      <Suspense fallback={null}>
        <SaveAll {...props} files={files} />
      </Suspense>
      <ol className="flows-items">
        {items.map((item, index) => (
          <ItemResult
            {...props}
            key={item}
            item={item}
            picture={pictures[item - 1]}
            isFirst={index === 0}
          />
        ))}
      </ol>
    </>
  );
}

interface ItemProps extends RunResultProps {
  readonly item: number;
  /** The input picture, while the page still has it. */
  readonly picture: Picture | undefined;
  readonly isFirst: boolean;
}

function ItemResult({ item, picture, isFirst, ...props }: ItemProps) {
  const { run, labels, format } = props;
  const [isOpen, setOpen] = useState(isFirst);
  const parts = run.result.filter((part) => part.item === item);
  const name = picture?.name ?? run.files?.[item - 1]?.name ?? fill(labels.result.item, { item });
  const refused = parts.find((part) => part.kind === 'text' && part.code !== undefined);
  if (refused?.kind === 'text') {
    return (
      <li data-code={refused.code}>
        <b>{name}</b> <span className="small">{labels.result.givenBack}</span>
        <p>{refused.text}</p>
      </li>
    );
  }
  // Without their numbers, these are the parts of a result of one.
  const result = parts.map(({ item: _item, ...part }): ResultPart => part);
  return (
    <li>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <b>{name}</b> <span className="small">{savedText(parts, format)}</span>
        </summary>
        {isOpen ? (
          <Result {...props} run={{ ...run, result }} draft={{ picture }} isOfItem={true} />
        ) : null}
      </details>
    </li>
  );
}

/** The bytes before, and those of the largest result. */
function savedText(parts: readonly ResultPart[], { size }: FlowFormats): string {
  const before = parts.find((part) => part.kind === 'number' && part.unit === 'bytes');
  const files = parts.filter((part) => part.kind === 'file');
  const [largest] = files.toSorted((a, b) => (b.width ?? 0) - (a.width ?? 0) || a.bytes - b.bytes);
  if (before?.kind !== 'number' || !largest) return '';
  return `${size(before.value)} → ${size(largest.bytes)}`;
}

/** The state of each picture while the page sends several, or the flow works on them. */
export function ItemStates({
  state,
  labels,
}: {
  readonly state: Extract<RunState, { status: 'uploading' | 'running' }>;
  readonly labels: FlowsLabels;
}) {
  const pictures = picturesIn(state.draft);
  if (pictures.length < 2) return null;
  return (
    <ol className="flows-pictures">
      {pictures.map(({ name, bytes }, place) => {
        const kind = stateOf(state, place);
        return (
          <li key={`${name} ${bytes}`} data-state={kind}>
            <span>{name}</span>
            <span className="small">{labels.run.states[kind]}</span>
          </li>
        );
      })}
    </ol>
  );
}

function stateOf(
  state: Parameters<typeof ItemStates>[0]['state'],
  place: number,
): keyof FlowsLabels['run']['states'] {
  const isSending = state.status === 'uploading';
  const { done = 0, refused = [] } = isSending ? {} : (state.progress ?? {});
  const now = isSending ? state.file : done;
  if (refused.includes(place + 1)) return 'refused';
  if (place === now) return isSending ? 'sending' : 'working';
  if (place > now) return 'waits';
  return isSending ? 'sent' : 'done';
}
