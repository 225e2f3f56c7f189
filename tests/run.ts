import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { namesOf, slowestOf, timesOf, total } from './runner/counts.ts';
import { namedTests, unshown } from './runner/evidence.ts';
import { runSteps } from './runner/run-steps.ts';
import { steps } from './runner/steps.ts';
import { shareDrawn } from './support/site-copy.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const write = (text: string) => void process.stdout.write(text);

/** The document whose claims rest on named tests. */
const standard = 'docs/asvs.md';

const help = `Runs everything that CI runs, or only the steps that are named.

  npm test                  all steps, in this order
  npm test -- unit types    these steps

${steps.map(({ name, about }) => `  ${name.padEnd(12)} ${about}`).join('\n')}
`;

process.exitCode = await main(process.argv.slice(2));

async function main(names: readonly string[]): Promise<number> {
  if (names.includes('--help')) {
    write(help);
    return 0;
  }
  const unknown = names.find((name) => steps.every((step) => step.name !== name));
  if (unknown !== undefined) {
    process.stderr.write(`There is no step ${unknown}: see npm test -- --help.\n`);
    return 1;
  }
  const chosen = steps.filter((step) => names.length === 0 || names.includes(step.name));
  process.once('exit', shareDrawn());
  const startedMs = performance.now();
  const results = await runSteps(chosen, root, write);
  const { passed, failed } = total(results);
  const all = { name: 'all', seconds: (performance.now() - startedMs) / 1_000, passed, failed };
  write(`\n${timesOf([...results, all])}\n\n${passed} passed, ${failed} failed\n`);
  const tests = results.flatMap((result) => result.tests);
  const secondTries = namesOf(tests, ({ isSecondTry }) => isSecondTry);
  if (secondTries) write(`\nPassed only at the second try:\n${secondTries}\n`);
  const slowest = slowestOf(tests);
  if (slowest) write(`\nThe tests of these files took longest:\n${slowest}\n`);
  const named = namedTests(readFileSync(`${root}${standard}`, 'utf8'));
  const faults = unshown(named, tests, chosen.length === steps.length);
  const failures = namesOf(tests, ({ state }) => state === 'failed');
  if (failures) write(`\nFailed:\n${failures}\n`);
  for (const fault of faults) process.stderr.write(`${standard} names as evidence: ${fault}\n`);
  return failed === 0 && faults.length === 0 ? 0 : 1;
}
