import { createInterface } from 'node:readline/promises';
import { allLanguages, type Language } from '../../../src/contract/language.ts';
import { languageName } from '../../../src/contract/language-records.ts';
import { StartError } from '../errors.ts';
import { type Answers, readAnswers } from './answers.ts';
import { weakColors } from './colors.ts';

/** A question on the terminal; `read` puts the line that was typed into the answers. */
interface Question {
  readonly text: string;
  readonly present: (answers: Answers) => string;
  readonly read: (line: string, answers: Answers) => unknown;
}

const words = (line: string) => line.split(/[\s,]+/).filter((word) => word !== '');

function plain<Name extends 'name' | 'domain' | 'mail'>(name: Name, text: string): Question {
  return { text, present: (answers) => answers[name], read: (line) => ({ [name]: line }) };
}

function color(name: 'brand' | 'accent' | 'paper', text: string): Question {
  return {
    text,
    present: ({ colors }) => colors[name],
    read: (line, { colors }) => ({ colors: { ...colors, [name]: line } }),
  };
}

function packNames(language: Language): Question {
  return {
    text: `Names of the packs in ${languageName(language)}, with commas`,
    present: ({ packs }) => packs.map(({ names }) => names[language] ?? '').join(', '),
    read(line, { packs }) {
      const names = line.split(/\s*[,，]\s*/);
      return {
        packs: packs.map((pack, at) => ({
          ...pack,
          names: { ...pack.names, [language]: names[at] },
        })),
      };
    },
  };
}

const questions: readonly Question[] = [
  plain('name', 'Name of the product'),
  plain('domain', 'Domain of its own site'),
  plain('mail', 'E-mail address that people write to'),
  color('paper', 'Colour of the paper'),
  color('brand', 'Colour of the brand, with white text on it'),
  color('accent', 'Colour of links and buttons'),
  {
    text: 'Emblem: the path of an SVG file, one to three letters, or nothing to keep it',
    present: () => '',
    read: (line) => ({ emblem: /[./\\]/.test(line) ? { file: line } : { letters: line } }),
  },
  {
    text: 'Trial: credits and days',
    present: ({ trial }) => `${trial.credits} ${trial.days}`,
    read(line) {
      const [credits, days] = words(line).map(Number);
      return { trial: { credits, days } };
    },
  },
  {
    text: 'Currencies and packs: for each pack its credits and its prices, as 100 USD 5 EUR 5; 500 USD 20 EUR 19',
    present: ({ packs }) =>
      packs
        .map(({ credits, prices }) => [credits, ...Object.entries(prices).flat()].join(' '))
        .join('; '),
    read(line, { packs }) {
      const sold = line.split(';').map((pack, at) => packOf(words(pack), packs[at], at));
      return { packs: sold, currencies: Object.keys(sold[0]?.prices ?? {}) };
    },
  },
  ...allLanguages.map(packNames),
  {
    text: 'Months that a pack lasts',
    present: ({ packMonths }) => String(packMonths),
    read: (line) => ({ packMonths: Number(line) }),
  },
  {
    text: 'Invoices, tax and codes by Stripe: off, or prices inclusive or exclusive of tax (docs/tax.md)',
    present: ({ invoices }) => invoices,
    read: (line) => ({ invoices: line }),
  },
  {
    text: 'Languages to show',
    present: ({ languages }) => languages.join(' '),
    read: (line) => ({ languages: words(line) }),
  },
  {
    text: 'Repository: host, name and branch',
    present: ({ repository: { host, name, branch } }) => `${host} ${name} ${branch}`,
    read(line, { repository }) {
      const [host, name, branch] = words(line);
      const before = host === repository.host ? repository : {};
      return { repository: { ...before, host, name, branch } };
    },
  },
];

function packOf(
  [credits, ...rest]: readonly string[],
  before: Answers['packs'][number] | undefined,
  at: number,
) {
  const pairs = rest.flatMap((word, index) =>
    index % 2 === 0 ? [[word.toUpperCase(), Number(rest[index + 1])] as const] : [],
  );
  const names = before?.names ?? Object.fromEntries(allLanguages.map((one) => [one, `${at + 1}`]));
  return {
    ...(before && { id: before.id }),
    names,
    credits: Number(credits),
    prices: Object.fromEntries(pairs),
  };
}

/**
 * Asks on the terminal, each question until its answer can be used. An empty line keeps what stands
 * in brackets.
 * @param present the answers to begin with
 * @throws {StartError} when the terminal ends before the last answer
 */
export async function ask(
  present: Answers,
  {
    input,
    output,
  }: { readonly input: NodeJS.ReadableStream; readonly output: NodeJS.WritableStream },
): Promise<Answers> {
  const terminal = createInterface({ input, output });
  const ended = new Promise<undefined>((resolve) =>
    terminal.once('close', () => resolve(undefined)),
  );
  let answers = present;
  try {
    for (const question of questions) {
      let shown = question.present(answers);
      for (;;) {
        const line = await Promise.race([
          terminal.question(`${question.text} [${shown}]: `),
          ended,
        ]);
        if (line === undefined) throw new StartError('The input has ended: nothing was changed.');
        const typed = line.trim() === '' ? shown : line.trim();
        if (typed === '') break;
        const given = { ...answers, ...Object(question.read(typed, answers)) };
        const read = readAnswers(given);
        if (read.ok) {
          answers = read.answers;
          break;
        }
        output.write(`${read.sentences.join('\n')}\n`);
        shown = betterColor(question, given) ?? shown;
      }
    }
    return answers;
  } finally {
    terminal.close();
  }
}

/** A readable colour instead of the one that was typed, to take with the next empty line. */
function betterColor(question: Question, given: Answers): string | undefined {
  const better = weakColors(given.colors).map((weak) => ({
    ...given.colors,
    [weak.name]: weak.better,
  }));
  return better
    .map((colors) => question.present({ ...given, colors }))
    .find((one) => one !== question.present(given));
}
