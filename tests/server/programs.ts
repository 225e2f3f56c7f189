import { accessSync, constants, globSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where Debian keeps the programs of each version of Postgres. */
const postgresVersions = '/usr/lib/postgresql';

/**
 * The path of a program of the system.
 *
 * @param debianPackage the package that has it, where its name is another
 * @throws when it is not installed, with the command that installs it
 */
export function programOf(name: string, debianPackage = name): string {
  return pathOf(name) ?? missing(name, debianPackage);
}

/** The path of Firefox: Debian names it after its long-term releases, others do not. */
export function firefox(): string {
  return pathOf('firefox-esr') ?? pathOf('firefox') ?? missing('firefox', 'firefox-esr');
}

/** The path of the browser that WebKitWebDriver opens. It lies beside its libraries. */
export function miniBrowser(): string {
  const [found] = globSync('/usr/lib/*/webkit2gtk-4*/MiniBrowser');
  return found ?? missing('MiniBrowser', 'webkit2gtk-driver');
}

function pathOf(name: string): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isExecutable);
}

/** The folder of the newest Postgres of the system, with its server and its `pg_dump`. */
export function postgresFolder(): string {
  const [newest] = versions().toSorted((one, other) => Number(other) - Number(one));
  const folder = join(postgresVersions, newest ?? '', 'bin');
  return isExecutable(join(folder, 'postgres')) ? folder : missing('postgres', 'postgresql');
}

function versions(): readonly string[] {
  try {
    return readdirSync(postgresVersions);
  } catch {
    return [];
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function missing(program: string, debianPackage: string): never {
  throw new Error(
    `There is no ${program} here: run "apt-get update && apt-get install -y ${debianPackage}", which needs Debian or a system like it. npm test does without.`,
  );
}
