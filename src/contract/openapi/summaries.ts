import type { DocumentedRoute } from './documented.ts';

/**
 * What each call does, in one line. Beside the table and not in it, so that no browser has to
 * download the words; a route without them does not compile.
 */
export const summaries: Readonly<Record<DocumentedRoute, string>> = {
  login: 'Starts the sign-in and comes back to `returnTo`',
  logout: 'Ends the session, here and at the identity provider',
  me: 'Who is signed in; no content when nobody is',
  createToken: 'An access token for the flows, good for five minutes',
  readKeys: 'The public keys of the access tokens',
  saveUser: 'Saves the user; with an ID token it begins the session and grants the trial',
  exportUser: 'Everything that is kept about the user',
  deleteUser: 'Deletes the user; the ledger stays, without a name',
  listSessions: 'The user’s sessions',
  endSession: 'Ends one of the user’s sessions',
  endSessions: 'Ends the user’s sessions: all, or all but this one',
  readCredits: 'The user’s balance and the lots it is made of',
  listEntries: 'The entries of the user’s ledger, newest first',
  readUsage: 'Balance and use by day, week or month',
  holdCredits: 'Reserves credits of a user before a run',
  captureHold: 'Settles a hold for its amount or less; the rest goes back',
  releaseHold: 'Gives a hold back; nothing is charged',
  grantCredits: 'Gives a user credits, with a reason',
  startCheckout: 'Begins the purchase of a pack and answers where to pay',
  receiveWebhook: 'What the payment service reports, signed by it',
  listPurchases: 'The user’s purchases, newest first',
  checkHealth: 'Whether the service and its database answer',
  listFlows: 'The flows on offer, in the caller’s language',
  quoteRun: 'What a run of a flow would cost',
  startRun: 'Runs a flow and charges for it; a failed run costs nothing',
  listRuns: 'The user’s runs, newest first',
  readRun: 'A run, with its result while that is kept',
  readRunFile: 'A file of a run’s result',
  readOpenApi: 'This description',
};
