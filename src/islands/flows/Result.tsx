import { useState } from 'react';
import type { FlowsApi } from '../../client/api/flows-api.ts';
import { saveFile } from '../../client/save-file.ts';
import type { ResultPart, Run } from '../../contract/flows.ts';
import { fill } from '../../i18n/fill.ts';
import type { FlowFormats } from './formats.ts';
import type { FlowsLabels } from './labels.ts';
import { numberWords } from './number-words.ts';
import { ResultFile } from './ResultFile.tsx';

export interface ResultProps {
  readonly run: Run;
  readonly api: FlowsApi;
  readonly labels: FlowsLabels;
  readonly format: FlowFormats;
  readonly fileName: string;
}

type Part<Kind extends ResultPart['kind']> = Extract<ResultPart, { kind: Kind }>;

/** All that a run has made, in the flow's own order; numbers first, as they say how it went. */
export function Result(props: ResultProps) {
  const { run, labels, format } = props;
  const numbers = run.result.filter((part) => part.kind === 'number');
  const rest = run.result.filter((part) => part.kind !== 'number');
  // What came in, if the flow says how large it was: files that came out are compared with it.
  const before = numbers.find(({ unit }) => unit === 'bytes')?.value;
  return (
    <div className="flows-result">
      {numbers.length > 0 ? <Numbers {...props} parts={numbers} /> : null}
      {rest.map((part) =>
        part.kind === 'file' ? (
          <ResultFile key={part.name} {...props} part={part} before={before} />
        ) : (
          <Words key={part.name} {...props} part={part} />
        ),
      )}
      <p className="flows-small">
        {fill(labels.result.kept, { date: format.moment(run.keptUntil) })}
      </p>
    </div>
  );
}

function Numbers({
  parts,
  labels,
  format,
}: ResultProps & { readonly parts: readonly Part<'number'>[] }) {
  return (
    <dl className="flows-numbers">
      {parts.map((part) => (
        <div key={part.name}>
          <dt>{part.label}</dt>
          <dd>{numberWords(part, labels, format)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Whether an item is a phrase, of which several stand in a row. */
function isShort(item: string): boolean {
  return item.length <= maxPhraseLength;
}

/** The longest phrase, in UTF-16 code units. */
const maxPhraseLength = 24;

/** A text or a list, to be read, copied and taken along. */
function Words({
  run,
  part,
  labels: { result },
  fileName,
}: ResultProps & { readonly part: Part<'text' | 'list'> }) {
  const [said, setSaid] = useState<string>();
  const text = part.kind === 'text' ? part.text : part.items.join('\n');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid(result.copied);
    } catch {
      // It is refused, or not there at all, as at an address without https.
      setSaid(result.copyFailed);
    }
  };
  const save = () =>
    saveFile(
      new Blob([text], { type: 'text/plain;charset=utf-8' }),
      `${fileName}-${run.flow}-${part.name}.txt`,
    );
  const named = (words: string) => `${words}: ${part.label}`;
  return (
    <div className="flows-words">
      <div className="flows-words-head">
        <b>{part.label}</b>
        <button
          type="button"
          className="text-link"
          aria-label={named(result.copy)}
          onClick={() => void copy()}
        >
          {result.copy}
        </button>
        <button
          type="button"
          className="text-link"
          aria-label={fill(result.downloadOf, { name: part.label })}
          onClick={save}
        >
          {result.download}
        </button>
        <span role="status" className="flows-small">
          {said}
        </span>
      </div>
      {part.kind === 'text' ? (
        <p className="flows-text">{part.text}</p>
      ) : (
        <ul className="flows-list" data-short={part.items.every(isShort)}>
          {part.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
