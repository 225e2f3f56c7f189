import { useAtom } from 'jotai/react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { pageFlowsApi } from '../../client/api/page-flows-api.ts';
import { flowsAtom } from '../../client/state/flows.ts';
import { endFlowTrip } from '../../client/state/pending-flow.ts';
import { localizedPath } from '../../contract/language.ts';
import type { User } from '../../contract/user.ts';
import { fill } from '../../i18n/fill.ts';
import { isSettled, useQuery } from '../shared/use-query.ts';
import { Cards } from './Cards.tsx';
import { Failed } from './Failed.tsx';
import type { FlowsProps } from './Flows.tsx';
import { flowFormats } from './formats.ts';
import { Runs } from './Runs.tsx';
import { useChosenFlow } from './use-chosen-flow.ts';
import { useStrayDrops } from './use-drop.ts';
import { Workbench } from './Workbench.tsx';

/** All of the flows page: what is on offer, a bench for each flow, and what was run before. */
export default function Workshop({
  language,
  labels,
  fileName,
  user,
}: FlowsProps & { readonly user: User }) {
  const api = useMemo(() => pageFlowsApi(language), [language]);
  const format = useMemo(() => flowFormats(language, labels), [language, labels]);
  const asked = useQuery(
    useCallback((signal: AbortSignal) => api.list(signal), [api]),
    undefined,
  );
  const [flows, setFlows] = useAtom(flowsAtom);
  const chosen = useChosenFlow(flows);
  const [changes, setChanges] = useState(0);
  const countChange = useCallback(() => setChanges((before) => before + 1), []);
  useEffect(() => {
    if (asked.value) setFlows(asked.value);
  }, [asked.value, setFlows]);
  useEffect(() => endFlowTrip(() => sessionStorage), []);

  useStrayDrops();

  const shared = { api, labels, format, fileName };
  return (
    <>
      <header className="flows-head">
        <div>
          <h1>{labels.title}</h1>
          <p>{labels.lead}</p>
        </div>
        <a href={localizedPath('/account/', language)} className="flows-balance text-link">
          {fill(labels.balance, { credits: format.credits(user.app_metadata.credits) })}
        </a>
      </header>
      {flows.length === 0 ? <Missing asked={asked} labels={labels} /> : null}
      <Cards flows={flows} chosen={chosen} labels={labels} format={format} />
      {flows.map((flow) => (
        <Workbench
          {...shared}
          key={flow.id}
          flow={flow}
          user={user}
          isChosen={flow.id === chosen}
          onChange={countChange}
        />
      ))}
      {/* Asked for at the same time, and shown when nothing above it can push it about any more. */}
      <div hidden={flows.length === 0 && !isSettled(asked)}>
        <Runs {...shared} flows={flows} since={changes} />
      </div>
    </>
  );
}

/** What stands in the place of the flows: that they come, that they don't, or that there are none. */
function Missing({
  asked,
  labels,
}: {
  readonly asked: ReturnType<typeof useQuery>;
  readonly labels: FlowsProps['labels'];
}) {
  if (asked.value !== undefined) return <p className="text-soft">{labels.empty}</p>;
  if (!asked.failure) return <p className="flows-loading">{labels.loading}</p>;
  return <Failed words={labels.partFailed} asked={asked} labels={labels} />;
}
