import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { inlineScripts } from '../src/prerender/pages/integration.ts';
import { isAll } from './runner/tier.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Rules and parts are tested in languages of the tests, whichever ones the adopter adds or hides. */
const ownLanguages: Plugin = {
  name: 'tests:own-languages',
  enforce: 'pre',
  load: {
    filter: { id: /\/src\/(?:languages\.config|i18n\/own-languages)\.ts$/ },
    handler: (id) => readFileSync(`${root}tests/site${id.slice(id.lastIndexOf('/src/'))}`, 'utf8'),
  },
};

/**
 * Vitest begins with the largest files. These take longer than their size says: at the end, one of them
 * would run alone. No other site is built beside the first one, so the others find what it has drawn.
 */
const longest = [
  'site/real-site.test.ts',
  'site/changed-site.test.ts',
  'local/ledger-killed.long.test.ts',
  'postgres/killed.long.test.ts',
  'site/reused-pages.long.test.ts',
  'aws/deployment.long.test.ts',
  'local/start.long.test.ts',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = longest.findIndex((name) => moduleId.endsWith(name));
      return place === -1 ? longest.length : place;
    };
    const bySize = await super.sort(files);
    return bySize.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

/** Files of these projects share a process, in which the product works: loading its packages takes seconds. */
const inOneProcess = 'journeys|local|postgres|security|smoke';

/** These build sites or count their own child processes, so each has a process of its own. */
const apart = ['adopt', 'dev-loop', 'flow-processes', 'start'].map(
  (name) => `tests/integration/local/${name}.long.test.ts`,
);

/** `npm test` leaves out the files whose tests take long; `npm run test:all` has every file. */
const longFiles = isAll() ? [] : ['**/*.long.test.ts'];

const withServers = {
  globalSetup: ['tests/support/shared-databases.ts'],
  testTimeout: 60_000,
  hookTimeout: 60_000,
};

/** Projects, so that the rules answer in seconds and the servers start only when they are needed. */
export default defineConfig({
  root,
  test: {
    // Vitest leaves one processor free otherwise, which on a machine with two is half of it.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    // A test that asserts nothing shows nothing, so it fails.
    expect: { requireAssertions: true },
    projects: [
      {
        root,
        plugins: [inlineScripts, ownLanguages],
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}', 'tests/tidy/**/*.test.ts'],
          exclude: longFiles,
          // A busy machine takes ten times as long.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // Loading the modules again for every file took more than half of the tests' time. So no
          // file may leave anything behind: these three are undone after every test.
          isolate: false,
          restoreMocks: true,
          // The package's modules import JSON without saying so, which only a bundler accepts.
          server: { deps: { inline: [/@actions\//] } },
          unstubEnvs: true,
          unstubGlobals: true,
        },
      },
      {
        root,
        plugins: [inlineScripts, ownLanguages],
        test: {
          name: 'integration',
          include: [`tests/integration/@(${inOneProcess})/**/*.test.ts`],
          exclude: [...apart, ...longFiles],
          ...withServers,
          isolate: false,
          setupFiles: ['tests/support/fresh-start.ts'],
        },
      },
      {
        root,
        plugins: [inlineScripts, ownLanguages],
        // Builds sites and starts programs.
        test: {
          name: 'programs',
          include: [`tests/integration/!(${inOneProcess})/**/*.test.ts`, ...apart],
          exclude: longFiles,
          ...withServers,
        },
      },
      {
        root,
        // Runs the programs of a Debian server, which `npm test` does without.
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
