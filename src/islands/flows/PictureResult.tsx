import { useCallback, useState } from 'react';
import { saveFile } from '../../client/api/download.ts';
import type { ResultPart, Run } from '../../contract/flows.ts';
import { fill } from '../../i18n/fill.ts';
import { WaitingButton } from '../shared/buttons.tsx';
import { useQuery } from '../shared/use-query.ts';
import type { Picture } from './draft.ts';
import { useObjectUrl } from './file-hooks.ts';
import type { PageProps } from './formats.ts';

type FilePart = Extract<ResultPart, { kind: 'file' }>;

interface PictureResultProps extends PageProps {
  readonly run: Run;
  readonly files: readonly FilePart[];
  /** The input picture, while the page still has it. */
  readonly picture: Picture | undefined;
  /** Whether it is one of several, which are saved together. */
  readonly isOfItem: boolean | undefined;
}

/** The given picture beside the largest of its results, and all results as one file. */
export default function PictureResult(props: PictureResultProps) {
  const { files, picture } = props;
  const [largest] = files.toSorted((a, b) => (b.width ?? 0) - (a.width ?? 0) || a.bytes - b.bytes);
  return (
    <>
      {picture && largest ? <Compare {...props} before={picture} after={largest} /> : null}
      {props.isOfItem ? null : <SaveAll {...props} />}
    </>
  );
}

/** A slider over both pictures. Nothing shows where the browser cannot draw what was given. */
function Compare({
  run,
  before,
  after,
  api,
  labels: { result },
  format,
}: PictureResultProps & { readonly before: Picture; readonly after: FilePart }) {
  const fetchFile = useCallback(
    (signal: AbortSignal) => api.file(run.id, after.name, signal),
    [api, run.id, after.name],
  );
  const beforeUrl = useObjectUrl(before.file);
  const afterUrl = useObjectUrl(useQuery(fetchFile, undefined).value);
  const [unshown, setUnshown] = useState<string>();
  if (!beforeUrl || !afterUrl || unshown === beforeUrl) return null;
  const size = { width: after.width, height: after.height };
  return (
    <div className="before-after">
      <img src={afterUrl} alt={result.after} {...size} />
      <img src={beforeUrl} alt="" {...size} data-before="" onError={() => setUnshown(beforeUrl)} />
      <span data-label="">
        {result.before}
        <br />
        {format.size(before.bytes)}
      </span>
      <span data-label="after">
        {after.label}
        <br />
        {format.size(after.bytes)}
      </span>
      <span data-line="" aria-hidden="true" />
      <input
        type="range"
        defaultValue={50}
        aria-label={result.compare}
        onInput={({ currentTarget: { parentElement: frame, value } }) =>
          frame?.style.setProperty('--at', `${value}%`)
        }
      />
    </div>
  );
}

/** Fetches several files one after the other, and saves them as a ZIP. */
export function SaveAll({
  run,
  files,
  api,
  labels: { result },
  fileName,
}: Pick<PictureResultProps, 'run' | 'files' | keyof PageProps>) {
  const [isWaiting, setWaiting] = useState(false);
  const [message, setMessage] = useState<string>();
  const save = async () => {
    setWaiting(true);
    setMessage(undefined);
    try {
      const entries: { readonly name: string; readonly input: Blob }[] = [];
      for (const { name } of files) {
        const file = await api.file(run.id, name);
        if (!file.ok) return setMessage(result.fileFailed);
        entries.push({ name, input: file.value });
      }
      const { downloadZip } = await import('client-zip');
      saveFile(await downloadZip(entries).blob(), `${fileName}-${run.flow}.zip`);
    } catch {
      setMessage(result.fileFailed);
    } finally {
      setWaiting(false);
    }
  };
  if (files.length < 2) return null;
  const label = fill(result.downloadAll, { count: files.length });
  return (
    <p className="row flows-file">
      <WaitingButton className="button" isWaiting={isWaiting} onClick={() => void save()}>
        {isWaiting ? result.waiting : label}
      </WaitingButton>
      <span role="status" className="small">
        {message}
      </span>
    </p>
  );
}
