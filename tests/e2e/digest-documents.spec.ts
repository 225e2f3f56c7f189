import { expect, type Page } from 'playwright/test';
import { docxFile, wordParagraph } from '../support/docx-file.ts';
import { type PdfPage, pdfFile } from '../support/pdf-file.ts';
import { balance, bench, openFlow, runs, start } from './support/flows.ts';
import { haveCredits } from './support/product.ts';
import { test } from './support/test.ts';

async function choose(page: Page, name: string, buffer: Uint8Array): Promise<void> {
  const file = { name, mimeType: 'application/octet-stream', buffer: Buffer.from(buffer) };
  await bench(page).locator('[data-field="document"] input[type="file"]').setInputFiles(file);
  await expect(bench(page).getByText(name)).toBeVisible();
}

const sentences = [
  'The tower holds the water for the town.',
  'A pump fills the tower at night, when power is cheap.',
  'The height of the water gives the pressure in the pipes.',
  'People drink from the pipes all day without a pump.',
];
/** Each page begins and ends with other lines: those that are on most pages are not read. */
const report: readonly PdfPage[] = Array.from({ length: 40 }, (_, at) => [
  { text: `Part ${at + 1}`, size: 20 },
  ...Array.from({ length: 12 }, (_line, line) => sentences[(at + line) % 4] ?? ''),
]);

test('a PDF of 40 pages is digested, marked in its text, and runs again from the list', async ({
  page,
}) => {
  await openFlow(page, '/flows/#document-digest');
  await choose(page, 'report.pdf', pdfFile(report));
  await start(page).click();
  await expect(bench(page).getByRole('heading', { name: 'Result' })).toBeFocused();
  await expect(balance(page)).toHaveText(haveCredits(-3));
  await bench(page).getByText('In your text').click();
  await expect(bench(page).locator('mark').first()).toBeVisible();

  const run = runs(page).first();
  await run.getByRole('button', { name: 'Open: Document digest report.pdf' }).click();
  await expect(run.getByText('Key phrases', { exact: true })).toBeVisible();
  await run.getByRole('button', { name: 'Run again' }).click();
  await expect(start(page)).toBeFocused();
  await expect(bench(page).locator('figcaption').getByText('report.pdf')).toBeVisible();
  await start(page).click();
  await expect(balance(page)).toHaveText(haveCredits(-6));
  await expect(runs(page)).toHaveCount(2);
});

test('a Word document of pictures alone, a scan and two inputs are told, and cost nothing', async ({
  page,
}) => {
  await openFlow(page, '/flows/#document-digest');
  await bench(page).getByRole('textbox', { name: 'Text' }).fill('');
  await start(page).click();
  await expect(bench(page).getByText('Give one of these: Document / Text.')).toBeVisible();

  await choose(page, 'scan.pdf', pdfFile([[], []]));
  await start(page).click();
  await expect(
    bench(page).getByText(/text recognition \(OCR\).*You were not charged/),
  ).toBeVisible();

  await choose(page, 'lies.pdf', docxFile(wordParagraph('One sentence.')));
  await start(page).click();
  await expect(bench(page).getByText(/fewer than 3 sentences.*You were not charged/)).toBeVisible();

  await bench(page).getByRole('textbox', { name: 'Text' }).fill('One more text.');
  await start(page).click();
  const both = 'Give only one of these: Document / Text.';
  await expect(bench(page).getByText(both)).toBeVisible();
  await expect(balance(page)).toHaveText(haveCredits());
});
