import * as z from 'zod/mini';
import { maxRunBodyBytes, maxRunMs } from '../../../src/contract/flows.ts';
import { documentDigestWords } from '../../../src/i18n/words.ts';
import { fileInput } from '../file-input.ts';
import { defineFlow, flowTexts, InputRefused } from '../flow.ts';
import {
  MILLION,
  maxDocumentBytes,
  maxPdfPages,
  maxSummarySentences,
  maxTextBytes,
} from '../input-limits.ts';
import type { LeftOutLog } from '../left-out.ts';
import type { Source } from '../text/digest-text.ts';

/** An accepted text has no more, in UTF-16 units; a Chinese one has a third of it. */
const maxLength = maxTextBytes;

const mediaTypes = [
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ...['text/html', 'text/markdown', 'text/plain'],
];

const load = () => import('../text/digest-text.ts');

/** The name of the file with what was read in a document. */
const readText = 'text-read.md';

export const documentDigest = defineFlow({
  id: 'document-digest',
  ...flowTexts(documentDigestWords, {
    kilobytes: maxTextBytes / 1_000,
    megabytes: maxDocumentBytes / MILLION,
    pages: maxPdfPages,
    sentences: maxSummarySentences,
  }),
  credits: 3,
  input: z.object({
    document: z.optional(fileInput({ mediaTypes, maxBytes: maxDocumentBytes })),
    text: z.optional(
      z.string().check(z.minLength(1), z.maxLength(maxLength), z.meta({ format: 'textarea' })),
    ),
    /** By the length of the text where absent. */
    sentences: z.optional(z.int().check(z.gte(1), z.lte(maxSummarySentences))),
  }),
  oneOf: ['document', 'text'],
  titledBy: ['document', 'text'],
  maxBodyBytes: maxRunBodyBytes,
  timeoutMs: maxRunMs,
  load,
  look: (input, signal, { leftOut }) => read(input, signal, leftOut),
  async run({ sentences: wanted, ...input }, signal, { leftOut }) {
    const { digestParts, digestSource } = await load();
    const source = await read(input, signal, leftOut);
    const placesIn = input.document ? { file: readText } : { field: 'text' };
    const parts = digestParts(digestSource(source, wanted), placesIn);
    if (!input.document) return parts;
    const file = { kind: 'file', name: readText, mediaType: 'text/markdown' } as const;
    return [...parts, { ...file, content: Buffer.from(source.text) }];
  },
});

/** @throws {InputRefused} for what cannot be read, or of which too much cannot be */
async function read(
  {
    document,
    text = '',
  }: { readonly document?: Uint8Array | undefined; readonly text?: string | undefined },
  signal: AbortSignal,
  leftOut: LeftOutLog,
): Promise<Source> {
  const { markdownSource } = await load();
  const { readDocument } = await import('../documents/read-document.ts');
  const loadPdf = () => import('../documents/read-pdf.ts');
  const source = document
    ? await readDocument(document, loadPdf, signal, leftOut)
    : markdownSource(text, leftOut);
  const refusal = leftOut.refusal();
  if (refusal) throw new InputRefused(refusal, 'input_partly_read');
  return source;
}
