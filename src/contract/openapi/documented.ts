import { routes } from '../routes.ts';

type Routes = typeof routes;

/** The routes that have a method, and so can be described: all but the one for unknown addresses. */
export type DocumentedRoute = {
  [Name in keyof Routes]: Routes[Name]['method'] extends 'ANY' ? never : Name;
}[keyof Routes];

const {
  answerUnmatched: _answersTheRest,
  answerUnmatchedFlows: _answersTheRestOfFlows,
  ...documented
} = routes;

export const documentedRoutes: Pick<Routes, DocumentedRoute> = documented;

/** Their names, in the order of the table. */
export const documentedNames: readonly DocumentedRoute[] = Object.keys(documented).filter(
  (name): name is DocumentedRoute => Object.hasOwn(documented, name),
);
