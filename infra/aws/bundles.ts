import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, type BuildResult, build, type Metafile, type Plugin } from 'esbuild';
import {
  type FunctionName,
  functionNames,
  functionOf,
  type Route,
} from '../../src/contract/route.ts';
import { routes } from '../../src/contract/routes.ts';
import { listeners, schedules } from '../../src/contract/schedules.ts';
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
  /**
   * The bytes that it has loaded when it answers the first call of a route, by the path of the
   * route's source; empty in a function without routes.
   */
  readonly routeBytes: ReadonlyMap<string, number>;
  /** The source files, by their paths from the project's folder. */
  readonly inputs: ReadonlySet<string>;
  /** The external packages that are installed beside it. */
  readonly packages: ReadonlySet<ExternalPackage>;
}

/** The bundles of functions, by the functions' names. */
export type Bundles = ReadonlyMap<string, Bundle>;

/** Generated sources, by the names of their bundles. */
type Sources = ReadonlyMap<string, string>;

/** The name of the file that Lambda loads from a function's package, without its ending. */
export const bundleName = 'index';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The function that runs flows; all others only name them. */
const runner = 'runs' satisfies FunctionName;

/** The program of the processes that read inputs and run flows, which lies beside that function. */
const program = 'flow-program';

/**
 * Bundles all functions as Lambda runs them. A function has minified modules, and reads its secrets
 * before it exports the handler. A function of routes loads the code of a route at its first call. The
 * function that runs flows has a program beside it, which loads the work of a flow when it first
 * runs. The same sources give the same bytes.
 */
export async function bundleFunctions(): Promise<Bundles> {
  const [ofRoutes, others] = await Promise.all([
    Promise.all(functionNames.map(async (name) => [name, await bundleInChunks(name)] as const)),
    bundleTogether(new Map([...Object.entries(support), ...handlerSources()])),
  ]);
  return new Map([...ofRoutes, ...others]);
}

/** The routes that a function answers; the last answers what no other does at its origin. */
export function routesIn(name: FunctionName): readonly Route[] {
  const all: readonly Route[] = Object.values(routes);
  const own = all.filter((route) => route.method !== 'ANY' && functionOf(route) === name);
  const fallback = all.filter(
    ({ method, audience }) => method === 'ANY' && audience === own[0]?.audience,
  );
  return [...own, ...fallback];
}

/** A module that makes one handler of routes, and names no more of them than their addresses. */
function sourceOf(name: FunctionName): string {
  const rows = routesIn(name).map(({ method, path, withoutHead, file }) => {
    const route = JSON.stringify({ method, path, withoutHead });
    const load = `async () => (await import('./functions/${file}.ts')).handler`;
    return `{ route: ${route}, load: ${load} },`;
  });
  return `import { application } from './functions/http/application.ts';
    import { lambdaHandler } from './infra/aws/runtime/lambda.ts';
    export const handler = lambdaHandler(application([${rows.join('')}]));`;
}

/** The functions of schedules and of listeners, which have one handler each. */
function handlerSources(): readonly (readonly [string, string])[] {
  return Object.entries({ ...schedules, ...listeners }).map(([name, { file }]) => [
    name,
    `export { handler } from './functions/${file}.ts';`,
  ]);
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

/** Bundles sources together, so that a shared file is read once. */
async function bundleTogether(sources: Sources): Promise<Bundles> {
  const names = [...sources.keys()];
  const entryPoints = Object.fromEntries(names.map((name) => [name, `entry:${name}`]));
  const built = await build({ ...options(sources), entryPoints });
  return new Map(names.map((name) => [name, bundleOf(built, [`${name}.mjs`])]));
}

/** Bundles a function of routes with what it loads later beside it. */
async function bundleInChunks(name: FunctionName): Promise<Bundle> {
  const isRunner = name === runner;
  const entryPoints = {
    [bundleName]: `entry:${name}`,
    ...(isRunner ? { [program]: join(root, 'functions', 'flows', `${program}.ts`) } : {}),
  };
  const sources = new Map([[name, sourceOf(name)]]);
  const loader = isRunner ? catalogue : undefined;
  const built = await build({ ...options(sources, loader), entryPoints, splitting: true });
  const entry = `${bundleName}.mjs`;
  const others = Object.keys(built.metafile.outputs).filter((output) => output !== entry);
  return bundleOf(built, [entry, ...others]);
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
    startBytes: startBytesOf(metafile, [code]),
    routeBytes: new Map(
      chunks.flatMap((name) => {
        const source = metafile.outputs[name]?.entryPoint;
        return source ? [[source, startBytesOf(metafile, [code, name])] as const] : [];
      }),
    ),
    inputs: new Set(outputs.flatMap(inputsOf)),
    packages: new Set(outputs.flatMap(packagesOf)),
  };
}

/** The bytes of outputs, and of all outputs that they import at their start. */
function startBytesOf({ outputs }: Metafile, names: readonly string[]): number {
  // A set iterates over items that the loop adds, each once.
  const loaded = new Set(names);
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
 * Leaves late imports out of a bundle, except imports of routes and of the flows that the function
 * runs. The embedded database is left out so. Node fails such an import with ERR_MODULE_NOT_FOUND.
 */
function loadedLater(loader: string | undefined): Plugin {
  return {
    name: 'loaded later',
    setup({ onResolve }) {
      onResolve({ filter: /^\./ }, ({ importer, namespace, kind, path }) => {
        const isLoaded = namespace === 'entry' || dirname(importer) === loader;
        return kind === 'dynamic-import' && !isLoaded ? { path, external: true } : undefined;
      });
    },
  };
}

function present<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new TypeError('A bundle was made without its output.');
  return value;
}
