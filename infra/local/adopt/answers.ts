import * as z from 'zod/mini';
import { flows } from '../../../functions/flows/catalog.ts';
import { mailAddress } from '../../../functions/settings.ts';
import { stepsOf } from '../../../src/content/check/prices.ts';
import { currencyRule, soldCurrencies } from '../../../src/contract/currencies.ts';
import { allLanguages, defaultLanguage, languages } from '../../../src/contract/language.ts';
import {
  currencies,
  invoices,
  packExpiresAfterMonths,
  packName,
  packs,
} from '../../../src/contract/prices.ts';
import { minorOf, minorUnits } from '../../../src/i18n/money.ts';
import { emblem, site } from '../../../src/site.config.ts';
import { chargeLimits } from '../payments/amount-limits.ts';
import { weakColors } from './colors.ts';

const dearestRun = Math.max(...flows.map(({ credits }) => credits));
const most = { trialCredits: 1_000_000, trialDays: 3_650, packCredits: 10_000_000 } as const;

/** The interface of each host of repositories, unless the answers name another address. */
const apiRoots = {
  github: 'https://api.github.com',
  gitlab: 'https://gitlab.com/api/v4',
  gitea: 'https://gitea.com/api/v1',
} as const;

const text = (pattern: RegExp) => z.string().check(z.regex(pattern));
const whole = (least: number, most: number) => z.int().check(z.minimum(least), z.maximum(most));
const color = text(/^#[\da-f]{6}$/i);
/** In code, markup and front matter these would need care that nobody takes of a name. */
const plainName = text(/^(?!\s)[^<>{}"`\\\p{Cc}]{1,40}(?<!\s)$/u);

const packSchema = z.strictObject({
  id: z.optional(text(/^[a-z][a-z\d-]{0,31}$/)),
  names: z.partialRecord(z.enum(allLanguages), plainName),
  credits: whole(1, most.packCredits),
  /** In the currency's larger unit: 5 or 4.99. */
  prices: z.record(z.string(), z.number().check(z.positive(), z.maximum(10_000_000))),
});

const answersSchema = z.strictObject({
  name: plainName,
  domain: text(
    /^(?=.{4,100}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{1,59})$/,
  ),
  mail: text(mailAddress),
  colors: z.strictObject({ brand: color, accent: color, paper: color }),
  emblem: z.optional(
    z.union([
      z.strictObject({ letters: text(/^[\p{L}\p{N}]{1,3}$/u) }),
      z.strictObject({ file: z.string().check(z.minLength(1)) }),
      z.strictObject({ svg: z.string().check(z.minLength(1)) }),
    ]),
  ),
  trial: z.strictObject({
    credits: whole(dearestRun, most.trialCredits),
    days: whole(1, most.trialDays),
  }),
  currencies: z.array(z.string().check(z.refine((one) => soldCurrencies().includes(one)))).check(
    z.minLength(1),
    z.maxLength(8),
    z.refine((codes) => new Set(codes).size === codes.length),
  ),
  packs: z.array(packSchema).check(z.minLength(1), z.maxLength(8)),
  packMonths: whole(1, 120),
  invoices: z.enum(['off', 'inclusive', 'exclusive']),
  languages: z
    .array(z.enum(allLanguages))
    .check(z.refine((codes) => codes.includes(defaultLanguage))),
  repository: z.strictObject({
    host: z.enum(['github', 'gitlab', 'gitea']),
    name: text(/^[\w.-]+(?:\/[\w.-]+)+$/),
    branch: text(/^[\w./-]{1,200}$/),
    apiRoot: z.optional(z.url({ protocol: /^https$/ })),
  }),
});

/** The questions of `npm run adopt`, and the content of an answers file, in its words and units. */
export type Answers = z.infer<typeof answersSchema>;

/** Completes "must be …" in the sentence about an answer, and explains it in the help. */
export const expected: Readonly<Record<keyof Answers, string>> = {
  name: '1 to 40 characters without < > { } " ` and \\',
  domain: 'the bare host name of the product’s own site in small letters, such as example.com',
  mail: 'an e-mail address that people write to',
  colors: '"brand", "accent" and "paper", each as #rrggbb',
  emblem:
    '{ "letters": "AB" } with one to three, { "file": "logo.svg" }, or { "svg": "…" } as --answers prints it',
  trial: `both "credits", a whole number from ${dearestRun} (the dearest run) to ${most.trialCredits}, and "days" from 1 to ${most.trialDays}`,
  currencies:
    'one to eight ISO 4217 codes of currencies that Stripe takes, each once, such as USD and EUR',
  packs: `one to eight of "names" by language, "credits" up to ${most.packCredits}, and "prices" by currency; an "id" has small letters, digits and hyphens`,
  invoices:
    'off, or whether prices contain the tax of Stripe’s invoices: inclusive or exclusive (docs/tax.md)',
  packMonths: 'how many months the credits of a pack last, from 1 to 120',
  languages: `some of ${allLanguages.join(', ')}, with ${defaultLanguage} among them`,
  repository: '"host" (github, gitlab or gitea), "name" such as owner/name, and "branch"',
};

/** The answers that the configuration holds now. */
export function presentAnswers(): Answers {
  const { brand, accent, paper } = site.colors;
  return {
    name: site.name,
    domain: new URL(site.url).hostname,
    mail: site.contactEmail,
    colors: { brand, accent, paper },
    emblem: { svg: emblem.svg },
    trial: { credits: site.trial.credits, days: site.trial.expiresAfterDays },
    currencies: [...currencies],
    packs: packs.map(({ id, amountCredits, priceMinor }) => ({
      id,
      names: Object.fromEntries(allLanguages.map((one) => [one, packName(id, one)])),
      credits: amountCredits,
      prices: Object.fromEntries(currencies.map((one) => [one, priceMinor[one] / minorUnits(one)])),
    })),
    packMonths: packExpiresAfterMonths,
    invoices,
    languages: [...languages],
    repository: { ...site.repository },
  };
}

/**
 * Checks answers; what they leave out stays as it is.
 * @returns the answers, or a sentence for each that cannot be used
 */
export function readAnswers(given: unknown):
  | { readonly ok: true; readonly answers: Answers }
  | {
      readonly ok: false;
      readonly sentences: readonly string[];
      /** The emblem, if its answer has the right form, to be tried as well. */
      readonly emblem: Answers['emblem'];
    } {
  const isObject = typeof given === 'object' && given !== null && !Array.isArray(given);
  if (!isObject) {
    return { ok: false, sentences: ['The answers must be a JSON object.'], emblem: undefined };
  }
  const all = { ...presentAnswers(), ...given };
  const parsed = z.safeParse(answersSchema, all);
  const issues = parsed.error?.issues ?? [];
  const sentences = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' && issue.path.length === 0
      ? issue.keys.map((key) => `There is no answer "${key}": see npm run adopt -- --help.`)
      : [mustBe(issue.path, all)],
  );
  const wrong = new Set(issues.map(({ path: [name] }) => name));
  const isFine = (...names: readonly (keyof Answers)[]) => names.every((name) => !wrong.has(name));
  const contradictions = [
    ...(isFine('colors') ? weakColors(all.colors).map(({ sentence }) => sentence) : []),
    ...(isFine('packs', 'currencies') ? contradictionsIn(all) : []),
  ];
  if (parsed.success && contradictions.length === 0) return { ok: true, answers: parsed.data };
  return {
    ...{ ok: false, sentences: [...new Set([...sentences, ...contradictions])] },
    emblem: isFine('emblem') ? all.emblem : undefined,
  };
}

function mustBe(path: readonly PropertyKey[], all: object): string {
  const must = Object.entries(expected).find(([name]) => name === path[0])?.[1];
  const given = path.reduce<unknown>((part, name) => Object(part)[name], all);
  const fault = given === undefined ? 'missing' : 'wrong';
  return `${path.map(String).join('.')} is ${fault}: ${String(path[0])} must be ${must}.`;
}

function contradictionsIn({
  packs: sold,
  currencies: codes,
}: Pick<Answers, 'packs' | 'currencies'>): readonly string[] {
  const sentences: string[] = [];
  sold.forEach(({ names, credits, prices }, index) => {
    const which = `packs.${index}`;
    const before = sold[index - 1];
    if (!names[defaultLanguage])
      sentences.push(`${which}.names has no name in ${defaultLanguage}.`);
    if (before && before.credits >= credits) {
      sentences.push(`${which}.credits must be more than those of the pack before it.`);
    }
    if (codes.toSorted().join() !== Object.keys(prices).toSorted().join()) {
      sentences.push(
        `${which}.prices must have a price in each of ${codes.join(', ')}, and no other.`,
      );
    }
    for (const [code, price] of Object.entries(prices)) {
      const fault = codes.includes(code) ? faultOfPrice(price, code) : undefined;
      if (fault) sentences.push(`${which}.prices.${code} ${fault}.`);
    }
  });
  const ids = packIds(sold);
  if (new Set(ids).size < ids.length) sentences.push('packs: two of them have one id.');
  return sentences;
}

/** Completes a sentence about a price that Stripe would refuse. */
function faultOfPrice(price: number, code: string): string | undefined {
  const minor = minorOf(price, code);
  if (minor % currencyRule(code).step !== 0) {
    return `has more decimals than the currency: Stripe takes ${stepsOf(code)}`;
  }
  const { fewest, most } = chargeLimits(code);
  const written = (amount: number) => `${code} ${amount / minorUnits(code)}`;
  if (minor < fewest) return `is too small: Stripe charges at least ${written(fewest)}`;
  return minor > most ? `is too large: Stripe charges at most ${written(most)}` : undefined;
}

/** The ids of packs: their own, else those of the packs in their places, else new ones. */
export function packIds(sold: Answers['packs']): readonly string[] {
  return sold.map(({ id }, index) => id ?? packs[index]?.id ?? `pack-${index + 1}`);
}

/** The address of a repository host's interface. */
export function apiRootOf({ host, apiRoot }: Answers['repository']): string {
  return apiRoot ?? apiRoots[host];
}
