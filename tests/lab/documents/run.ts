import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { markdownOf } from '../bench/table.ts';
import { holdOut } from './hold-out.ts';
import { type Measures, measured, sumOf, tableRow } from './measure.ts';
import { type CorpusText, texts as corpus } from './texts.ts';
import { writeAll, writers } from './write.ts';

const help = `Writes the texts of the corpus as PDFs by many programs, reads them, and compares.

  npm run documents                 both halves: test-results/documents keeps the files
  npm run documents -- --half reporting     or choosing, or clean: twelve texts by which no rule was chosen
  npm run documents -- --writer Chromium --wrong
                                    shows what is wrong in the files of one writer

It needs Debian's chromium, libreoffice-writer, weasyprint, wkhtmltopdf, groff, pandoc, ghostscript,
texlive-latex-extra, texlive-xetex, texlive-lang-chinese, fonts-noto-cjk and fonts-arphic-gbsn00lp.
`;

const { values } = parseArgs({
  options: {
    half: { type: 'string' },
    writer: { type: 'string' },
    text: { type: 'string' },
    wrong: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) process.stdout.write(help);
else await main();

async function main(): Promise<void> {
  const texts = [...corpus, ...holdOut];
  const root = fileURLToPath(new URL('../../../test-results/documents', import.meta.url));
  const rows: (readonly (string | number)[])[] = [];
  const all: Measures[] = [];
  for (const writer of writers) {
    if (values.writer !== undefined && writer.name !== values.writer) continue;
    const folder = await writeAll(writer, texts, root);
    const found = await measuresIn(folder, texts);
    all.push(...found.map(({ measures }) => measures));
    for (const language of ['en', 'zh'] as const) {
      const some = found.filter(({ text }) => text.language === language);
      if (some.length > 0)
        rows.push([
          writer.name,
          language,
          ...tableRow(sumOf(some.map(({ measures }) => measures))),
        ]);
    }
  }
  rows.push(['all', '', ...tableRow(sumOf(all))]);
  const columns = [
    'writer',
    'language',
    'files',
    'refused',
    'sentences',
    'whole %',
    'letters %',
    'false kinds %',
  ];
  const notes = ['Sentences and letters are those of the files that were read.'];
  process.stdout.write(
    `${markdownOf({ title: 'Documents by their writers', columns, rows, notes })}\n`,
  );
}

async function measuresIn(folder: string, texts: readonly CorpusText[]) {
  const found: { readonly text: CorpusText; readonly measures: Measures }[] = [];
  for (const text of texts) {
    const file = join(folder, `${text.id}.pdf`);
    const isWanted = values.half === undefined || text.half === values.half;
    if (!isWanted || !existsSync(file)) continue;
    if (values.text !== undefined && !text.id.includes(values.text)) continue;
    const measures = await measured(text, readFileSync(file));
    if (values.wrong) {
      for (const line of measures.wrong) process.stdout.write(`${text.id}: ${line}\n`);
    }
    found.push({ text, measures });
  }
  return found;
}
