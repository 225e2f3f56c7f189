import { stemmer } from 'stemmer';
import type { Sentence } from './analyse-text.ts';
import { pairsOf } from './pairs.ts';
import { sentenceEnd } from './plain-lines.ts';

/** The shortest sentence that stands by itself, in words and Chinese characters. */
const MIN_LENGTH = 6;
/** A longer sentence is mostly a list, or a text without full stops. */
const MAX_LENGTH = 120;
/** A sentence with a larger share in quotes is speech; with figures it may be more. */
const MAX_QUOTED = { plain: 0.3, figures: 0.6 } as const;

/**
 * The persons and the order of a meeting, as minutes note them: Robert's Rules of Order (1915, public
 * domain), section 60; GB/T 9704-2012, section 10.3 (出席, 请假, 列席).
 */
const meeting = [
  /^(?:present|absent|apologies|(?:in )?attendance|attend(?:ees?|ing|ed)|chair(?:man|woman|person|ed)?|in the chair|secretary|minutes(?: taken)? by|recorded by|participants)\b[^.!?]{0,20}(?:[:：]|\b(?:from|for|by|were|was)\b)|^(?:held|date|time|place|venue|location)\b(?: (?:in|at|on)\b|[^.!?]{0,12}[:：])/iu,
  /\b(?:meeting|session|assembly|gathering)\b[^.!?]{0,40}\b(?:open(?:ed)?|beg[au]n|started|closed|adjourned|ended|finished|(?:will be|was|were) held|takes place|is (?:on|set|scheduled))\b|\b(?:called|came) (?:the meeting )?to order\b|\b(?:opened|closed|adjourned) the meeting\b|\bno (?:further|other) business\b|\bminutes of (?:the|its|our) .{0,40}\b(?:approved|read|confirmed|accepted|signed|adopted|agreed)\b|\bnext meeting\b|^end of (?:the )?meeting|\bwelcomed (?:the|all|everybody|everyone|members|guests)\b/iu,
  /^(?:出席|列席|缺席|请假|与会|参会|参加|主持|记录|时间|地点|日期|主讲)[\p{sc=Han}、]{0,6}[:：]|^出席.{0,12}\d+人|应到.{0,8}实到|参加会议的有|会议由.{0,12}主持/u,
  /(?:会议|大会|例会|座谈会)[^，。]{0,14}(?:结束|闭幕|散会|开始)|散会|下(?:次|一次)(?:会议|例会|大会)|宣布(?:开会|会议|大会)|会议时间另行/u,
];

/** Openings and closings of letters and manuals, and the words with which they thank and wish. */
const courtesy = [
  /^(?:dear|hello|hi|welcome|congratulations|sincerely|yours|(?:with )?(?:best|kind|warm)(?:est)? (?:regards|wishes))\b/iu,
  /\b(?:thank(?:s| you)|our thanks|thanked|grateful|gratitude|acknowledgements?)\b|\blook(?:s|ing)? forward to\b|\bhesitate to\b|\bany (?:other |further )?questions\b|\bhope (?:that )?(?:this|you|to (?:see|hear|welcome))\b|\b(?:wish|wished|wishes|wishing) (?:you|everybody|everyone|all|them|him|her)\b|\bhappy to (?:help|answer|assist)\b|\bthere for you\b|\bapologi[sz]e\b|\bregret (?:that|any)\b|\bpleasure to\b|^(?:we|i) (?:are|am) writing\b|^(?:we|i) (?:write|refer) to\b|^(?:further|with reference|with regard|in reply|in response) to your\b|^(?:please find |enclosed )|\byour understanding\b/iu,
  /^(?:尊敬|亲爱|各位|大家好|您好|你好|此致|敬礼|顺祝|顺颂|谨祝|祝|恭喜|欢迎|期待|愿|衷心|敬请|特此)|感谢|谢谢|多谢|致谢|谢意|致以|祝您|祝你|祝大家|祝各位|期待(?:您|与|和|着)|竭诚|歉意|谅解|收悉|请查收|如有(?:任何)?(?:疑问|问题)|如需帮助|随时(?:与|联系|为您|咨询)/u,
];

/**
 * Clauses that stand in every contract, licence, paper and page: the general provisions of Common
 * Paper's standard agreements (CC BY 4.0) and of the model contracts of the State Administration for
 * Market Regulation of China (public).
 */
const boilerplate = [
  /\bentire agreement\b|\boral agreements?\b|\bseverab|\b(?:counterparts|hereinafter|whereof|whereas)\b|\bgoverning law\b|\blaws? of .{0,30}\bappl(?:y|ies)\b|\bgoverned by\b|\bjurisdiction\b|\b(?:clause|provision|term)s? (?:is|are|becomes?|proves?) (?:void|invalid|unenforceable)|\bheadings\b.{0,20}\bconvenience\b|\b(?:changes|amendments) to this (?:agreement|contract)\b|\bsigned cop(?:y|ies)\b|\bas follows\b/iu,
  /\ball rights reserved\b|©|\bcopyright\b|\bwebsite\b|\bconflicts? of interest\b|\bavailable (?:up)?on request\b|\bread (?:this|these|the) .{0,40}\b(?:carefully|before)\b|\bkeep (?:this|these) (?:manual|instructions|letter|document)\b|\bsee page\b|\bclick\b|\bsubscribe\b|\bnewsletter\b|\bfor (?:more|further) (?:information|details)\b|\bfurther information\b|^key ?words\b|\bcorresponding author\b|^(?:photo|picture|image|source|reporting)\b[^.]{0,20}(?:[:：]|\bby\b)/iu,
  /一式[\p{sc=Han}\d]份|未尽事宜|签字盖章|盖章之日|签字之日|(?:同等|法律)效力|人民法院管辖|友好协商|协商解决|标题仅为|全部约定|以下简称|如下[。：:]?$|利益冲突|向作者索取|版权所有|仔细阅读|妥善保管|更多(?:信息|详情|内容)|详情(?:请|见)|请(?:访问|点击|关注|登录|咨询|联系我们)|欢迎(?:留言|关注|访问)|请看第|转载|责任编辑|通讯作者|基金项目|收稿日期|^关键词|适用于所有/u,
];

const formulas = [...meeting, ...courtesy, ...boilerplate];

/**
 * Whether a sentence may stand in a summary: it ends as one, asks nothing, is no greeting, no
 * formality, no list of names, and not mainly the speech of somebody.
 */
export function isStatement(sentence: Sentence): boolean {
  const { text, length, isItem, words } = sentence;
  if (length < MIN_LENGTH || length > MAX_LENGTH) return false;
  if (/[?？]["'”’)）\]」』]*$/u.test(text) || formulas.some((one) => one.test(text))) return false;
  const ends = sentenceEnd.test(text) || (isItem && /[;；]$/.test(text));
  const maxQuoted = figuresIn(sentence) > 0 ? MAX_QUOTED.figures : MAX_QUOTED.plain;
  return ends && quotedShare(text) < maxQuoted && hasCase(text, words);
}

/** A heading in capitals is none, whatever mark ends it. */
function hasCase(text: string, words: Sentence['words']): boolean {
  return words.every(({ script }) => script !== 'latin') || /\p{Ll}|\p{sc=Han}/u.test(text);
}

/** The share of a sentence that stands in quotes; all of it, where a quote is cut. */
function quotedShare(text: string): number {
  const opened = text.match(/[“「『]/gu)?.length ?? 0;
  const closed = text.match(/[”」』]/gu)?.length ?? 0;
  if (opened !== closed) return 1;
  const quotes = pairsOf(text).filter(({ kind }) => kind === 'quote');
  return quotes.reduce((sum, { start, end }) => sum + end - start - 1, 0) / text.length;
}

/**
 * Words of decisions, causes and results. English: lemmas of the synsets decide 1–2, resolve 2,
 * approve 1, agree 1–2, vote 1, elect 1, recommend 1, propose 1, forbid 1, require 1, announce 2, plan 1,
 * cause 1, reason 1, therefore 1–2, result 1–2, prevent 1, prove 2, detect 1, increase 1, rise 2,
 * decrease 1, reduce 1, cost 1 and replace 1 of WordNet 3.0 (WordNet licence), the verbs of RFC 2119, and
 * the causal connectives of the Penn Discourse Treebank 2.0. Chinese: words of the same synsets in the
 * Chinese Open Wordnet (WordNet licence), and the verbs of duty in the Standing Committee's rules for
 * drafting laws (2009).
 */
const english = stemsOf(
  'decide decided resolve settle determine conclude conclusion decision approve adopt agree vote elect recommend recommendation propose proposal suggest advise forbid prohibit require necessitate demand announce declare plan cause reason because therefore thus hence consequently accordingly result lead led prevent prove demonstrate show shown detect observe find found discover increase rise rose risen climb decrease diminish fall fell fallen reduce cut cost replace must shall should may never only until unless since',
);
const chinese =
  /决定|决议|建议|提议|批准|同意|表决|选举|禁止|宣布|计划|结论|发现|证明|显示|表明|原因|规定|导致|致使|结果|后果|增加|增长|上升|上涨|减少|下降|降低|削减|缩短|花费|防止|避免|更换|取消|废除|要求|需要|应当|必须|不得|因为|由于|因此|因而|所以|从而|为了|否则|以免|只能|只有/gu;

function stemsOf(text: string): ReadonlySet<string> {
  return new Set(text.split(' ').map((word) => stemmer(word)));
}

/** How many words of decisions, causes and results a sentence has. */
export function cuesIn({ words, text }: Sentence): number {
  const latin = words.filter(({ script, key }) => script === 'latin' && english.has(key)).length;
  return latin + (text.match(chinese)?.length ?? 0);
}

/** Amounts with their unit or sign, and other numbers in digits or as words. */
const amount =
  /[$€£¥]\s?\d[\d.,]*|\d[\d.,]*\s?(?:%|％|‰|per ?cent|percent|million|billion|thousand|万|亿|元|千|百)/giu;
const number =
  /\d[\d.,]*|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|hundred|thousand|half|third|quarter|twice|double)\b|[一二两三四五六七八九十百千万半]{1,4}(?=[个名家户天日年月周次倍成人岁小分米公里吨元台座套辆条项])|[二三四五六七八九十]分之[一二三四五六七八九]/giu;

/** How many figures a sentence has; an amount counts twice. */
export function figuresIn({ text }: Sentence): number {
  return (text.match(amount)?.length ?? 0) + (text.match(number)?.length ?? 0);
}

/** A sentence that begins so leans on the one before it. */
const leaning =
  /^(?:but|and|yet|or|so|then|nevertheless|however|he|she|it|its|they|their|this|these|those|that|such|both|others?|there|not)\b|^(?:但|而且|然而|不过|他|她|它|这|那|其|此|另|同时|也|还|并|本[章节])/iu;

export function leans({ text }: Sentence): boolean {
  return leaning.test(text);
}
