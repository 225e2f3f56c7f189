import { type Counts, metricNamespace } from '../../src/contract/metrics.ts';

/** Counted by their code as well, which is on the line beside them. */
const byCode: ReadonlySet<string> = new Set(['Refusals', 'Faults']);

/**
 * What makes CloudWatch take counts out of a line of log: members for the line, which has to be
 * one JSON object. Source: "Specification: Embedded metric format" in the CloudWatch user guide.
 */
export function embeddedMetrics(counts: Counts, at: Date): Readonly<Record<string, unknown>> {
  const names = Object.keys(counts);
  if (names.length === 0) return {};
  const directives = names.map((name) => ({
    Namespace: metricNamespace,
    Dimensions: byCode.has(name) ? [[], ['code']] : [[]],
    Metrics: [{ Name: name, Unit: 'Count' }],
  }));
  return { ...counts, _aws: { Timestamp: at.getTime(), CloudWatchMetrics: directives } };
}
