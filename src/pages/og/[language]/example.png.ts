import { cacheDir } from 'astro:config/server';
import type { APIRoute } from 'astro';
import { type Language, languages } from '../../../contract/language.ts';
import { translator } from '../../../i18n/translate.ts';
import { withKey } from '../../../prerender/page-key.ts';
import { exampleCard } from '../../../prerender/pricing/flow-examples.ts';
import { keptPicture } from '../../../prerender/social-cards/card-cache.ts';

export function getStaticPaths() {
  return languages.map((language) => withKey({ params: { language }, props: { language } }));
}

/** The card that pages show as a flow's example. */
export const GET: APIRoute<{ readonly language: Language }> = async ({ props: { language } }) => {
  const t = translator(language);
  const texts = { title: t('examples.title'), subtitle: t('examples.subtitle') };
  const png = await keptPicture(cacheDir, texts, () => exampleCard(texts));
  return new Response(png, { headers: { 'content-type': 'image/png' } });
};
