import type { Language } from '../../contract/language.ts';
import { translator } from '../../i18n/translate.ts';

/**
 * The words of the star that saves a post.
 *
 * @param max how many posts a reader can save
 */
export function starLabels(language: Language, title: string, max: number) {
  const t = translator(language);
  return {
    save: t('blog.saveTitle', { title }),
    caption: t('blog.save'),
    unkept: t('blog.unkept', { max }),
  };
}
