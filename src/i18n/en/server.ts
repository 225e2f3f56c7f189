/** The page that asks before a sign-out that another site started. */
export const signOutPage = {
  title: 'Sign out?',
  text: 'Another site sent you here to sign out of {site}. You are still signed in.',
  confirm: 'Sign out',
  stay: 'Stay signed in',
};

/** What is wrong with an input. The first three are sentences, the others their `expected`. */
export const inputIssues = {
  whole: 'The input {expected}.',
  field: 'The field "{path}" {expected}.',
  labelledField: 'The field "{path}" ({label}) {expected}.',
  type: 'must be of type {type}',
  form: 'must be of the form {form}',
  pattern: 'must match {pattern}',
  unknownField: 'has an unknown field "{name}"',
  values: 'must be {values}',
  maxCharacters: 'must have at most {maximum} characters',
  maxItems: 'must have at most {maximum} items',
  maximum: 'must be at most {maximum}',
  minCharacters: 'must have at least {minimum} characters',
  minItems: 'must have at least {minimum} items',
  minimum: 'must be at least {minimum}',
  empty: 'must not be empty',
  other: 'does not have the form that is expected',
};

/** Why a run was refused or failed. */
export const runRefusals = {
  notCharged: 'You were not charged.',
  input_refused: 'The flow could not work on this input.',
  run_failed: 'The run failed on our side. Try again with a new key.',
  run_timed_out: 'The run took too long and was ended. Try with less at a time.',
  quote_changed:
    'The run costs {credits} credits now. Ask whoever pays, and call with that number.',
  too_many_runs: 'Too many runs are under way. Try again in a moment.',
  run_in_progress: 'The run of this key has not ended yet. Repeat the call a little later.',
  flow_not_found: 'There is no flow of that name. GET /flows lists those on offer.',
  run_not_found:
    'You have no such run, or what it made is no longer kept. GET /runs lists your runs.',
};

/** The columns of the entries as CSV, by what is in them. */
export const entryColumns = {
  number: 'No.',
  time: 'Time (UTC)',
  kind: 'Kind',
  quantity: 'Credits',
  change: 'Change',
  available: 'Available',
  held: 'Held',
  owed: 'Owed',
  source: 'Source',
  note: 'Note',
};

/** What is bought, as the payment page and the receipt call it. */
export const purchase = { title: '{credits} {site} credits' };
