import type { Language } from '../language.ts';
import type { DocumentedRoute } from './documented.ts';

/**
 * What each call does, in one line. Beside the table and not in it, so that no browser has to
 * download the words; a route without them does not compile.
 */
export const summaries: Readonly<Record<DocumentedRoute, Readonly<Record<Language, string>>>> = {
  login: {
    en: 'Starts the sign-in and comes back to `returnTo`',
    zh: '开始登录，完成后回到 `returnTo`',
  },
  logout: {
    en: 'Ends the session, here and at the identity provider',
    zh: '退出登录，登录服务那边也一并退出',
  },
  me: {
    en: 'Who is signed in; no content when nobody is',
    zh: '当前登录的用户；没有登录时应答没有正文',
  },
  createToken: {
    en: 'An access token for the flows, good for five minutes',
    zh: '调用工具用的访问令牌，五分钟内有效',
  },
  readKeys: {
    en: 'The public keys of the access tokens',
    zh: '访问令牌的公钥',
  },
  saveUser: {
    en: 'Saves the user; with an ID token it begins the session and grants the trial',
    zh: '保存用户；带 ID 令牌时开始登录会话，并发放试用积分',
  },
  exportUser: {
    en: 'Everything that is kept about the user',
    zh: '我们保存的这位用户的全部数据',
  },
  deleteUser: {
    en: 'Deletes the user; the ledger stays, without a name',
    zh: '删除用户；账本保留，但不再有名字',
  },
  listSessions: { en: 'The user’s sessions', zh: '这位用户的登录会话' },
  endSession: { en: 'Ends one of the user’s sessions', zh: '结束其中一个登录会话' },
  endSessions: {
    en: 'Ends the user’s sessions: all, or all but this one',
    zh: '结束全部登录会话，或除当前之外的全部',
  },
  readCredits: {
    en: 'The user’s balance and the lots it is made of',
    zh: '这位用户的积分余额，以及组成余额的批次',
  },
  listEntries: {
    en: 'The entries of the user’s ledger, newest first',
    zh: '这位用户的积分明细，最新的在前',
  },
  readUsage: { en: 'Balance and use by day, week or month', zh: '按日、周或月汇总的余额和用量' },
  holdCredits: {
    en: 'Reserves credits of a user before a run',
    zh: '运行之前冻结用户的积分',
  },
  captureHold: {
    en: 'Settles a hold for its amount or less; the rest goes back',
    zh: '按冻结的数额或更少结算，其余解冻',
  },
  releaseHold: {
    en: 'Gives a hold back; nothing is charged',
    zh: '全部解冻，不扣积分',
  },
  grantCredits: { en: 'Gives a user credits, with a reason', zh: '给用户发放积分，并写明原因' },
  startCheckout: {
    en: 'Begins the purchase of a pack and answers where to pay',
    zh: '开始购买积分包，应答里有付款地址',
  },
  receiveWebhook: {
    en: 'What the payment service reports, signed by it',
    zh: '支付服务发来的通知，带有它的签名',
  },
  listPurchases: { en: 'The user’s purchases, newest first', zh: '这位用户的购买记录，最新的在前' },
  checkHealth: {
    en: 'Whether the service and its database answer',
    zh: '服务和它的数据库是否应答',
  },
  listFlows: {
    en: 'The flows on offer, in the caller’s language',
    zh: '可用的工具，以调用者的语言给出',
  },
  quoteRun: { en: 'What a run of a flow would cost', zh: '运行一次工具要多少积分' },
  startRun: {
    en: 'Runs a flow and charges for it; a failed run costs nothing',
    zh: '运行一次工具并扣积分；失败的运行不扣',
  },
  listRuns: { en: 'The user’s runs, newest first', zh: '这位用户的运行记录，最新的在前' },
  readRun: {
    en: 'A run, with its result while that is kept',
    zh: '一次运行，结果保留期间也含结果',
  },
  readRunFile: { en: 'A file of a run’s result', zh: '运行结果里的一个文件' },
  readOpenApi: { en: 'This description', zh: '这份说明' },
};
