import type { FlowOffer } from '../../contract/flows.ts';
import { fill } from '../../i18n/fill.ts';
import type { FlowFormats } from './formats.ts';
import type { FlowsLabels } from './labels.ts';

/** The flows on offer with their prices; each leads to its bench. */
export function Cards({
  flows,
  chosen,
  labels,
  format,
}: {
  readonly flows: readonly FlowOffer[];
  readonly chosen: string | undefined;
  readonly labels: FlowsLabels;
  readonly format: FlowFormats;
}) {
  return (
    <nav aria-label={labels.nav}>
      <ul className="flows-cards">
        {flows.map(({ id, name, description, credits, quoted }) => (
          <li key={id}>
            <a href={`#${id}`} aria-current={id === chosen ? 'true' : undefined}>
              <span className="flows-card-name">{name}</span>
              <span className="flows-price">
                {fill(quoted ? labels.perRunFrom : labels.perRun, {
                  credits: format.credits(credits),
                })}
              </span>
              <span className="flows-card-text">{description}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
