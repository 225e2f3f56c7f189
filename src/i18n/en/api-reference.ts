import { documentedRoutes } from '../../contract/openapi/document.ts';
import { type ProblemCode, problems } from '../../contract/problem.ts';
import type { DocumentedRoute } from '../../contract/routes.ts';

/** The titles of the error codes. The API itself speaks English: its dictionary is the contract. */
export const problemTitles = /* @__PURE__ */ Object.fromEntries(
  Object.entries(problems).map(([code, { title }]) => [code, title]),
) as Readonly<Record<ProblemCode, string>>;

/** What each call of the API does. */
export const callSummaries = /* @__PURE__ */ Object.fromEntries(
  documentedRoutes.map(({ name, summary }) => [name, summary]),
) as Readonly<Record<DocumentedRoute, string>>;
