import type { Language } from '../../contract/language.ts';
import { type CardOptions, cardSizes } from '../../drawing/card-options.ts';

type Look = Pick<
  CardOptions,
  'accent' | 'layout' | 'name' | 'size' | 'subtitle' | 'theme' | 'title'
>;

/** A card that the product's page shows. */
interface GalleryCard extends Look {
  /** The language of its title, as in HTML. */
  readonly lang: Language | 'el' | 'ja' | 'ko' | 'ru';
}

/**
 * Every layout, theme and size, in six scripts. `src/content/flows/pictures/cards.webp` has all below each
 * other, so that a page loads one file. A test draws them again by the flow.
 */
export const galleryCards: readonly GalleryCard[] = [
  {
    ...{ lang: 'en', title: 'The last lamplighter of Port Ellis' },
    ...{ subtitle: 'A short history of light after dark', name: 'Harbour Review' },
    ...{ accent: '#9a3412', layout: 'left', theme: 'light', size: 'open-graph' },
  },
  {
    ...{ lang: 'zh', title: '古城墙下的早市' },
    ...{ subtitle: '一个摄影师的四十个清晨', name: '街角' },
    ...{ accent: '#b91c1c', layout: 'centred', theme: 'light', size: 'wechat' },
  },
  {
    ...{ lang: 'en', title: 'Release 4.2: faster builds, smaller bundles' },
    ...{ subtitle: 'Upgrade in one command', name: 'Ferrite' },
    ...{ accent: '#58a6ff', layout: 'left', theme: 'dark', size: 'x' },
  },
  {
    ...{ lang: 'zh', title: '为什么水往低处流' },
    ...{ subtitle: '给孩子的十二个物理问题', name: '小问号' },
    ...{ accent: '#0f766e', layout: 'panel', theme: 'light', size: 'open-graph' },
  },
  {
    ...{ lang: 'en', title: 'Sourdough in 24 hours' },
    ...{ subtitle: 'Flour, water, salt, and a night’s patience', name: 'Crumb & Crust' },
    ...{ accent: '#b45309', layout: 'panel', theme: 'light', size: 'linkedin' },
  },
  {
    ...{ lang: 'ja', title: '雨の日の京都を歩く' },
    ...{ subtitle: '傘をさして巡る七つの庭', name: '旅の余白' },
    ...{ accent: '#7dd3fc', layout: 'centred', theme: 'dark', size: 'open-graph' },
  },
  {
    ...{ lang: 'ru', title: 'Как читать карту звёздного неба' },
    ...{ subtitle: 'Пять созвездий, которые найдёт каждый', name: 'Обсерватория' },
    ...{ accent: '#fbbf24', layout: 'left', theme: 'dark', size: 'linkedin' },
  },
  {
    ...{ lang: 'ko', title: '작은 도서관의 큰 하루' },
    ...{ subtitle: '동네 책방에서 보낸 스물네 시간', name: '책마루' },
    ...{ accent: '#6d28d9', layout: 'left', theme: 'light', size: 'x' },
  },
  {
    ...{ lang: 'zh', title: '用 TypeScript 写一个积分账本' },
    ...{ subtitle: '从零开始 · 第 3 讲', name: '晨曦课堂' },
    ...{ accent: '#2563eb', layout: 'left', theme: 'light', size: 'wechat' },
  },
  {
    ...{ lang: 'el', title: 'Ένα νησί, τρεις συνταγές' },
    ...{ subtitle: 'Ψωμί, ελιές και θάλασσα', name: 'Γεύσεις' },
    ...{ accent: '#38bdf8', layout: 'panel', theme: 'dark', size: 'open-graph' },
  },
  {
    ...{ lang: 'en' },
    title: 'What we learned from moving four million records without stopping the service once',
    ...{ subtitle: '', name: 'Ops Notes' },
    ...{ accent: '#be185d', layout: 'left', theme: 'light', size: 'linkedin' },
  },
  {
    ...{
      lang: 'en',
      title: 'Annual report 2026',
      subtitle: '',
      name: 'Alder & Finch',
    },
    ...{ accent: '#a78bfa', layout: 'centred', theme: 'dark', size: 'x' },
  },
];

/** How wide the picture of all cards is, in pixels: twice the width of a column. */
const WIDTH_PX = 720;

/** Where a card is in that picture, in pixels from its top. */
export interface CardPlace {
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The places of the cards, in their order. */
export function cardPlaces(): readonly CardPlace[] {
  let below = 0;
  return galleryCards.map(({ size }) => {
    const { widthPx, heightPx } = cardSizes[size];
    const height = Math.round((WIDTH_PX * heightPx) / widthPx);
    const top = below;
    below += height;
    return { top, width: WIDTH_PX, height };
  });
}
