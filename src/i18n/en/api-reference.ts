import { summaries } from '../../contract/openapi/summaries.ts';
import { type ProblemCode, problems } from '../../contract/problem.ts';

/** The titles of the error codes. The API itself speaks English: its dictionary is the contract. */
export const problemTitles = /* @__PURE__ */ Object.fromEntries(
  Object.entries(problems).map(([code, { title }]) => [code, title]),
) as Readonly<Record<ProblemCode, string>>;

/** What each call of the API does. */
export const callSummaries = summaries;
