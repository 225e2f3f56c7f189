import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformSync } from 'esbuild';

/** The command that makes a folder the root of a process; `false` where none works. */
export type Isolation = readonly string[] | false;

/** The files of every sandbox: Node.js with its libraries, the bootstrap and the trusted certificate. */
export interface RuntimeImage {
  readonly folder: string;
  /** Paths from the root of a sandbox. */
  readonly files: readonly string[];
  readonly isolation: Isolation;
}

/** The paths in a sandbox, as the function's process sees them. */
export interface Sandbox {
  readonly node: string;
  readonly bootstrap: string;
  readonly task: string;
  readonly trusted: string;
  /** The URL of a module that resolves the cluster's name for a process with the machine's own root. */
  readonly resolver: string;
  readonly folder: string;
}

const paths = {
  node: '/var/runtime/node',
  bootstrap: '/var/runtime/bootstrap.mjs',
  resolver: '/var/runtime/resolver.mjs',
  trusted: '/etc/pki/stand-ins.pem',
  hosts: '/etc/hosts',
  accounts: '/etc/passwd',
  memory: '/proc/self/stat',
} as const;

/** Lambda runs functions as a user without rights; so does `chroot` for root. */
const isolations: readonly (readonly string[])[] = [
  ['chroot', '--userspec=65534:65534'],
  ['unshare', '--map-root-user', 'chroot'],
];

const projectFolder = fileURLToPath(new URL('../../../..', import.meta.url));

/**
 * Makes the files that all sandboxes share. Each sandbox has links to them.
 *
 * @param hosts addresses by host names: the sandboxes' own /etc/hosts
 */
export function buildImage(
  folder: string,
  {
    certificate,
    hosts,
  }: { readonly certificate: string; readonly hosts: Readonly<Record<string, string>> },
): RuntimeImage {
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const bootstrap = readFileSync(new URL('bootstrap.ts', import.meta.url), 'utf8');
  put(paths.bootstrap, transformSync(bootstrap, { loader: 'ts' }).code);
  put(paths.resolver, resolverOf(hosts));
  put(paths.trusted, certificate);
  const lines = Object.entries(hosts).map(([name, address]) => `${address} ${name}\n`);
  put(paths.hosts, `127.0.0.1 localhost\n${lines.join('')}`);
  // The SDK asks for the home of whoever runs it.
  put(paths.accounts, 'root:x:0:0::/tmp:/bin/false\nnobody:x:65534:65534::/tmp:/bin/false\n');
  // A process asks Linux for its memory, in pages, as the 24th field of this file (man 5 proc).
  put(paths.memory, `1 (node) S${' 25000'.repeat(49)}\n`);
  const libraries = librariesOf(process.execPath);
  for (const [from, path] of [
    [process.execPath, paths.node],
    ...libraries.map((path) => [path, path]),
  ]) {
    if (from === undefined || path === undefined) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    copyFileSync(realpathSync(from), join(folder, path));
  }
  const files = [...Object.values(paths), ...libraries];
  const works = (isolation: readonly string[]) => {
    const [command = '', ...rest] = isolation;
    return spawnSync(command, [...rest, folder, paths.node, '--version']).status === 0;
  };
  chmodSync(folder, 0o755);
  return { folder, files, isolation: isolations.find(works) ?? false };
}

/**
 * The shared libraries of a program, and those of glibc that only native packages load. Lambda's image
 * has them all. None where they cannot be told.
 */
function librariesOf(program: string): readonly string[] {
  try {
    const told = execFileSync('ldd', [program], { encoding: 'utf8' });
    const needed = [...told.matchAll(/(?:=>\s*|^\s*)(\/\S+)/gm)].map(([, path = '']) => path);
    const glibc = dirname(needed.find((path) => path.endsWith('/libc.so.6')) ?? '');
    const others = ['librt.so.1', 'libresolv.so.2'].map((name) => join(glibc, name));
    return [...needed, ...others.filter((path) => existsSync(path))];
  } catch {
    return [];
  }
}

/** A module that answers for the names of the stand-ins, in the place of a hosts file. */
function resolverOf(hosts: Readonly<Record<string, string>>): string {
  return `import dns from 'node:dns';
const hosts = new Map(Object.entries(${JSON.stringify(hosts)}));
const { lookup } = dns;
dns.lookup = (name, options, callback) => lookup(hosts.get(name) ?? name, options, callback);
`;
}

/** Lambda's image has the SDK ("Runtime-included SDK versions" in its developer guide). */
const sdk = '@aws-sdk/client-s3';

/**
 * Makes a sandbox that holds a function's code and nothing else of this project.
 *
 * @param asset the folder that is zipped for Lambda
 * @param options.hasSdk whether the function may ask for the SDK of Lambda's image
 */
export function makeSandbox(
  image: RuntimeImage,
  folder: string,
  asset: string,
  { hasSdk }: { readonly hasSdk: boolean },
): Sandbox {
  const task = join(folder, 'var/task');
  mkdirSync(join(folder, 'tmp'), { recursive: true });
  for (const path of image.files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    linkSync(join(image.folder, path), join(folder, path));
  }
  cpSync(asset, task, { recursive: true });
  const manifest = join(task, 'package.json');
  if (existsSync(manifest)) install(dependenciesOf(manifest), task);
  if (hasSdk) linkSdk(image, folder);
  chmodSync(folder, 0o755);
  const seen = (path: string) => (image.isolation ? path : join(folder, path));
  return {
    node: seen(paths.node),
    bootstrap: seen(paths.bootstrap),
    task: seen('/var/task'),
    trusted: seen(paths.trusted),
    resolver: pathToFileURL(join(folder, paths.resolver)).href,
    folder,
  };
}

/** Links the SDK, of 22 MB: a process cannot leave its sandbox to read it. */
function linkSdk({ folder: shared }: RuntimeImage, folder: string): void {
  const packages = join(shared, 'node_modules');
  if (!existsSync(packages)) install([sdk], shared);
  // Links need the `cp` of GNU.
  if (process.platform === 'linux') execFileSync('cp', ['-al', packages, folder]);
  else cpSync(packages, join(folder, 'node_modules'), { recursive: true });
}

/**
 * Puts packages and what they depend on into a folder, in the versions of this project. A deployment
 * installs those of an asset from the registry, for Lambda's processor.
 */
function install(packages: readonly string[], folder: string): void {
  // A set that grows while it is walked through: what was added comes to its turn, each once.
  const names = new Set(packages);
  for (const name of names) {
    const source = join(projectFolder, 'node_modules', name);
    if (!existsSync(source)) continue;
    cpSync(source, join(folder, 'node_modules', name), { recursive: true, dereference: true });
    for (const other of dependenciesOf(join(source, 'package.json'))) names.add(other);
  }
}

const require = createRequire(import.meta.url);

function dependenciesOf(manifest: string): readonly string[] {
  const { dependencies, optionalDependencies } = Object(require(manifest));
  return Object.keys({ ...Object(dependencies), ...Object(optionalDependencies) });
}
