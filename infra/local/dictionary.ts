import type { Language } from '../../src/contract/language.ts';
import { MAX_NAME_LENGTH } from './identity-provider/person.ts';

const english = {
  signIn: {
    /** Before the product's name. */
    title: 'Sign in to',
    error: 'Error: ',
    standIn:
      'This is the local stand-in for the identity provider. It checks no password: any address works, and the same address is the same person.',
    email: 'E-mail',
    name: 'Name',
    verified: 'The address is verified',
    submit: 'Sign in',
    cancel: 'Cancel',
    emailRefused: 'Enter an e-mail address, such as ada@example.com.',
    nameRefused: `Enter a name of at most ${MAX_NAME_LENGTH} characters.`,
  },
  payments: {
    standIn:
      'This is the local stand-in for the payment service. No money moves, and no card is asked for.',
    payTitle: 'Pay',
    pay: 'Pay',
    payRefused: 'Pay with a card that is declined',
    leave: 'Back without paying',
    declined: 'The card was declined. Pay with another one, or go back.',
    over: 'This payment page is no longer open.',
    back: 'Back to the site',
    dashboardTitle: 'Payments',
    dashboardIntro:
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
  },
} as const;

/** The texts of the stand-ins' pages. */
export type Dictionary = {
  readonly [Surface in keyof typeof english]: Readonly<
    Record<keyof (typeof english)[Surface], string>
  >;
};

export const dictionaries: Readonly<Record<Language, Dictionary>> = {
  en: english,
  zh: {
    signIn: {
      title: '登录',
      error: '有误：',
      standIn: '这是登录服务在本机上的替身：不检查密码，填任何邮箱都可以；同一个邮箱就是同一个人。',
      email: '邮箱',
      name: '姓名',
      verified: '邮箱已验证',
      submit: '登录',
      cancel: '取消',
      emailRefused: '请填写邮箱，例如 ada@example.com。',
      nameRefused: `姓名最多 ${MAX_NAME_LENGTH} 个字符，请重新填写。`,
    },
    payments: {
      standIn: '这是支付服务在本机上的替身：不会有钱款往来，也不会要求银行卡信息。',
      payTitle: '付款',
      pay: '付款',
      payRefused: '用会被拒的卡付款',
      leave: '不付款，返回',
      declined: '这张卡被拒绝了。请换一张再付，或者返回。',
      over: '这个付款页面已经关闭。',
      back: '返回网站',
      dashboardTitle: '付款记录',
      dashboardIntro: '账户所有者在后台能做的事都在这里，可以把一笔购买从头到尾演一遍。',
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
  },
};

/** An amount in minor units, in the language's format. */
export function money(amountMinor: number, currency: string, language: Language): string {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency });
  return format.format(amountMinor / 100);
}
