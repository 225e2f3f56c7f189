import { spawnSync } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { defaultLanguage } from '../../src/contract/language.ts';
import { drawSocialCard } from '../../src/prerender/social-cards/social-card.ts';
import { site } from '../../src/site.config.ts';
import { type Answers, expected, presentAnswers, readAnswers } from './adopt/answers.ts';
import { ask } from './adopt/ask.ts';
import { adoptedFiles, emblemRefusals, writeFiles } from './adopt/files.ts';
import { type WithoutSamples, withoutSamples } from './adopt/samples.ts';
import { describeError, StartError } from './errors.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const pictureFile = '.data/adopted.png';
const EXIT_REFUSED = 1;
const noSamplesGone: WithoutSamples = { gone: [], written: new Map() };

const help = `Makes the product yours: asks for what is below, checks it, and writes ${'src/site.config.ts'},
the names of the package, and the covers of the sample posts. It may run again.

  npm run adopt                                   asks on the terminal
  npm run adopt -- --yes --file answers.json      takes the answers from a file, for scripts
  npm run adopt -- --without-samples              also removes the sample posts with their pictures and
                                                  tags, and begins a README of your own
  npm run adopt -- --answers                      prints the present answers, to begin such a file
  npm run adopt -- --picture card.png             draws only a picture of the present product

An answers file is a JSON object. What it leaves out stays as it is.

${Object.entries(expected)
  .map(([name, must]) => `  ${name.padEnd(12)}${must}`)
  .join('\n')}
`;

const remains = `What remains to write yourself:
  src/content/pages/    About, Privacy and Contact: who runs the site, and what the law asks
  src/content/blog/     the sample posts: change them, or run this with --without-samples
  README.md             what it is, in your words
docs/adopting.md says which files are yours, and how later versions come in.
Look at it with "npm start", and run "npm test".
`;

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${describeError(error)}\n`);
  return EXIT_REFUSED;
});

async function main(args: readonly string[]): Promise<number> {
  const options = optionsIn(args);
  if (options.help) {
    process.stdout.write(help);
  } else if (options.answers) {
    process.stdout.write(`${JSON.stringify(presentAnswers(), null, 2)}\n`);
  } else if (options.picture !== undefined) {
    await drawPicture(resolve(options.picture));
  } else {
    await adopt(options);
  }
  return 0;
}

/** @throws {StartError} with a sentence for each answer that can't be used; nothing is changed then */
async function adopt(options: ReturnType<typeof optionsIn>): Promise<void> {
  const answers = await answersFor(options);
  const left = options['without-samples'] ? withoutSamples(root, answers) : noSamplesGone;
  const adopted = [...(await adoptedFiles(root, answers)), ...left.written];
  await writeFiles(root, new Map(adopted.filter(([path]) => !left.gone.includes(path))));
  for (const path of left.gone) await rm(join(root, path));
  const gone = left.gone.length > 0 ? `${left.gone.length} files of samples are gone.\n` : '';
  process.stdout.write(`The product is ${answers.name}.\n${gone}${pictureLine()}${remains}`);
}

function optionsIn(args: readonly string[]) {
  const flag = { type: 'boolean', default: false } as const;
  try {
    const options = { help: flag, yes: flag, answers: flag, 'without-samples': flag } as const;
    const texts = { file: { type: 'string' }, picture: { type: 'string' } } as const;
    return parseArgs({ args: [...args], options: { ...options, ...texts } }).values;
  } catch (error) {
    throw new StartError(`${describeMisuse(error)} See npm run adopt -- --help.`);
  }
}

function describeMisuse(error: unknown): string {
  return error instanceof Error ? `${error.message.replace(/\.?$/, '.')}` : '';
}

async function answersFor({
  yes,
  file,
}: {
  readonly yes: boolean;
  readonly file?: string | undefined;
}): Promise<Answers> {
  const given: unknown = file === undefined ? {} : await readJson(file);
  const read = readAnswers(given);
  const emblem = read.ok ? read.answers.emblem : read.emblem;
  const refused = [...(read.ok ? [] : read.sentences), ...(await emblemRefusals(emblem))];
  if (!read.ok || refused.length > 0) {
    throw new StartError([...refused, 'Nothing was changed.'].join('\n'));
  }
  if (yes) return read.answers;
  if (process.stdin.isTTY)
    return ask(read.answers, { input: process.stdin, output: process.stdout });
  throw new StartError('There is no terminal to ask on: add --yes --file answers.json.');
}

async function readJson(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new StartError(`There is no file ${resolve(file)} that can be read.`);
  });
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new StartError(`${file} is not JSON: ${error instanceof Error ? error.message : ''}.`);
  }
}

/** In a process of its own, because this one has the former configuration. */
function pictureLine(): string {
  const args = [fileURLToPath(import.meta.url), '--picture', pictureFile];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  if (status !== 0)
    throw new StartError(`Everything is written, but its picture failed: ${stderr}`);
  return `A picture of it, its social card, which needs no browser: ${resolve(root, pictureFile)}\n`;
}

async function drawPicture(file: string): Promise<void> {
  const { name, contactEmail: subtitle } = site;
  const drawn = await drawSocialCard({
    title: name,
    subtitle,
    language: defaultLanguage,
    theme: 'dark',
  });
  if (!drawn.ok) throw new StartError(`The card can't be drawn: ${drawn.code}.`);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, drawn.png);
}
