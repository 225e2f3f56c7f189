import { useAtom } from 'jotai/react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { pageFlowsApi } from '../../client/api/page-flows-api.ts';
import { flowsAtom } from '../../client/state/atoms.ts';
import { pendingFlow } from '../../client/state/pending.ts';
import type { FlowOffer, OwnRun } from '../../contract/flows.ts';
import { type Language, localizedPath } from '../../contract/language.ts';
import type { User } from '../../contract/user.ts';
import { fill } from '../../i18n/fill.ts';
import { RetryAlert } from '../shared/buttons.tsx';
import { useFragment } from '../shared/use-fragment.ts';
import { isSettled, type Query, useQuery } from '../shared/use-query.ts';
import { FlowPanel } from './FlowPanel.tsx';
import { useStrayDrops } from './file-hooks.ts';
import { type Examples, flowFormats, type PageProps } from './formats.ts';
import { Runs } from './Runs.tsx';
import './FlowsPage.css';

/** The content of the flows page: the flows on offer, a panel for each flow, and earlier runs. */
export default function FlowsPage({
  language,
  labels,
  fileName,
  examples,
  user,
}: Pick<PageProps, 'labels' | 'fileName'> & {
  readonly language: Language;
  readonly examples: Examples;
  readonly user: User;
}) {
  const api = useMemo(() => pageFlowsApi(language), [language]);
  const format = useMemo(() => flowFormats(language, labels), [language, labels]);
  const query = useQuery(
    useCallback((signal: AbortSignal) => api.list(signal), [api]),
    undefined,
  );
  const [knownFlows, setFlows] = useAtom(flowsAtom);
  // Not by way of the atom, which is a frame later: the runs below would show and move.
  const flows = query.value ?? knownFlows;
  const chosen = useChosenFlow(flows);
  const [changes, setChanges] = useState(0);
  const [again, setAgain] = useState<OwnRun>();
  const { credits } = user.app_metadata;
  /** The credits of a user who has not run anything before. */
  const [firstCredits, setFirstCredits] = useState<number>();
  const countChange = useCallback(() => setChanges((before) => before + 1), []);
  useEffect(() => {
    if (query.value) setFlows(query.value);
  }, [query.value, setFlows]);
  useEffect(() => void pendingFlow.write(''), []);

  useStrayDrops();

  const shared = { api, labels, format, fileName };
  return (
    <>
      <header className="row flows-head">
        <div>
          <h1>{labels.title}</h1>
          <p>{labels.lead}</p>
        </div>
        <a href={localizedPath('/account/', language)} className="flows-balance text-link">
          {fill(labels.balance, { credits: format.credits(credits) })}
        </a>
      </header>
      {flows.length === 0 ? <NoFlows query={query} labels={labels} /> : null}
      <Cards {...shared} flows={flows} chosen={chosen} />
      {flows.map((flow) => (
        <FlowPanel
          {...shared}
          key={flow.id}
          flow={flow}
          user={user}
          isChosen={flow.id === chosen}
          onChange={countChange}
          again={again?.flow === flow.id ? again : undefined}
          example={firstCredits === undefined ? undefined : examples[flow.id]}
          firstCredits={firstCredits}
        />
      ))}
      {/* Fetched at the same time, and shown when nothing above can shift it any more. */}
      <div hidden={flows.length === 0 && !isSettled(query)}>
        <Runs
          {...shared}
          flows={flows}
          queryKey={changes}
          onNone={() => setFirstCredits(credits)}
          onAgain={(run) => {
            // A hidden panel takes no focus: it is shown once the address has its name.
            if (location.hash === `#${run.flow}`) return setAgain(run);
            addEventListener('hashchange', () => setAgain(run), { once: true });
            location.hash = run.flow;
          }}
        />
      </div>
    </>
  );
}

/** The flow whose id is the address's fragment, or the first one. */
function useChosenFlow(flows: readonly { readonly id: string }[]): string | undefined {
  const fragment = useFragment();
  return (flows.find(({ id }) => id === fragment) ?? flows[0])?.id;
}

/** Stands in for the flows: they are loading, they failed to load, or there are none. */
function NoFlows({
  query,
  labels,
}: Pick<PageProps, 'labels'> & { readonly query: Query<unknown> }) {
  if (query.value !== undefined) return <p className="text-soft">{labels.empty}</p>;
  if (!query.failure) return <p className="loading">{labels.loading}</p>;
  return <RetryAlert query={query} labels={labels} className="flows-failed" />;
}

/** The unit of a price: an item, or a run. */
function pricing(quoted: boolean, each: string | undefined, labels: PageProps['labels']): string {
  if (each !== undefined) return labels.perItem;
  return quoted ? labels.perRunFrom : labels.perRun;
}

/** The flows on offer with their prices; each links to its panel. */
function Cards({
  flows,
  chosen,
  labels,
  format,
}: PageProps & { readonly flows: readonly FlowOffer[]; readonly chosen: string | undefined }) {
  return (
    <nav aria-label={labels.nav}>
      <ul className="stack flows-cards">
        {flows.map(({ id, name, description, credits, quoted, example, each }) => (
          <li key={id}>
            <a href={`#${id}`} aria-current={id === chosen ? 'true' : undefined}>
              <span className="flows-card-name">{name}</span>
              <span className="flows-price">
                {fill(pricing(quoted, each, labels), { credits: format.credits(credits) })}
              </span>
              <span className="flows-card-text">{format.sentences([description, example])}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
