import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Counts, countsOfProgram, countsOfReport, total } from './runner/counts.ts';
import { type Step, steps } from './runner/steps.ts';

/** A step that takes longer hangs. */
const STEP_TIMEOUT_MS = 15 * 60_000;

const root = fileURLToPath(new URL('..', import.meta.url));
const say = (line: string) => void process.stdout.write(`${line}\n`);

const help = `Runs everything that CI runs, or only the steps that are named.

  npm test                  all steps, in this order
  npm test -- unit types    these steps

${steps.map(({ name, about }) => `  ${name.padEnd(12)} ${about}`).join('\n')}
`;

process.exitCode = await main(process.argv.slice(2));

async function main(names: readonly string[]): Promise<number> {
  if (names.includes('--help')) {
    say(help);
    return 0;
  }
  const unknown = names.find((name) => steps.every((step) => step.name !== name));
  if (unknown !== undefined) {
    process.stderr.write(`There is no step ${unknown}: see npm test -- --help.\n`);
    return 1;
  }
  const chosen = steps.filter((step) => names.length === 0 || names.includes(step.name));
  const counts: Counts[] = [];
  for (const step of chosen) {
    counts.push(await run(step));
  }
  const { passed, failed } = total(counts);
  say(`\n${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

async function run(step: Step): Promise<Counts> {
  say(`\n── ${step.name}: ${step.about}`);
  const report = step.report && join(root, step.report);
  // The counts of an earlier run must not stand in for those of a step that fails before it counts.
  if (report) rmSync(report, { force: true });
  const child = spawn(process.execPath, step.command, {
    cwd: root,
    env: {
      ...process.env,
      ASTRO_TELEMETRY_DISABLED: '1',
      ...(report ? { PLAYWRIGHT_JSON_OUTPUT_FILE: report } : {}),
    },
    stdio: 'inherit',
    timeout: STEP_TIMEOUT_MS,
  });
  const [code] = await once(child, 'close');
  const exitCode = typeof code === 'number' ? code : 1;
  return report ? countsOfReport(readReport(report), exitCode) : countsOfProgram(exitCode);
}

function readReport(path: string): unknown {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}
