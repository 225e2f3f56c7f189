import { useState } from 'react';
import { failureWords } from '../../account/failure-words.ts';
import type { AccountLabels } from '../../account/labels.ts';
import { saveFile } from '../../account/save-file.ts';
import { download } from '../../api/download.ts';
import type { Failure } from '../../api/send.ts';

/** Fetches a file and has the browser save it; a plain link would save an error just the same. */
export function Download({
  route,
  query,
  name,
  label,
  busy,
  labels,
}: {
  readonly route: Parameters<typeof download>[0];
  readonly query?: Readonly<Record<string, string | undefined>>;
  /** The file's name. */
  readonly name: string;
  readonly label: string;
  /** What the button says while the file is fetched. */
  readonly busy: string;
  readonly labels: AccountLabels;
}) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const fetchFile = async () => {
    setBusy(true);
    setFailure(undefined);
    const outcome = await download(route, query ? { query } : {});
    setBusy(false);
    if (outcome.ok) saveFile(outcome.value, name);
    else setFailure(outcome);
  };
  return (
    <div className="account-download">
      <button
        type="button"
        className="button quiet"
        disabled={isBusy}
        onClick={() => void fetchFile()}
      >
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
