import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Metafile, type Plugin } from 'esbuild';
import { type KeptPackage, keptPackageOf, keptPackages } from './kept-packages.ts';
import { type LeftOut, leftOut } from './left-out.ts';

/** What one Lambda function runs. */
export interface Bundle {
  readonly code: Uint8Array;
  /** The files that it was made of, by their paths from the project's folder. */
  readonly inputs: ReadonlySet<string>;
  /** The packages that stay beside it, because they cannot become a part of it. */
  readonly packages: ReadonlySet<KeptPackage>;
}

/** The name of the one file in a function's package, without its ending. */
export const bundleName = 'index';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** CommonJS packages ask for Node's modules by `require`, which a module does not have. */
const banner = `import { createRequire } from 'node:module';const require = createRequire(import.meta.url);`;

/**
 * Bundles handlers as Lambda runs them: one minified module each, that reads its secrets before it
 * exports the handler. The same sources give the same bytes.
 *
 * @param files the handlers' files under `functions/`, without their endings
 */
export function bundleHandlers(files: readonly string[]): Promise<ReadonlyMap<string, Bundle>> {
  const exported = files.map((file) => `export { handler } from './functions/${file}.ts';`);
  return bundle(new Map(files.map((file, index) => [file, exported[index] ?? ''])), leftOut);
}

/** The functions that no route and no schedule has: what keeps the others safe and up to date. */
export async function bundleSupport(): Promise<ReadonlyMap<SupportName, Bundle>> {
  const { checkOrigin, prepareDatabase } = support;
  const [guards, migrations] = await Promise.all([
    bundle(new Map([['checkOrigin', checkOrigin]]), leftOut),
    bundle(
      new Map([['prepareDatabase', prepareDatabase]]),
      leftOut.filter(({ migrationsNeedIt }) => !migrationsNeedIt),
    ),
  ]);
  return new Map([
    ['checkOrigin', present(guards.get('checkOrigin'))],
    ['prepareDatabase', present(migrations.get('prepareDatabase'))],
  ]);
}

const support = {
  checkOrigin: `import { checkOrigin } from './infra/aws/runtime/check-origin.ts';
    export const handler = checkOrigin(process.env);`,
  prepareDatabase: `import { prepareCluster } from './functions/adapters/postgres/prepare-cluster.ts';
    import { processAwsCredentials } from './functions/env.ts';
    import { customResource } from './infra/aws/runtime/custom-resource.ts';
    export const handler = customResource(
      (properties) => prepareCluster(properties, processAwsCredentials()),
      { fetch, report: console.error },
    );`,
} as const;

export type SupportName = keyof typeof support;

/** Bundles sources that nobody wrote into a file, all in one go: what they share is read once. */
async function bundle(
  sources: ReadonlyMap<string, string>,
  without: readonly LeftOut[],
): Promise<ReadonlyMap<string, Bundle>> {
  const { outputFiles, metafile } = await build({
    entryPoints: Object.fromEntries([...sources.keys()].map((name) => [name, `entry:${name}`])),
    absWorkingDir: root,
    outdir: root,
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    mainFields: ['module', 'main'],
    legalComments: 'none',
    banner: { js: banner },
    // Lambda brings its own copy of the SDK, which nothing loads before it is needed.
    external: ['@aws-sdk/*', ...keptPackages.flatMap((name) => [name, `${name}/*`])],
    plugins: [entries(sources), lean(without)],
    metafile: true,
    write: false,
    logLevel: 'silent',
  });
  return new Map(
    outputFiles.map(({ path, contents }) => {
      const name = relative(root, path).replace(/\.js$/, '');
      const output = present(metafile.outputs[`${name}.js`]);
      return [name, { code: contents, inputs: inputsOf(output), packages: packagesOf(output) }];
    }),
  );
}

/** Secrets are read while Lambda starts the process, so that no call waits for them. */
const boot = `import { setTimeout as wait } from 'node:timers/promises';
import { readSecrets } from './infra/aws/runtime/read-secrets.ts';
await readSecrets(process.env, { fetch, now: () => new Date(), wait });`;

type Output = Metafile['outputs'][string];

/** Only what has bytes in the bundle: esbuild lists what it looked at and threw away as well. */
function inputsOf(output: Output): ReadonlySet<string> {
  const inputs = Object.entries(output.inputs);
  return new Set(inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => path));
}

function packagesOf({ imports }: Output): ReadonlySet<KeptPackage> {
  return new Set(imports.flatMap(({ path }) => keptPackageOf(path) ?? []));
}

function entries(sources: ReadonlyMap<string, string>): Plugin {
  return {
    name: 'entries',
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^entry:/ }, ({ path }) => ({
        path: path.slice('entry:'.length),
        namespace: 'entry',
      }));
      onLoad({ filter: /./, namespace: 'entry' }, ({ path }) => ({
        contents: `${boot}\n${sources.get(path)}`,
        resolveDir: root,
        loader: 'ts',
      }));
    },
  };
}

function lean(without: readonly LeftOut[]): Plugin {
  return {
    name: 'lean packages',
    setup({ onLoad, onResolve }) {
      for (const { files, but, replace } of without) {
        onLoad({ filter: files }, async ({ path }) => {
          if (but?.test(path)) return undefined;
          return { contents: replace(await readFile(path, 'utf8')), loader: 'js' };
        });
      }
      onResolve({ filter: /^pg-native$/ }, ({ path }) => ({ path, external: true }));
    },
  };
}

function present<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new TypeError('A bundle was made without its output.');
  return value;
}
