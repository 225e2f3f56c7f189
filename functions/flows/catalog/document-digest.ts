import * as z from 'zod/mini';
import { documentDigestWords } from '../../../src/i18n/words.ts';
import { defineFlow, flowTexts } from '../flow.ts';
import { maxTextBytes } from '../input-limits.ts';

/** An accepted text has no more, in UTF-16 units; a Chinese one has a third of it. */
const maxLength = maxTextBytes;

/** The length of a summary, in sentences. */
const sentences = { least: 1, most: 10, usual: 5 } as const;

const load = () => import('../text/digest-text.ts');

export const documentDigest = defineFlow({
  id: 'document-digest',
  ...flowTexts(documentDigestWords, { kilobytes: maxTextBytes / 1_000 }),
  credits: 3,
  input: z.object({
    text: z.string().check(z.minLength(1), z.maxLength(maxLength), z.meta({ format: 'textarea' })),
    sentences: z._default(
      z.int().check(z.gte(sentences.least), z.lte(sentences.most)),
      sentences.usual,
    ),
  }),
  // In pure ASCII a letter of two bytes is an escape of six (RFC 8259, section 7).
  maxBodyBytes: 3 * maxTextBytes + 20_000,
  timeoutMs: 10_000,
  load,
  async run({ text, sentences: wanted }) {
    const { digestParts } = await load();
    return digestParts(text, wanted);
  },
});
