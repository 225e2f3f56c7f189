import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { isRecounted } from '../../../src/content/check/prices.ts';
import { allLanguages } from '../../../src/contract/language.ts';
import { minorOf } from '../../../src/i18n/money.ts';
import * as present from '../../../src/site.config.ts';
import { StartError } from '../errors.ts';
import { type Answers, apiRootOf, packIds, presentAnswers } from './answers.ts';
import { allColors } from './colors.ts';
import { type ConfigValues, withValues } from './config-text.ts';
import { newCovers } from './covers.ts';
import { emblemOf, letterEmblem } from './emblem.ts';

type Files = ReadonlyMap<string, string | Uint8Array>;

const configFile = 'src/site.config.ts';
const languagesFile = 'src/languages.config.ts';
/** A project has no file of such a size that is an emblem, in bytes. */
const MAX_EMBLEM_BYTES = 1_000_000;

/**
 * Computes the project's files under other answers, by their paths in it. It writes nothing.
 * @param root the project's folder
 * @throws {StartError} when the emblem can't be used
 */
export async function adoptedFiles(root: string, answers: Answers): Promise<Files> {
  const { brand, accent, paper } = present.site.colors;
  const isSame = isDeepStrictEqual(answers.colors, { brand, accent, paper });
  // The owner may have chosen the colours that follow from the three by hand.
  const colors = isSame ? present.site.colors : allColors(answers.colors);
  const emblem = await newEmblem(answers.emblem);
  const values = configValues(answers, colors, emblem);
  const config = withValues(await readConfig(root), values);
  const known = await readFile(join(root, languagesFile), 'utf8');
  const codes = allLanguages.filter((code) => !answers.languages.includes(code));
  const hidden = new Map([['hiddenLanguages', codes]]);
  return new Map([
    [configFile, formatted(root, configFile, config)],
    [languagesFile, formatted(root, languagesFile, withValues(known, hidden))],
    ...(await packageNames(root, answers.domain)),
    ...(await newCovers(root, { colors, emblem: emblem.svg })),
  ]);
}

/** Writes all files or none: each lies beside its place before the first is put there. */
export async function writeFiles(root: string, files: Files): Promise<void> {
  const parts = Array.from(files, ([path, content]) => {
    const file = join(root, path);
    return { file, part: `${file}.${randomUUID()}.part`, content };
  });
  try {
    for (const { part, content } of parts) await writeFile(part, content);
    for (const { file, part } of parts) await rename(part, file);
  } finally {
    for (const { part } of parts) await rm(part, { force: true });
  }
}

/** A configuration of an earlier version lacks the list that the newest one has. */
async function readConfig(root: string): Promise<string> {
  const text = await readFile(join(root, configFile), 'utf8');
  const isOld = !('confirmedCurrencies' in present);
  return isOld ? `${text}\nexport const confirmedCurrencies: readonly string[] = [];\n` : text;
}

/** Why an emblem can't be used, in a sentence; nothing when it can. */
export function emblemRefusals(emblem: Answers['emblem']): Promise<readonly string[]> {
  return newEmblem(emblem).then(
    () => [],
    (error: unknown) => {
      if (error instanceof StartError) return [error.message];
      throw error;
    },
  );
}

/** The emblem that the answers name, else the present one. */
async function newEmblem(
  emblem: Answers['emblem'],
): Promise<{ readonly svg: string; readonly turns: boolean }> {
  if (!emblem || ('svg' in emblem && emblem.svg === present.emblem.svg)) return present.emblem;
  if ('svg' in emblem) {
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${emblem.svg}</svg>`;
    return { svg: await emblemOf(drawing), turns: false };
  }
  if ('letters' in emblem) return { svg: await letterEmblem(emblem.letters), turns: false };
  const path = resolve(emblem.file);
  const bytes = await stat(path).then(
    ({ size }) => size,
    () => undefined,
  );
  if (bytes === undefined) throw new StartError(`emblem: there is no file ${path}.`);
  if (bytes > MAX_EMBLEM_BYTES) throw new StartError(`emblem: ${path} is larger than 1 MB.`);
  return { svg: await emblemOf(await readFile(path, 'utf8')), turns: false };
}

function configValues(
  answers: Answers,
  colors: ReturnType<typeof allColors>,
  emblem: { readonly svg: string; readonly turns: boolean },
): ConfigValues {
  const { name, domain, mail, trial, repository, currencies, packs, packMonths } = answers;
  const ids = packIds(packs);
  const sold = packs.map(({ names, credits, prices }, index) => ({
    id: ids[index],
    names,
    amountCredits: credits,
    priceMinor: Object.fromEntries(
      currencies.map((code) => [code, minorOf(prices[code] ?? 0, code)]),
    ),
  }));
  return new Map<string, unknown>([
    ['site.name', name],
    ['site.url', `https://${domain}`],
    ...('keyPrefix' in present.site ? ([['site.keyPrefix', keyPrefixOf(domain)]] as const) : []),
    ['site.contactEmail', mail],
    ['site.colors', colors],
    ['site.trial', { credits: trial.credits, expiresAfterDays: trial.days }],
    ['site.repository', { ...repository, apiRoot: apiRootOf(repository) }],
    ['currencies', currencies],
    ['packs', sold],
    ['confirmedCurrencies', confirmedIn(answers)],
    ['packExpiresAfterMonths', packMonths],
    ...('invoices' in present ? ([['invoices', answers.invoices]] as const) : []),
    // The river of the home page belongs to our wheel, and to our product.
    ['emblem', { turns: emblem.turns && name === present.site.name, svg: emblem.svg }],
  ]);
}

/** Another domain begins its keys with its first two letters, so that scanners tell products apart. */
function keyPrefixOf(domain: string): string {
  if (domain === new URL(present.site.url).hostname) return present.site.keyPrefix;
  return domain
    .replace(/^www\./, '')
    .replaceAll(/[^\da-z]/g, '')
    .slice(0, 2);
}

/** Answers confirm prices if all change. An unchanged price may be of an earlier version. */
function confirmedIn({ currencies, packs }: Answers): readonly string[] {
  const { confirmedCurrencies: known = [] }: { confirmedCurrencies?: readonly string[] } = present;
  const before = presentAnswers().packs;
  const isTold = (code: string) =>
    packs.every(({ prices }, index) => prices[code] !== before[index]?.prices[code]);
  return currencies.filter((code) => isRecounted(code) && (known.includes(code) || isTold(code)));
}

/** The text as `npm run format` leaves it, so that `npm test` finds nothing to format. */
function formatted(root: string, file: string, text: string): string {
  const biome = join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
  const args = [biome, 'check', '--vcs-enabled=false', '--write', `--stdin-file-path=${file}`];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    input: text,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The configuration could not be formatted: ${stderr}`);
  return stdout;
}

/** The package's name in both of npm's files: the first part of the domain. */
async function packageNames(
  root: string,
  domain: string,
): Promise<readonly (readonly [string, string])[]> {
  const files = ['package.json', 'package-lock.json'] as const;
  const texts = await Promise.all(files.map((file) => readFile(join(root, file), 'utf8')));
  const { name } = z.looseObject({ name: z.string() }).parse(JSON.parse(texts[0] ?? ''));
  const line = (own: string) => `"name": ${JSON.stringify(own)}`;
  const own = domain.split('.', 1)[0] ?? domain;
  return files.map((file, at) => [file, (texts[at] ?? '').replaceAll(line(name), line(own))]);
}
