import * as z from 'zod/mini';
import { defaultLanguage, type Language, languages } from '../../../src/contract/language.ts';
import { languageRecords } from '../../../src/contract/language-records.ts';
import { cardRefusalsWords, socialCardWords } from '../../../src/i18n/words.ts';
import { defineFlow, flowTexts, InputRefused, textsOf } from '../flow.ts';

/** Longer texts fit on no card in any script, in UTF-16 units. */
const maxLength = { title: 120, subtitle: 200 } as const;

/** The size that previews show uncut, in pixels. */
const size = { width: 1200, height: 630 } as const;

const load = () => import('../../../src/prerender/social-cards/social-card.ts');

export const socialCard = defineFlow({
  id: 'social-card',
  ...flowTexts(socialCardWords),
  credits: 2,
  input: z.object({
    title: z.string().check(z.minLength(1), z.maxLength(maxLength.title)),
    subtitle: z._default(z.string().check(z.maxLength(maxLength.subtitle)), ''),
    theme: z._default(z.enum(['light', 'dark']), 'light'),
  }),
  timeoutMs: 10_000,
  load,
  async run({ title, subtitle, theme }, signal) {
    const { drawSocialCard } = await load();
    signal.throwIfAborted();
    const language = languageOf(title);
    const drawn = await drawSocialCard({ title, subtitle, theme, language, whole: true });
    if (!drawn.ok) {
      const name = refusals[drawn.code];
      throw new InputRefused(textsOf(cardRefusalsWords, (words) => words[name]));
    }
    return [
      { kind: 'file', name: 'card.png', mediaType: 'image/png', content: drawn.png, ...size },
    ];
  },
});

/** The first of our languages that is written in the script of a title. */
function languageOf(title: string): Language {
  const script = /\p{Script=Han}/u.test(title) ? 'Hans' : 'Latn';
  return languages.find((one) => languageRecords[one].script === script) ?? defaultLanguage;
}

const refusals = {
  title_empty: 'title_empty',
  title_not_drawable: 'title_not_drawable',
  title_too_long: 'title_too_long',
  title_without_room: 'title_too_long',
  subtitle_too_long: 'subtitle_too_long',
  subtitle_without_room: 'subtitle_too_long',
} as const;
