import { PUBLIC_API_BASE } from 'astro:env/client';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { ask } from '../../client/api/call.ts';
import { settle } from '../../client/api/call-result.ts';
import type { FlowsApi } from '../../client/api/flows-api.ts';
import { send } from '../../client/api/send.ts';
import { type Language, localizedPath } from '../../contract/language.ts';
import { readShared, readSharedFile } from '../../contract/shares.ts';
import { RetryAlert } from '../shared/buttons.tsx';
import { useQuery } from '../shared/use-query.ts';
import { flowFormats, type PageProps } from './formats.ts';
import { RunResult } from './RunResult.tsx';
import { isRefusedAs } from './submission.ts';
import './Flows.css';

type SharedProps = Pick<PageProps, 'labels' | 'fileName'> & { readonly language: Language };

/** The result whose token is the fragment of the address, for whoever has the link. */
export default function Shared(props: SharedProps) {
  const [token, setToken] = useState<string>();
  useEffect(() => {
    const follow = () => setToken(location.hash.slice(1));
    follow();
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  const { labels } = props;
  if (token === undefined) return <p className="loading">{labels.loading}</p>;
  return <SharedResult {...props} key={token} token={token} />;
}

function SharedResult({
  token,
  language,
  labels,
  fileName,
}: SharedProps & { readonly token: string }) {
  const other = useMemo(() => ({ origin: new URL(PUBLIC_API_BASE).origin, language }), [language]);
  const fetchShared = useCallback(
    (signal: AbortSignal) => ask(readShared, { params: { token }, other, signal }),
    [token, other],
  );
  const query = useQuery(fetchShared, undefined);
  const format = useMemo(() => flowFormats(language, labels), [language, labels]);
  const api = useMemo(() => sharedApi(token, other), [token, other]);
  const { value, failure } = query;
  if (failure) {
    return isRefusedAs(failure, 'run_not_found') ? (
      <p role="alert">{labels.share.gone}</p>
    ) : (
      <RetryAlert query={query} labels={labels} className="flows-failed" />
    );
  }
  if (!value) return <p className="loading">{labels.loading}</p>;
  const { name, ...shared } = value;
  // The parts of a page for owners, who know the run by its id.
  const run = { ...shared, id: '', status: 'succeeded', credits: 0, startedAt: '' } as const;
  return (
    <div className="stack flows">
      <header>
        <h2>{name}</h2>
        <p className="text-soft">
          {labels.share.shown}{' '}
          <a className="text-link" href={localizedPath(`/products/${value.flow}/`, language)}>
            {labels.share.make}
          </a>
        </p>
      </header>
      <div>
        <RunResult {...{ run, api, labels, format, fileName }} />
      </div>
    </div>
  );
}

/** The API as the parts of a result see it: they fetch files alone. */
function sharedApi(
  token: string,
  other: { readonly origin: string; readonly language: Language },
): FlowsApi {
  const refused = { ok: false, kind: 'unreachable' } as const;
  return {
    list: async () => refused,
    call: async () => refused,
    file: async (_run, name, signal) => {
      const sent = { params: { token, name }, other, ...(signal && { signal }) };
      const answer = await send(readSharedFile, '*/*', sent);
      return answer.ok ? settle(answer.value.blob()) : answer;
    },
  };
}
