import { lazy, Suspense } from 'react';
import type { Language } from '../../contract/language.ts';
import { Fallback } from '../shared/Fallback.tsx';
import { Guard } from '../shared/Guard.tsx';
import type { FlowsLabels } from './labels.ts';

const Workshop = lazy(() => import('./Workshop.tsx'));

export interface FlowsProps {
  readonly language: Language;
  readonly labels: FlowsLabels;
  /** The beginning of the names of files that are saved. */
  readonly fileName: string;
}

/**
 * The flows page. All but its heading is a chunk of its own, which nobody fetches who is only sent
 * on to sign in. Another user begins with another page: drafts and tokens are theirs alone.
 */
export default function Flows(props: FlowsProps) {
  const { labels } = props;
  return (
    <Guard>
      {(user) => (
        <div className="flows">
          <Fallback to={<p role="alert">{labels.partFailed}</p>}>
            <Suspense fallback={<p className="flows-loading">{labels.loading}</p>}>
              <Workshop key={user.sub} {...props} user={user} />
            </Suspense>
          </Fallback>
        </div>
      )}
    </Guard>
  );
}
