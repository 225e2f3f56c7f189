import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, type BuildResult, build, type Metafile, type Plugin } from 'esbuild';
import { quoteRun, startRun } from '../../src/contract/flows.ts';
import { builtinModules } from './builtin-modules.ts';
import { type ExternalPackage, externalPackageOf, externalPackages } from './external-packages.ts';

/** The code of one Lambda function. */
export interface Bundle {
  readonly code: Uint8Array;
  /** The files beside it that it loads at its start or later, by their names. */
  readonly chunks: ReadonlyMap<string, Uint8Array>;
  /**
   * The bytes that Node compiles at every start: the code, and the chunks that it loads at once.
   */
  readonly startBytes: number;
  /** The source files, by their paths from the project's folder. */
  readonly inputs: ReadonlySet<string>;
  /** The external packages that are installed beside it. */
  readonly packages: ReadonlySet<ExternalPackage>;
}

type Bundles = ReadonlyMap<string, Bundle>;

/** Generated sources, by the names of their bundles. */
type Sources = ReadonlyMap<string, string>;

/** The name of the file that Lambda loads from a function's package, without its ending. */
export const bundleName = 'index';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The handler that runs flows; all others only name them. */
const runner: string = startRun.file;

/** The handlers that give inputs to a process of their own. */
const parents: readonly string[] = [runner, quoteRun.file];

/** The program of that process, which lies beside their code. */
const program = 'flow-program';

/**
 * Bundles handlers as Lambda runs them: one minified module each, which reads its secrets before it
 * exports the handler. The handlers of runs have a program beside them, in which inputs are read.
 * The handler that runs flows also has each flow's work in a chunk, which the program loads when
 * the flow first runs. The same sources give the same bytes.
 * @param files the handlers' files under `functions/`, without their endings
 */
export async function bundleHandlers(files: readonly string[]): Promise<Bundles> {
  const [most, ofRuns] = await Promise.all([
    bundle(sourcesOf(files.filter((file) => !parents.includes(file)))),
    bundleInChunks(sourcesOf(files.filter((file) => parents.includes(file)))),
  ]);
  return new Map([...most, ...ofRuns]);
}

function sourcesOf(files: readonly string[]): Sources {
  const exported = (file: string) => `export { handler } from './functions/${file}.ts';`;
  return new Map(files.map((file) => [file, exported(file)]));
}

/** Bundles the functions that belong to no route and no schedule. */
export function bundleSupport(): Promise<Bundles> {
  return bundle(new Map(Object.entries(support)));
}

const support = {
  checkOrigin: `import { checkOrigin } from './infra/aws/runtime/check-origin.ts';
    export const handler = checkOrigin(process.env);`,
  prepareDatabase: `import { prepareCluster } from './functions/adapters/postgres/schema/prepare-cluster.ts';
    import { processAwsCredentials } from './functions/env.ts';
    import { customResource } from './infra/aws/runtime/custom-resource.ts';
    export const handler = customResource(
      (properties) => prepareCluster(properties, processAwsCredentials()),
      { fetch, report: console.error },
    );`,
} as const;

export type SupportName = keyof typeof support;

/** Bundles sources together, so that a shared file is read once. */
async function bundle(sources: Sources): Promise<Bundles> {
  const names = [...sources.keys()];
  const entryPoints = Object.fromEntries(names.map((name) => [name, `entry:${name}`]));
  const built = await build({ ...options(sources), entryPoints });
  return new Map(names.map((name) => [name, bundleOf(built, [`${name}.mjs`])]));
}

/** Bundles each source by itself, with the program of flows and their `import()`s beside it. */
async function bundleInChunks(sources: Sources): Promise<Bundles> {
  const bundles = [...sources.keys()].map(async (name) => {
    const entryPoints = {
      [bundleName]: `entry:${name}`,
      [program]: join(root, 'functions', 'flows', `${program}.ts`),
    };
    const loader = name === runner ? catalogue : undefined;
    const built = await build({ ...options(sources, loader), entryPoints, splitting: true });
    const entry = `${bundleName}.mjs`;
    const others = Object.keys(built.metafile.outputs).filter((output) => output !== entry);
    return [name, bundleOf(built, [entry, ...others])] as const;
  });
  return new Map(await Promise.all(bundles));
}

/** The folder from which flows load their work. */
const catalogue = join(root, 'functions', 'flows', 'catalog');

/** @param loader the folder whose files may load code later; other late imports are left out */
function options(sources: Sources, loader?: string) {
  return {
    absWorkingDir: root,
    outdir: root,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    // Chinese characters take half the bytes of their escapes.
    charset: 'utf8',
    mainFields: ['module', 'main'],
    legalComments: 'none',
    // Lambda brings its own copy of the SDK, which no function loads at its start.
    external: [
      '@aws-sdk/*',
      // The driver loads this second client only where the package pg-native is installed.
      './native',
      ...externalPackages.flatMap((name) => [name, `${name}/*`]),
    ],
    plugins: [entries(sources), builtinModules(), loadedLater(loader)],
    metafile: true,
    write: false,
    logLevel: 'silent',
  } satisfies BuildOptions;
}

type Built = BuildResult<ReturnType<typeof options>>;
type Output = Metafile['outputs'][string];

/** @param names the outputs of the bundle, the code first */
function bundleOf({ outputFiles, metafile }: Built, names: readonly string[]): Bundle {
  const contents = new Map(outputFiles.map((file) => [relative(root, file.path), file.contents]));
  const outputs = names.map((name) => present(metafile.outputs[name]));
  const [code = '', ...chunks] = names;
  return {
    code: present(contents.get(code)),
    chunks: new Map(chunks.map((name) => [name, present(contents.get(name))])),
    startBytes: startBytesOf(metafile, code),
    inputs: new Set(outputs.flatMap(inputsOf)),
    packages: new Set(outputs.flatMap(packagesOf)),
  };
}

/** The bytes of an output, and of all outputs that it imports at its start. */
function startBytesOf({ outputs }: Metafile, code: string): number {
  // A set iterates over items that the loop adds, each once.
  const loaded = new Set([code]);
  for (const name of loaded) {
    for (const { kind, path, external } of present(outputs[name]).imports) {
      if (kind === 'import-statement' && !external) loaded.add(path);
    }
  }
  return [...loaded].reduce((sum, name) => sum + present(outputs[name]).bytes, 0);
}

/** Only inputs with bytes in the bundle: esbuild also lists files that it read and dropped. */
function inputsOf({ inputs }: Output): readonly string[] {
  return Object.entries(inputs).flatMap(([path, { bytesInOutput }]) =>
    bytesInOutput > 0 ? [path] : [],
  );
}

function packagesOf({ imports }: Output): readonly ExternalPackage[] {
  return imports.flatMap(({ path }) => externalPackageOf(path) ?? []);
}

/**
 * The function reads its secrets while Lambda starts the process, so that no call waits for them.
 */
const boot = `import { setTimeout as wait } from 'node:timers/promises';
import { readSecrets } from './infra/aws/runtime/read-secrets.ts';
await readSecrets(process.env, { fetch, now: () => new Date(), wait });`;

function entries(sources: Sources): Plugin {
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

/**
 * Removes the late imports of our code: the embedded database, and the work of flows in functions
 * that only list them. Such an import would fail with Node's ERR_MODULE_NOT_FOUND.
 */
function loadedLater(loader: string | undefined): Plugin {
  return {
    name: 'loaded later',
    setup({ onResolve }) {
      onResolve({ filter: /^\./ }, ({ importer, kind, path }) =>
        kind === 'dynamic-import' && dirname(importer) !== loader
          ? { path, external: true }
          : undefined,
      );
    },
  };
}

function present<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new TypeError('A bundle was made without its output.');
  return value;
}
