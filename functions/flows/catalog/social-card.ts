import * as z from 'zod/mini';
import { undrawable } from '../../../src/contract/drawable.ts';
import { type CardSize, cardLayouts, cardThemes } from '../../../src/drawing/card-options.ts';
import { socialCardWords } from '../../../src/i18n/words.ts';
import { defineFlow, flowTexts } from '../flow.ts';
import { maxEmblemBytes } from '../input-limits.ts';
import type { LeftOutLog } from '../left-out.ts';

/** Longer texts fit on no card in any script, in UTF-16 units. */
const maxLength = { title: 120, subtitle: 200, name: 60 } as const;

const sizes = ['open-graph', 'x', 'wechat', 'linkedin'] as const satisfies readonly CardSize[];

const load = () => import('../images/draw-cards.ts');

export const socialCard = defineFlow({
  id: 'social-card',
  ...flowTexts(socialCardWords, { kilobytes: maxEmblemBytes / 1_000 }),
  credits: 2,
  titledBy: ['title'],
  input: z.object({
    title: z.string().check(z.minLength(1), z.maxLength(maxLength.title)),
    subtitle: z._default(z.string().check(z.maxLength(maxLength.subtitle)), ''),
    name: z._default(z.string().check(z.maxLength(maxLength.name)), ''),
    emblem: z.optional(
      z.pipe(
        z
          .base64()
          .check(
            z.maxLength(Math.ceil(maxEmblemBytes / 3) * 4),
            z.meta({ contentMediaType: 'image/png,image/svg+xml' }),
          ),
        z.transform((base64): Uint8Array => Buffer.from(base64, 'base64')),
      ),
    ),
    accent: z._default(
      z.string().check(z.regex(/^#[\dA-Fa-f]{6}$/), z.meta({ format: 'color' })),
      '#1f6feb',
    ),
    layout: z._default(z.enum(cardLayouts), 'left'),
    theme: z._default(z.enum(cardThemes), 'light'),
    sizes: z._default(
      z.array(z.literal(sizes)).check(z.minLength(1), z.meta({ uniqueItems: true })),
      ['open-graph'],
    ),
  }),
  // The emblem as base64, and the texts in escapes of six bytes (RFC 8259, section 7).
  maxBodyBytes: Math.ceil(maxEmblemBytes / 3) * 4 + 8_000,
  // A card takes half a second. The first one in a process loads fonts, on a machine that may be busy.
  timeoutMs: 15_000,
  maxProcessorMs: 10_000,
  load,
  look: async (card, _signal, { leftOut }) => skipUndrawable(card, leftOut),
  async run({ emblem, sizes: wanted, ...card }, signal, { leftOut }) {
    skipUndrawable(card, leftOut);
    const { drawCards } = await load();
    return drawCards(card, { emblem, wanted }, signal);
  },
});

/** Names the characters that the fonts of cards lack, as the preview does. */
function skipUndrawable(
  texts: Readonly<Record<'title' | 'subtitle' | 'name', string>>,
  leftOut: LeftOutLog,
): void {
  const text = [texts.title, texts.subtitle, texts.name];
  const missing = undrawable(text);
  const lacked = new Set(missing);
  leftOut.found({
    text: Array.from(text.join(''))
      .filter((one) => !lacked.has(one))
      .join(''),
  });
  const count = missing.length;
  leftOut.add('characters', { count, letters: count, under: missing.join(' ') });
}
