import { type ByLanguage, byLanguage, type Language, languages } from '../contract/language.ts';
import { type ProblemCode, problems } from '../contract/problem.ts';
import type { Route } from '../contract/route.ts';
import type { DocumentedRoute } from '../contract/routes.ts';
import * as en from './en/dictionaries.ts';
import { inEvery } from './every-language.ts';
import * as zh from './zh/dictionaries.ts';

// A bundle takes or leaves a whole dictionary, so each file has the words of the same functions.

/**
 * The faults of an input: `whole`, `field` and `labelledField` are sentences, and the others follow
 * the field's name in them.
 */
export const inputIssuesWords = /* @__PURE__ */ inEvery(
  { en: en.inputIssues, zh: zh.inputIssues },
  (own) => own.inputIssues,
);

/** The ledger demo's words: an entry with a place for the flow, and a note. */
export const ledgerDemoWords = /* @__PURE__ */ inEvery(
  { en: en.ledgerDemo, zh: zh.ledgerDemo },
  (own) => own.ledgerDemo,
);

/** Why a run was refused or failed. */
export const runRefusalsWords = /* @__PURE__ */ inEvery(
  { en: en.runRefusals, zh: zh.runRefusals },
  (own) => own.runRefusals,
);

/** The tools of MCP: what they are and cost, and what their refusals lead to. */
export const mcpWords = /* @__PURE__ */ inEvery({ en: en.mcp, zh: zh.mcp }, (own) => own.mcp);

/** The texts of messages to users, and of the page on which users end them. */
export const messagesWords = /* @__PURE__ */ inEvery(
  { en: en.messages, zh: zh.messages },
  (own) => own.messages,
);

const server = /* @__PURE__ */ inEvery({ en: en.server, zh: zh.server }, (own) => own.server);
/** The page that asks before a sign-out that another site started. */
export const signOutPageWords = /* @__PURE__ */ surface(server, 'signOutPage');
/** The columns of the entries as CSV, by what is in them. */
export const entryColumnsWords = /* @__PURE__ */ surface(server, 'entryColumns');
export const useColumnsWords = /* @__PURE__ */ surface(server, 'useColumns');
/** The name of the purchase on the payment page and on the receipt. */
export const purchaseWords = /* @__PURE__ */ surface(server, 'purchase');

const flows = /* @__PURE__ */ inEvery(
  { en: en.flowCatalogue, zh: zh.flowCatalogue },
  (own) => own.flowCatalogue,
);
export const socialCardWords = /* @__PURE__ */ surface(flows, 'socialCard');
export const cardRefusalsWords = /* @__PURE__ */ surface(flows, 'cardRefusals');
export const emblemRefusalsWords = /* @__PURE__ */ surface(flows, 'emblemRefusals');
export const imageShrinkWords = /* @__PURE__ */ surface(flows, 'imageShrink');
/** The data of a picture file about the picture and its maker. */
export const pictureDataWords = /* @__PURE__ */ surface(flows, 'pictureData');
export const pictureRefusalsWords = /* @__PURE__ */ surface(flows, 'pictureRefusals');
export const fileRefusalsWords = /* @__PURE__ */ surface(flows, 'fileRefusals');
/** The names of the parts that runs leave out of their inputs, by kind. */
export const leftOutWords = /* @__PURE__ */ surface(flows, 'leftOut');
export const documentDigestWords = /* @__PURE__ */ surface(flows, 'documentDigest');

const standIns = /* @__PURE__ */ inEvery(
  { en: en.standIns, zh: zh.standIns },
  (own) => own.standIns,
);
/** The sign-in page of the local identity provider; the product's name follows its title. */
export const signInWords = /* @__PURE__ */ surface(standIns, 'signIn');
/** The pages of the local payment service. */
export const paymentsWords = /* @__PURE__ */ surface(standIns, 'payments');

/** The pages of the local mailbox. */
export const mailboxWords = /* @__PURE__ */ surface(standIns, 'mailbox');

const authoring = /* @__PURE__ */ inEvery(
  { en: en.authoring, zh: zh.authoring },
  (own) => own.authoring,
);
/** Placeholders of a new post, which its author replaces: the check finds those that are left. */
export const skeletonWords = /* @__PURE__ */ surface(authoring, 'skeleton');
/** The texts on the cover that `npm run adopt` draws for a sample post. */
export const sampleCoverWords = /* @__PURE__ */ surface(authoring, 'sampleCover');
/** The heading of a text's footnotes, and the name of the link back from one. */
export const footnoteWords = /* @__PURE__ */ surface(authoring, 'footnotes');
/** The names of what scrolls sideways in a text. */
export const scrollBoxWords = /* @__PURE__ */ surface(authoring, 'scrollBoxes');
/** Examples for the messages about wrong content. */
export const examplesWords = /* @__PURE__ */ surface(authoring, 'examples');

/** The titles of the error codes. */
export const problemTitlesWords = /* @__PURE__ */ problemTitles();

const own = /* @__PURE__ */ inEvery({ en: en.own, zh: zh.own }, (own) => own.own);

/** A part of `own.json`, the dictionary of what an adopter adds. Later versions leave it alone. */
export function ownWords<Name extends keyof typeof en.own>(name: Name) {
  const words = surface(own, name);
  const missing = languages.find((language) => words[language] === undefined);
  if (missing) throw new Error(`src/i18n/${missing}/own.json has no "${name}".`);
  return words;
}

/** The name of a flow, whose words stand under its id in camel case; the id itself, where none do. */
export function flowName(id: string, language: Language): string {
  const key = id.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const named: Readonly<Record<string, object>> = { ...flows[language], ...own[language] };
  const { name }: { readonly name?: unknown } = named[key] ?? {};
  return typeof name === 'string' ? name : id;
}

function surface<Words, Name extends keyof Words>(dictionaries: ByLanguage<Words>, name: Name) {
  return byLanguage((language) => dictionaries[language][name]);
}

// The API itself speaks English: its dictionary is the contract.

function problemTitles(): ByLanguage<Readonly<Record<ProblemCode, string>>> {
  const titles = Object.entries(problems).map(([code, { title }]) => [code, title]);
  return inEvery(
    { en: Object.fromEntries(titles), zh: zh.apiReference.problemTitles },
    (own) => own.apiReference.problemTitles,
  );
}

/**
 * The summary of each call of the API.
 * @param routes the table of routes, which a bundle would hold if this module imported it
 */
export function callSummaries(
  routes: Readonly<Record<string, Route>>,
): ByLanguage<Readonly<Record<DocumentedRoute, string>>> {
  const documented = Object.values(routes).filter(({ method }) => method !== 'ANY');
  const summaries = documented.map(({ name, summary }) => [name, summary]);
  return inEvery(
    { en: Object.fromEntries(summaries), zh: zh.apiReference.callSummaries },
    (own) => own.apiReference.callSummaries,
  );
}

/** The editor's words for each sentence of the content check. */
export const contentCheckWords = /* @__PURE__ */ inEvery(
  { en: en.contentCheck, zh: zh.contentCheck },
  (own) => own.contentCheck,
);
