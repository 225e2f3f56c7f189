import { useState } from 'react';
import { flowLeft } from '../../client/state/pending-flow.ts';
import { type Language, localizedPath } from '../../contract/language.ts';
import { fill } from '../../i18n/fill.ts';
import type { AccountLabels, Names } from './labels.ts';

/** The way back to the flow that somebody left because there were too few credits for it. */
export function FlowReturn({
  labels,
  names,
  language,
}: {
  readonly labels: AccountLabels;
  readonly names: Names;
  readonly language: Language;
}) {
  const [flow] = useState(() => flowLeft(() => sessionStorage));
  if (flow === undefined) return null;
  const name = Object.entries(names.flows).find(([id]) => id === flow)?.[1] ?? flow;
  return (
    <p className="account-more">
      <a href={localizedPath(`/flows/#${flow}`, language)} className="button quiet">
        {fill(labels.packs.backToFlow, { flow: name })}
      </a>
    </p>
  );
}
