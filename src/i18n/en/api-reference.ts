import { type ProblemCode, problems } from '../../contract/problem.ts';
import type { Route } from '../../contract/route.ts';
import { type DocumentedRoute, routes } from '../../contract/routes.ts';

/** The titles of the error codes. The API itself speaks English: its dictionary is the contract. */
export const problemTitles = /* @__PURE__ */ titlesOf(problems);

/** What each call of the API does. */
export const callSummaries = /* @__PURE__ */ summariesOf(routes);

function titlesOf(table: typeof problems) {
  const titles = Object.entries(table).map(([code, { title }]) => [code, title]);
  return Object.fromEntries(titles) as Readonly<Record<ProblemCode, string>>;
}

function summariesOf(table: Readonly<Record<string, Route>>) {
  const summaries = Object.values(table).map(({ name, summary }) => [name, summary]);
  return Object.fromEntries(summaries) as Readonly<Record<DocumentedRoute, string>>;
}
