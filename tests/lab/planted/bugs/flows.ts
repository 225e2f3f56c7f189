import type { Area } from '../planted-bug.ts';

const charged = 'functions/flows/run-charged.ts';
const runs = ['tests/integration/journeys/run-flows'];
const lists = ['tests/integration/journeys/shrink-many'];

/** Bugs in flows: each charges wrongly, or gives a result that its user does not want. */
export const flows: Area = {
  name: 'flows',
  tests: runs,
  bugs: [
    {
      name: 'A run that failed keeps its credits held',
      file: charged,
      from: 'const ended = await runs.fail(run, { failure, now: finishedAt });',
      to: 'const ended = await runs.find(run.walletId, run.id, finishedAt);',
    },
    {
      name: 'A run begins at a higher price than its user was shown',
      file: charged,
      from: 'if (amountCredits !== (asked.shownCredits ?? amountCredits)) {',
      to: 'if (amountCredits < (asked.shownCredits ?? amountCredits)) {',
    },
    {
      name: 'Pictures that are given back are charged',
      file: charged,
      from: '(count - refused.length)',
      to: 'count',
      tests: lists,
    },
    {
      name: 'An uploaded file may be of another type than announced',
      file: 'functions/flows/file-input.ts',
      from: 'if (isRead && !isOfType(content, type))',
      to: 'if (!isRead && !isOfType(content, type))',
      tests: ['tests/unit/functions/flows/file-input'],
    },
    {
      name: 'Nobody is told that a photograph had its place',
      file: 'functions/flows/images/removed-data.ts',
      from: "kinds.add('location')",
      to: "kinds.add('other')",
      tests: ['tests/unit/functions/flows/catalog/image-shrink'],
    },
    {
      name: 'A digest reads a box of text in a Word document twice',
      file: 'functions/flows/documents/docx-blocks.ts',
      from: "'w:instrText', 'mc:Fallback']",
      to: "'w:instrText']",
      tests: ['tests/unit/functions/flows/documents/read-document'],
    },
    {
      name: 'A summary says the same twice',
      file: 'functions/flows/text/summarise.ts',
      from: 'if (!isRepeated) chosen.push(index);',
      to: 'chosen.push(index);',
      tests: ['tests/unit/functions/flows/catalog/document-digest'],
    },
  ],
};
