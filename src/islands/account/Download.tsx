import { useState } from 'react';
import type { CallResult, Failure } from '../../client/api/outcome.ts';
import { failureWords } from '../../client/failure-words.ts';
import { saveFile } from '../../client/save-file.ts';
import type { AccountLabels } from './labels.ts';

/** Fetches a file and has the browser save it; a plain link would save an error just the same. */
export function Download({
  fetchFile,
  name,
  label,
  busy,
  labels,
}: {
  readonly fetchFile: () => Promise<CallResult<Blob>>;
  /** The file's name. */
  readonly name: string;
  readonly label: string;
  /** What the button says while the file is fetched. */
  readonly busy: string;
  readonly labels: AccountLabels;
}) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const save = async () => {
    setBusy(true);
    setFailure(undefined);
    const outcome = await fetchFile();
    setBusy(false);
    if (outcome.ok) saveFile(outcome.value, name);
    else setFailure(outcome);
  };
  return (
    <div className="account-download">
      <button type="button" className="button quiet" disabled={isBusy} onClick={() => void save()}>
        {isBusy ? busy : label}
      </button>
      {failure ? (
        <p role="alert" className="account-failed">
          {failureWords(failure, labels)}
        </p>
      ) : null}
    </div>
  );
}
