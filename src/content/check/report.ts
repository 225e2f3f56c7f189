import type { Finding } from './finding.ts';

/** So many of each severity are written out; `--json` has them all. */
const MAX_WRITTEN = 50;

/** What was found, for people: each thing with its place and what to do, errors last. */
export function reportOf(findings: readonly Finding[]): string {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const warnings = findings.filter(({ severity }) => severity === 'warning');
  return [...written(warnings, 'warning'), ...written(errors, 'error'), countsOf(findings)].join(
    '\n\n',
  );
}

/** How much was found, in a line. */
function countsOf(findings: readonly Finding[]): string {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const warnings = findings.length - errors;
  return `Content: ${amount(errors, 'error')}, ${amount(warnings, 'warning')}.`;
}

function written(findings: readonly Finding[], severity: Finding['severity']): string[] {
  const rest = findings.length - MAX_WRITTEN;
  const lines = findings.slice(0, MAX_WRITTEN).map(paragraphOf);
  if (rest <= 0) return lines;
  return [
    ...lines,
    `… and ${amount(rest, `more ${severity}`)}; npm run check:content -- --json lists all.`,
  ];
}

function paragraphOf({ severity, file, line, field, problem, fix }: Finding): string {
  const place = line === undefined ? file : `${file}:${line}`;
  return [`${severity}  ${place}${field ? `  ${field}` : ''}`, `  ${problem}`, `  ${fix}`].join(
    '\n',
  );
}

function amount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
