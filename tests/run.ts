import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readChoice, stepsOf } from './runner/choice.ts';
import { namesOf, slowestOf, timesOf, total } from './runner/counts.ts';
import { namedTests, unshown } from './runner/evidence.ts';
import { runSteps } from './runner/run-steps.ts';
import { steps } from './runner/steps.ts';
import { shareDrawn } from './support/site-copy.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const write = (text: string) => void process.stdout.write(text);

/** The exit code for arguments that make no sense. */
const EXIT_USAGE = 2;

/** The document whose claims rest on named tests. */
const standard = 'docs/asvs.md';

const help = `Runs the tests: those that a person waits for, or all of them.

  npm test                              what a change has to pass
  npm test -- unit types                these steps
  npm run test:all                      everything, as each night and before production
  npm run test:all -- --shard=1/3       a third of everything, for one of three machines
  npm run test:all -- integration       everything of these steps

${steps.map(({ name, about, isLong }) => `  ${name.padEnd(12)} ${about}${isLong ? ' (test:all)' : ''}`).join('\n')}
`;

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const choice = readChoice(args);
  if (typeof choice === 'string') {
    process.stderr.write(`${choice} See npm test -- --help.\n`);
    return EXIT_USAGE;
  }
  if (choice.isHelp) {
    write(help);
    return 0;
  }
  // Vitest and Playwright read it in their settings, and tests in their amounts.
  if (choice.isAll) process.env.TESTS = 'all';
  process.once('exit', shareDrawn());
  const startedMs = performance.now();
  const results = await runSteps(stepsOf(choice), root, write);
  const { passed, failed } = total(results);
  const all = { name: 'all', seconds: (performance.now() - startedMs) / 1_000, passed, failed };
  write(`\n${timesOf([...results, all])}\n\n${passed} passed, ${failed} failed\n`);
  const tests = results.flatMap((result) => result.tests);
  const secondTries = namesOf(tests, ({ isSecondTry }) => isSecondTry);
  if (secondTries) write(`\nPassed only at the second try:\n${secondTries}\n`);
  const slowest = slowestOf(tests);
  if (slowest) write(`\nThe tests of these files took longest:\n${slowest}\n`);
  const isWhole = choice.isAll && choice.names.length === 0 && choice.shard === undefined;
  const named = namedTests(readFileSync(`${root}${standard}`, 'utf8'));
  const faults = unshown(named, tests, isWhole);
  const failures = namesOf(tests, ({ state }) => state === 'failed');
  if (failures) write(`\nFailed:\n${failures}\n`);
  for (const fault of faults) process.stderr.write(`${standard} names as evidence: ${fault}\n`);
  return failed === 0 && faults.length === 0 ? 0 : 1;
}
