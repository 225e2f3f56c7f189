import * as z from 'zod/mini';
import type { CardFault } from '../../../src/drawing/card.ts';
import {
  type CardSize,
  cardLayouts,
  cardSizes,
  cardThemes,
} from '../../../src/drawing/card-options.ts';
import { cardRefusalsWords, socialCardWords } from '../../../src/i18n/words.ts';
import { defineFlow, flowTexts, InputRefused, textsOf } from '../flow.ts';
import { maxEmblemBytes } from '../input-limits.ts';

/** Longer texts fit on no card in any script, in UTF-16 units. */
const maxLength = { title: 120, subtitle: 200, name: 60 } as const;

const sizes = ['open-graph', 'x', 'wechat', 'linkedin'] as const satisfies readonly CardSize[];

const load = () =>
  Promise.all([
    import('../../../src/prerender/social-cards/social-card.ts'),
    import('../images/read-emblem.ts'),
  ]);

export const socialCard = defineFlow({
  id: 'social-card',
  ...flowTexts(socialCardWords, { kilobytes: maxEmblemBytes / 1_000 }),
  credits: 2,
  input: z.object({
    title: z.string().check(z.minLength(1), z.maxLength(maxLength.title)),
    subtitle: z._default(z.string().check(z.maxLength(maxLength.subtitle)), ''),
    name: z._default(z.string().check(z.maxLength(maxLength.name)), ''),
    emblem: z.optional(
      z
        .base64()
        .check(
          z.maxLength(Math.ceil(maxEmblemBytes / 3) * 4),
          z.meta({ contentMediaType: 'image/png,image/svg+xml' }),
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
  timeoutMs: 10_000,
  load,
  async run({ emblem, sizes: wanted, ...card }, signal) {
    const [{ drawOwnCard }, { readEmblem }] = await load();
    const picture = emblem ? await readEmblem(Buffer.from(emblem, 'base64')) : undefined;
    const files = [];
    for (const size of new Set(wanted)) {
      signal.throwIfAborted();
      const drawn = await drawOwnCard({ ...card, emblem: picture, size });
      if (!drawn.ok) throw refused(drawn.code, { accent: card.accent, better: drawn.better ?? '' });
      const { widthPx: width, heightPx: height } = cardSizes[size];
      files.push({
        ...{ kind: 'file' as const, name: `${size}.png`, mediaType: 'image/png' },
        ...{ content: drawn.png, width, height },
      });
    }
    return [...files, { kind: 'text', name: 'tags', text: tagsFor(card.title, wanted) }];
  },
});

function refused(
  code: CardFault,
  values: { readonly accent: string; readonly better: string },
): InputRefused {
  return new InputRefused(textsOf(cardRefusalsWords, (words) => words[code], values));
}

/** Where a page of the buyer's will have the pictures; `.example` belongs to nobody (RFC 2606). */
const place = 'https://your-site.example/';

/**
 * The elements with which a page names its cards. Source: ogp.me, «Structured Properties»; X's
 * «Summary Card with Large Image».
 */
function tagsFor(title: string, wanted: readonly CardSize[]): string {
  const shared = sizes.find((size) => size !== 'x' && wanted.includes(size)) ?? 'x';
  const { widthPx, heightPx } = cardSizes[shared];
  const content = (value: string | number) => `content="${escaped(String(value))}"`;
  const tags = [
    `<meta property="og:image" ${content(`${place}${shared}.png`)}>`,
    `<meta property="og:image:width" ${content(widthPx)}>`,
    `<meta property="og:image:height" ${content(heightPx)}>`,
    `<meta property="og:image:alt" ${content(title.trim())}>`,
    `<meta name="twitter:card" ${content('summary_large_image')}>`,
  ];
  if (wanted.includes('x')) tags.push(`<meta name="twitter:image" ${content(`${place}x.png`)}>`);
  return tags.join('\n');
}

/** A text inside a quoted attribute (HTML, section 13.1.2.3). */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
