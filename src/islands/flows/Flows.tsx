import { lazy, Suspense } from 'react';
import type { Language } from '../../contract/language.ts';
import { ErrorBoundary } from '../shared/ErrorBoundary.tsx';
import { Guard, SessionFailed } from '../shared/Guard.tsx';
import type { Examples, PageProps } from './formats.ts';
import './Flows.css';

const FlowsPage = lazy(() => import('./FlowsPage.tsx'));

/** The flows page. Its content is a chunk that visitors who must sign in don't fetch. */
export default function Flows(
  props: Pick<PageProps, 'labels' | 'fileName'> & {
    readonly language: Language;
    readonly examples: Examples;
  },
) {
  const { labels } = props;
  return (
    <Guard onError={<SessionFailed labels={labels} className="stack flows" />}>
      {(user) => (
        <div className="stack flows">
          <ErrorBoundary fallback={<p role="alert">{labels.partFailed}</p>}>
            <Suspense fallback={<p className="loading">{labels.loading}</p>}>
              <FlowsPage {...props} user={user} />
            </Suspense>
          </ErrorBoundary>
        </div>
      )}
    </Guard>
  );
}
