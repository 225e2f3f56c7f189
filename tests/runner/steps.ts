/** One part of the tests. */
export interface Step {
  readonly name: string;
  readonly about: string;
  /** A program of `node_modules`, by the script that starts it, and its arguments. */
  readonly command: readonly string[];
  /** Where the program writes its counts; a step without a report is one test. */
  readonly report?: string;
  /** A program that has to run before it; steps that name the same one share its run. */
  readonly needs?: readonly string[];
  /** Whether it leaves the other cores idle, so that it runs at the same time as its neighbours. */
  readonly usesOneCore?: true;
  /** Whether `npm test` leaves it out. */
  readonly isLong?: true;
}

/** Vitest on some of its projects. The runner adds a shard at the end. */
const vitest = (report: string, ...projects: readonly string[]): readonly string[] => [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--config=tests/vitest.config.ts',
  ...projects.map((project) => `--project=${project}`),
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
];

/** Writes the types of the content, which pages and modules import, without rendering any page. */
const writeAstroTypes: readonly string[] = ['node_modules/astro/bin/astro.mjs', 'sync'];

/** npm, which starts the tests, on the packages of the lab. */
const npmInLab = (...args: readonly string[]): readonly string[] => [
  process.env.npm_execpath ?? 'npm',
  '--prefix=tests/lab',
  ...args,
];

/** All steps, the quick ones first. */
export const steps: readonly Step[] = [
  {
    name: 'lint',
    about: 'format and lint rules',
    command: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
    usesOneCore: true,
  },
  {
    name: 'pages',
    about: 'types of the .astro files',
    command: [
      'node_modules/astro/bin/astro.mjs',
      'check',
      '--minimumFailingSeverity=warning',
      '--noSync',
      // With the project's own file it would look at every module, as the step `types` does.
      '--tsconfig=tests/runner/pages.tsconfig.json',
    ],
    needs: writeAstroTypes,
    usesOneCore: true,
  },
  {
    name: 'types',
    about: 'types of everything else',
    // `astro check` has the other core meanwhile.
    command: ['node_modules/typescript-7/bin/tsc', '--noEmit', '--singleThreaded'],
    needs: writeAstroTypes,
    usesOneCore: true,
  },
  {
    name: 'unit',
    about: 'rules and parts, and the rules of the house',
    command: vitest('test-results/unit.json', 'unit'),
    report: 'test-results/unit.json',
  },
  {
    name: 'integration',
    about: 'parts together with real servers',
    command: vitest('test-results/integration.json', 'integration', 'programs'),
    report: 'test-results/integration.json',
  },
  {
    name: 'e2e',
    about: 'journeys in Chromium',
    command: ['node_modules/playwright/cli.js', 'test', '--config=tests/playwright.config.ts'],
    report: 'test-results/e2e.json',
  },
  {
    name: 'server',
    about: 'one server behind Caddy, beside a Postgres of its system',
    command: vitest('test-results/server.json', 'server'),
    report: 'test-results/server.json',
    isLong: true,
  },
  {
    name: 'lab',
    about: 'the lab: its lint, types and tests, planted bugs, other browsers and engines',
    command: npmInLab('run', 'all'),
    needs: npmInLab('ci'),
    isLong: true,
  },
];
