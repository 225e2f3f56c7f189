import type { Language } from '../../../src/contract/language.ts';

/** What the pages of the stand-in say. */
const english = {
  standIn:
    'This is the local stand-in for the payment service. No money moves, and no card is asked for.',
  payTitle: 'Pay',
  pay: 'Pay',
  payRefused: 'Pay with a card that is declined',
  leave: 'Back without paying',
  declined: 'The card was declined. Pay with another one, or go back.',
  over: 'This payment page is no longer open.',
  back: 'Back to the site',
  deskTitle: 'Payments',
  deskIntro:
    'What the owner of the account could do in the dashboard, to play the whole life of a purchase.',
  delivery: 'How webhooks are sent',
  once: 'once each',
  twice: 'twice at the same time, under two ids',
  held: 'held until you let them go',
  set: 'Set',
  heldCount: 'Webhooks that are held:',
  releaseOldest: 'Send, the oldest first',
  releaseNewest: 'Send, the newest first',
  none: 'Nobody has come to pay yet.',
  open: 'open',
  complete: 'paid',
  expired: 'expired',
  expire: 'Let it expire',
  amount: 'Amount',
  refund: 'Refund',
  failRefund: 'Let the refund fail',
  dispute: 'Open a dispute',
  win: 'Win it',
  lose: 'Lose it',
  succeeded: 'refunded',
  failed: 'refund failed',
  needs_response: 'disputed',
  won: 'dispute won',
  lost: 'dispute lost',
  impossible: 'That is not possible now: go back and look at what has become of the payment.',
} as const;

export type Words = Readonly<Record<keyof typeof english, string>>;

export const words: Readonly<Record<Language, Words>> = {
  en: english,
  zh: {
    standIn: '这是支付服务在本机上的替身：不会有钱款往来，也不会要求银行卡信息。',
    payTitle: '付款',
    pay: '付款',
    payRefused: '用会被拒的卡付款',
    leave: '不付款，返回',
    declined: '这张卡被拒绝了。请换一张再付，或者返回。',
    over: '这个付款页面已经关闭。',
    back: '返回网站',
    deskTitle: '付款记录',
    deskIntro: '账户所有者在后台能做的事都在这里，可以把一笔购买从头到尾演一遍。',
    delivery: 'webhook 的发送方式',
    once: '每个发一次',
    twice: '同时发两次，编号各不相同',
    held: '先扣住，等你放行',
    set: '设定',
    heldCount: '扣住的 webhook：',
    releaseOldest: '从最早的开始发送',
    releaseNewest: '从最新的开始发送',
    none: '还没有人来付款。',
    open: '待付款',
    complete: '已付款',
    expired: '已过期',
    expire: '让它过期',
    amount: '金额',
    refund: '退款',
    failRefund: '让退款失败',
    dispute: '发起争议',
    win: '判商家胜诉',
    lose: '判商家败诉',
    succeeded: '已退款',
    failed: '退款失败',
    needs_response: '争议处理中',
    won: '争议已胜诉',
    lost: '争议已败诉',
    impossible: '现在不能这样做：请返回看看这笔付款的最新状态。',
  },
};

/** An amount in minor units, as people write it. */
export function money(amountMinor: number, currency: string, language: Language): string {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency });
  return format.format(amountMinor / 100);
}
