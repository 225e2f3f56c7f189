import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { type SourceFile, sourceFiles } from './source-files.ts';

/** Retired names, each with the term of `docs/glossary.md` that stands for it now. */
const retired: Readonly<Record<string, string>> = {
  takeNews: 'applyPaymentEvent',
  newsOf: 'eventOf',
  PaymentNews: 'PaymentEvent',
  paidNews: 'paidEvent',
  reversalNews: 'reversalEvent',
  Settlement: 'PurchaseChange',
  takeWebhook: 'receiveWebhook',
  Bargain: 'PurchaseTerms',
  answerOnce: 'idempotent',
  runKeyed: 'runCommand',
  Keyed: 'CommandMeta',
  inTurn: 'walletQueue',
  letTimePass: 'settleDue',
  readSettled: 'readUpToDate',
  giveBack: 'returnToLots',
  runOut: 'expireLot',
  inBurnOrder: 'inSpendOrder',
  Excess: 'LimitExceeded',
  Course: 'BalanceHistory',
  leaveOut: 'nothing: libraries are bundled as published',
  ownRow: 'nothing: a route is a value',
  keptPackages: 'externalPackages',
  Asked: 'Query',
  useAsked: 'useQuery',
  usePages: 'usePagedQuery',
  Said: 'CallInput',
  Sent: 'CallOptions',
  isReachable: 'canReach',
  Press: 'Submission',
  sendPress: 'submit',
  heed: 'applyRefusal',
  learnCredits: 'setCredits',
  modestMemory: 'nothing: the bundle has no posts',
  smallHeap: 'nothing: the bundle has no posts',
  Shelf: 'LanguagePosts',
  TypeCase: 'FontLookup',
  LaidCard: 'OgImage',
  FlowOnOffer: 'FlowListing',
  layCards: 'writeOgImages',
  evenRows: 'balancedLines',
  flowsOnOffer: 'flowSummaries',
  tellTabs: 'broadcastSession',
  closeAll: 'shutdown',
};

/** The folders and files that these names had. */
const retiredPaths = [
  'take-news',
  'answer-once',
  'in-turn',
  'left-out',
  'own-row',
  'kept-packages',
  'modest-memory',
  'lay-cards',
  'even-rows',
  'type-case',
  'flows-on-offer',
  'checkout-trip',
  'flow-trip',
  'tell-tabs',
  'kept-draft',
  'kept-account',
];

const files = ['src', 'functions', 'infra', 'tests'].flatMap((folder) =>
  sourceFiles(folder, ['.ts', '.tsx', '.mjs', '.cjs', '.astro']),
);

/** The retired names among the identifiers of a file. Texts and comments do not count. */
function retiredIn({ path, text }: SourceFile): readonly string[] {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, true, ts.LanguageVariant.JSX, text);
  const found = new Set<string>();
  for (let token = scanner.scan(); token !== ts.SyntaxKind.EndOfFileToken; token = scanner.scan()) {
    const name = scanner.getTokenText();
    if (token === ts.SyntaxKind.Identifier && Object.hasOwn(retired, name)) found.add(name);
  }
  const folder = path.split('/').find((part) => retiredPaths.includes(part.split('.', 1)[0] ?? ''));
  return [...found, ...(folder === undefined ? [] : [folder])].map((name) => `${path}: ${name}`);
}

describe('retired names', () => {
  test('do not come back', () => {
    const others = files.filter(({ path }) => !path.endsWith('retired-names.test.ts'));
    expect(others.flatMap(retiredIn)).toEqual([]);
  });

  test.each([
    { path: 'src/a.ts', text: 'const outcome = takeNews(purchase);' },
    { path: 'functions/adapters/postgres/in-turn.ts', text: '' },
  ])('are found in $path', (file) => {
    expect(retiredIn(file)).toHaveLength(1);
  });
});
