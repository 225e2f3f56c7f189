import { download } from '../../client/api/download.ts';
import { exportUser } from '../../contract/export.ts';
import { Download } from './Download.tsx';
import type { AccountLabels } from './labels.ts';
import { Part } from './Part.tsx';

/** Everything that is held about the user, to take along. */
export function Export({
  id,
  labels,
  fileName,
}: {
  readonly id: string;
  readonly labels: AccountLabels;
  readonly fileName: string;
}) {
  return (
    <Part id={id} title={labels.export.title}>
      <p className="account-text">{labels.export.lead}</p>
      <Download
        fetchFile={() => download(exportUser, {})}
        name={`${fileName}-account.json`}
        label={labels.export.download}
        busy={labels.export.busy}
        labels={labels}
      />
    </Part>
  );
}
