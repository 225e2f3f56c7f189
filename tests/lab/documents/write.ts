import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { launch } from 'puppeteer-core';
import { writeJsPdf, writePdfKit, writePdfLib, writeReactPdf } from './libraries.ts';
import { headOf, htmlOf, latexOf, officeOf, roffOf, typstOf } from './markup.ts';
import type { CorpusText } from './texts.ts';

/** One file takes longer only where a program hangs. */
const TIMEOUT_MS = 120_000;

const run = promisify(execFile);

interface Writer {
  readonly name: string;
  /** Writes all texts that it can as `ID.pdf` into a folder. */
  readonly write: (texts: readonly CorpusText[], folder: string) => Promise<void>;
}

function each(
  name: string,
  write: (text: CorpusText, file: string, folder: string) => unknown,
): Writer {
  return {
    name,
    write: async (texts, folder) => {
      for (const text of texts) await write(text, join(folder, `${text.id}.pdf`), folder);
    },
  };
}

function libreOffice(isTagged: boolean): Writer {
  return {
    name: `LibreOffice${isTagged ? ', tagged' : ''}`,
    write: async (texts, folder) => {
      const sources = texts.map((text) => {
        const source = join(folder, `${text.id}.fodt`);
        writeFileSync(source, officeOf(text));
        return source;
      });
      const options = JSON.stringify({
        UseTaggedPDF: { type: 'boolean', value: String(isTagged) },
      });
      const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
      await run(
        'soffice',
        [
          profile,
          '--headless',
          '--convert-to',
          `pdf:writer_pdf_Export:${options}`,
          '--outdir',
          folder,
          ...sources,
        ],
        { timeout: TIMEOUT_MS * 3 },
      );
    },
  };
}

function chromium(isTagged: boolean): Writer {
  return {
    name: `Chromium${isTagged ? ', tagged' : ''}`,
    write: async (texts, folder) => {
      const args = [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ];
      const browser = await launch({
        executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
        args,
      });
      try {
        const page = await browser.newPage();
        for (const text of texts) {
          await page.setContent(htmlOf(text));
          const head = `<p style="font-size:9px;width:100%;text-align:center">${headOf(text.id)}</p>`;
          const foot =
            '<p style="font-size:9px;width:100%;text-align:center" class="pageNumber"></p>';
          await page.pdf({
            ...{ path: join(folder, `${text.id}.pdf`), tagged: isTagged, preferCSSPageSize: true },
            ...(text.layout.hasHead && {
              displayHeaderFooter: true,
              headerTemplate: head,
              footerTemplate: foot,
            }),
          });
        }
      } finally {
        await browser.close();
      }
    },
  };
}

const weasyPrint = each('WeasyPrint', async (text, file) => {
  const source = file.replace(/pdf$/, 'html');
  writeFileSync(source, htmlOf(text));
  await run('weasyprint', ['-q', source, file], { timeout: TIMEOUT_MS });
});

const wkhtmltopdf = each('wkhtmltopdf', async (text, file) => {
  const source = file.replace(/pdf$/, 'html');
  writeFileSync(source, htmlOf(text));
  const heads = text.layout.hasHead
    ? [
        '--header-center',
        headOf(text.id),
        '--footer-center',
        '[page]',
        '--header-font-size',
        '8',
        '--footer-font-size',
        '8',
      ]
    : [];
  await run('wkhtmltopdf', ['-q', ...heads, source, file], { timeout: TIMEOUT_MS });
});

const groff = each('groff', async (text, file) => {
  if (text.language === 'zh') return;
  const source = file.replace(/pdf$/, 'ms');
  writeFileSync(source, roffOf(text));
  const { stdout } = await run('groff', ['-k', '-t', '-ms', '-Tpdf', source], {
    encoding: 'buffer',
    timeout: TIMEOUT_MS,
  });
  writeFileSync(file, stdout);
});

/** pandoc makes a Word document of a page; LibreOffice prints it. */
const pandoc: Writer = {
  name: 'pandoc, LibreOffice',
  write: async (texts, folder) => {
    const files = texts.map(({ id }) => join(folder, `${id}.docx`));
    for (const [at, text] of texts.entries()) {
      const source = join(folder, `${text.id}.html`);
      writeFileSync(source, htmlOf(text));
      await run('pandoc', ['-f', 'html', source, '-o', files[at] ?? ''], { timeout: TIMEOUT_MS });
    }
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
    await run(
      'soffice',
      [profile, '--headless', '--convert-to', 'pdf', '--outdir', folder, ...files],
      { timeout: TIMEOUT_MS * 3 },
    );
  },
};

function typst(isTagged: boolean): Writer {
  const compiler = NodeCompiler.create({ fontArgs: [{ fontPaths: ['/usr/share/fonts'] }] });
  return each(`Typst${isTagged ? ', tagged' : ''}`, (text, file) => {
    const pdf = compiler.pdf({ mainFileContent: typstOf(text) }, { pdfTags: isTagged });
    writeFileSync(file, pdf);
  });
}

const latex = each('LaTeX', async (text, file, folder) => {
  const source = file.replace(/pdf$/, 'tex');
  writeFileSync(source, latexOf(text));
  const program = text.language === 'en' ? 'pdflatex' : 'xelatex';
  const options = { cwd: folder, timeout: TIMEOUT_MS };
  await run(program, ['-interaction=batchmode', source], options);
});

/** Ghostscript writes the files of another writer anew, smaller. */
function ghostscript(of: string): Writer {
  return each(`Ghostscript over ${of}`, async ({ id }, file, folder) => {
    const source = join(folder, '..', slug(of), `${id}.pdf`);
    if (!existsSync(source)) return;
    const quiet = [
      '-q',
      '-dNOPAUSE',
      '-dBATCH',
      '-dSAFER',
      '-sDEVICE=pdfwrite',
      '-dPDFSETTINGS=/ebook',
    ];
    const part = `${file}.part`;
    await run('gs', [...quiet, `-sOutputFile=${part}`, source], { timeout: TIMEOUT_MS });
    renameSync(part, file);
  });
}

/** All writers; Ghostscript comes after those that it reads. */
export const writers: readonly Writer[] = [
  libreOffice(false),
  libreOffice(true),
  chromium(false),
  chromium(true),
  weasyPrint,
  wkhtmltopdf,
  groff,
  pandoc,
  each('pdfkit', writePdfKit),
  each('pdf-lib', writePdfLib),
  each('jsPDF', writeJsPdf),
  each('react-pdf', writeReactPdf),
  typst(false),
  typst(true),
  latex,
  ghostscript('LibreOffice'),
  ghostscript('Chromium'),
];

/** The folder of a writer, by its name. */
export function slug(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}

/** Writes the files of a writer, unless they are there. */
export async function writeAll(
  { name, write }: Writer,
  texts: readonly CorpusText[],
  root: string,
): Promise<string> {
  const folder = join(root, slug(name));
  if (existsSync(folder)) return folder;
  mkdirSync(folder, { recursive: true });
  await write(texts, folder);
  return folder;
}
