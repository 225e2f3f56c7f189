/** One part of `npm test`. */
export interface Step {
  readonly name: string;
  readonly about: string;
  /** A program of `node_modules`, by the script that starts it, and its arguments. */
  readonly command: readonly string[];
  /** Where the program writes its counts; a step without a report is one test. */
  readonly report?: string;
}

const vitest = (project: string, report: string): readonly string[] => [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--config=tests/vitest.config.ts',
  `--project=${project}`,
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
];

/** Everything that CI runs, the quick steps first. */
export const steps: readonly Step[] = [
  {
    name: 'lint',
    about: 'format and lint rules',
    command: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
  },
  {
    name: 'pages',
    about: 'types of the .astro files',
    command: ['node_modules/astro/bin/astro.mjs', 'check', '--minimumFailingSeverity=warning'],
  },
  {
    name: 'types',
    about: 'types of everything else',
    command: ['node_modules/typescript/bin/tsc', '--noEmit'],
  },
  {
    name: 'unit',
    about: 'rules and parts, and the rules of the house',
    command: vitest('unit', 'test-results/unit.json'),
    report: 'test-results/unit.json',
  },
  {
    name: 'integration',
    about: 'parts together with real servers',
    command: vitest('integration', 'test-results/integration.json'),
    report: 'test-results/integration.json',
  },
  {
    name: 'e2e',
    about: 'journeys in Chromium',
    command: ['node_modules/playwright/cli.js', 'test', '--config=tests/playwright.config.ts'],
    report: 'test-results/e2e.json',
  },
];
