import * as z from 'zod/mini';
import { defineFlow, InputRefused, type Texts } from '../flow.ts';

/** Longer texts fit on no card in any script, in UTF-16 units. */
const maxLength = { title: 120, subtitle: 200 } as const;

/** The size that previews show uncut, in pixels. */
const size = { width: 1200, height: 630 } as const;

const load = () => import('../../../src/prerender/social-cards/social-card.ts');

/** Draws the picture that a link preview shows. */
export const socialCard = defineFlow({
  id: 'social-card',
  name: { en: 'Social card', zh: '社交卡片' },
  description: {
    en: 'A title and a subtitle become a 1200\u00a0×\u00a0630 PNG, set in Latin or Chinese type.',
    zh: '输入标题和副标题，生成 1200\u00a0×\u00a0630 的 PNG，中文和西文都支持。',
  },
  credits: 2,
  input: z.object({
    title: z.string().check(z.minLength(1), z.maxLength(maxLength.title)),
    subtitle: z._default(z.string().check(z.maxLength(maxLength.subtitle)), ''),
    theme: z._default(z.enum(['light', 'dark']), 'light'),
  }),
  labels: {
    title: { en: 'Title', zh: '标题' },
    subtitle: { en: 'Subtitle', zh: '副标题' },
    theme: { en: 'Theme', zh: '主题' },
    'theme.light': { en: 'Light', zh: '浅色' },
    'theme.dark': { en: 'Dark', zh: '深色' },
    'card.png': { en: 'Card', zh: '卡片' },
  },
  hints: {
    title: {
      en: 'Three lines at most. Emoji are left out.',
      zh: '最多三行，表情符号会略去。',
    },
  },
  timeoutMs: 10_000,
  load,
  async run({ title, subtitle, theme }, signal) {
    const { drawSocialCard } = await load();
    signal.throwIfAborted();
    const language = /\p{Script=Han}/u.test(title) ? 'zh' : 'en';
    const drawn = await drawSocialCard({ title, subtitle, theme, language, whole: true });
    if (!drawn.ok) throw new InputRefused(refusals[drawn.code]);
    return [
      { kind: 'file', name: 'card.png', mediaType: 'image/png', content: drawn.png, ...size },
    ];
  },
});

const titleTooLong: Texts = {
  en: 'The title does not fit on the card: it has room for three lines. Shorten it.',
  zh: '标题太长，卡片上最多排三行，请缩短。',
};
const subtitleTooLong: Texts = {
  en: 'The subtitle does not fit on the card. Shorten it.',
  zh: '副标题太长，卡片上排不下，请缩短。',
};

/** The sentences for the codes of the drawing. */
const refusals = {
  title_empty: {
    en: 'There is nothing to see in the title. Write a few words.',
    zh: '标题里没有可见的文字，请写上几个字。',
  },
  title_not_drawable: {
    en: 'The fonts of the card have no character of this title. Use Latin or Chinese ones.',
    zh: '卡片的字体里没有这个标题的任何字符，请使用中文或拉丁字母。',
  },
  title_too_long: titleTooLong,
  title_without_room: titleTooLong,
  subtitle_too_long: subtitleTooLong,
  subtitle_without_room: subtitleTooLong,
} as const;
