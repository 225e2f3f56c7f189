import type { Language } from '../contract/language.ts';
import { flowPrices } from '../contract/prices.ts';
import { loginPath } from '../contract/session.ts';
import { localizedPath } from '../i18n/paths.ts';
import { translator } from '../i18n/translate.ts';
import type { TopBarProps } from '../islands/top-bar/TopBar.tsx';
import { site } from '../site.config.ts';

const twins = {
  en: { code: 'zh', name: '中文' },
  zh: { code: 'en', name: 'English' },
} as const;

/** The words and addresses of the top bar for a page. */
export function topBarProps(language: Language, path: string, hasTwin: boolean): TopBarProps {
  const t = translator(language);
  const localized = (neutral: string) => localizedPath(neutral, language);
  const twin = twins[language];
  return {
    brand: site.name,
    homePath: localized('/'),
    loginHref: `${loginPath}?returnTo=${encodeURIComponent(localized(path))}`,
    accountPath: localized('/account/'),
    otherLanguage: { ...twin, path: localizedPath(hasTwin ? path : '/', twin.code) },
    links: [
      { label: t('frame.pricing'), path: localized('/pricing/'), current: path === '/pricing/' },
      { label: t('frame.blog'), path: localized('/blog/'), current: path.startsWith('/blog/') },
    ],
    products: flowPrices.map(({ id, priceCredits }) => ({
      id,
      name: t(`flows.${id}.name`),
      price: t('frame.perRun', { count: priceCredits }),
    })),
    pricingPath: localized('/pricing/'),
    labels: {
      mainNavigation: t('frame.mainNavigation'),
      products: t('frame.products'),
      allPrices: t('frame.allPrices'),
      tryForFree: t('frame.tryForFree'),
      openMenu: t('frame.openMenu'),
      theme: t('frame.theme'),
      openSettings: t('avatar.openSettings'),
      credits: t('avatar.credits'),
      account: t('avatar.account'),
      logout: t('avatar.logout'),
    },
  };
}
