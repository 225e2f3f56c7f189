import { expect, test } from 'vitest';
import { codeSize, SHORT_LINES } from './code-size.ts';

/**
 * A change that passes one of these limits folds or removes something, or argues for a new limit.
 * The house had 41,000 lines when it was put in order. Since then came the check before a deployment
 * and environments, one server and static hosts, the questions to Stripe, the guards of sign-in,
 * trials and uploads, processes for flows, what services read and settle, deletion with open ends and
 * retention, the audit with its books, and `npm run adopt`. Then came pages as sections, the editor's
 * check, functions that load while the server runs, the API reference, a public page for each flow,
 * demos, the buyer's own card, and cancelling; then uploads to storage, seven formats of pictures, five
 * of documents, an account in sections, what a month costs, and pages that a build takes over; then messages and
 * their outbox, ten pictures in a run, calls that the reference tries, and the design's own page; then
 * webhooks to services, with their endpoints, secrets, log and commands, packs that are bought by
 * themselves with a card that was saved, and what SES says of mailboxes; then drawings in posts;
 * then amounts as Stripe counts them, storage with a floor, and events in the order of the ledger.
 */
const limits = { files: 747, lines: 69_250, shortFiles: 48 };

test(`the code outside the tests has at most ${limits.files} files and ${limits.lines} lines`, () => {
  const { files, lines } = codeSize();
  expect(files).toBeLessThanOrEqual(limits.files);
  expect(lines).toBeLessThanOrEqual(limits.lines);
});

test(`at most ${limits.shortFiles} files have fewer than ${SHORT_LINES} lines`, () => {
  expect(codeSize().shortFiles).toBeLessThanOrEqual(limits.shortFiles);
});
