import { stemmer } from 'stemmer';
import { eng, zho } from 'stopword';

/** The script of a word. `number` and `other` are neither English nor Chinese. */
export type Script = 'latin' | 'han' | 'number' | 'other';

export interface Word {
  readonly text: string;
  /** The position in its sentence, in UTF-16 units. */
  readonly start: number;
  /** The same for all forms of a word. */
  readonly key: string;
  readonly script: Script;
  readonly isStop: boolean;
  /** Whether only a space or a hyphen, or nothing, separates it from the word before. */
  readonly follows: boolean;
}

/** A longer word is cut for its key, in UTF-16 units. */
const MAX_WORD_LENGTH = 50;

const segmenter = new Intl.Segmenter('zh-Hans', { granularity: 'word' });

/** The words of a sentence, whatever languages it mixes. */
export function wordsOf(sentence: string): Word[] {
  const words: Word[] = [];
  let between = '.';
  for (const { segment, index, isWordLike } of segmenter.segment(sentence)) {
    if (isWordLike) {
      words.push(wordOf(segment, index, /^[ -]?$/.test(between)));
      between = '';
    } else if (between.length <= 1) {
      between += segment;
    }
  }
  return words;
}

function wordOf(text: string, start: number, follows: boolean): Word {
  const script = scriptOf(text);
  const small = text.slice(0, MAX_WORD_LENGTH).toLowerCase().replace('’', "'");
  const key = script === 'latin' ? stemmer(small) : small;
  return { text, start, key, script, isStop: isStopWord(small), follows };
}

function scriptOf(text: string): Script {
  if (/^\p{sc=Han}/u.test(text)) return 'han';
  if (/^\p{sc=Latin}/u.test(text)) return 'latin';
  return /^\p{N}/u.test(text) ? 'number' : 'other';
}

/** Words that the package's lists lack: pronouns, auxiliaries, conjunctions. */
const furtherEnglish =
  "again against although always aren't can't cannot couldn't didn't doesn't don't done down during either else ever every few hasn't haven't he's however i'm i've isn't it's itself just let's may mine neither no nobody none nor not nothing off often once one one's ours own per perhaps quite rather shall she shouldn't so that's there's they're thing things though thus together two until upon us wasn't we're we've weren't what's when whether whose why will within without won't wouldn't yes yet you're yours";
const furtherChinese =
  '一个 一些 一样 一种 一下 一直 不会 不能 不是 不过 不要 两 个人 为了 为什么 之前 之后 也是 于是 什么 今天 他们 以前 以及 以后 任何 但是 你们 例如 便是 其中 其他 其实 再 再次 决不 出 别人 却 只 只是 只有 只要 可以 可是 可能 各种 同时 同样 呢 咱们 哪些 哪里 因为 因此 多少 大 大家 她们 如何 如果 它 它们 对于 将 已经 并且 当 当时 很多 怎么 怎样 成为 我们 或者 所以 所有 才 是否 是的 时候 最 有些 有的 本 来说 根据 正在 此外 每个 没 没有 然后 然而 由 由于 的话 着 究竟 第一 等等 而 而且 能 能够 自己 至于 若 虽然 被 要 觉得 许多 认为 让 起来 越 较 还是 这 这个 这些 这样 这种 这里 进行 通过 那个 那些 那么 那样 那里 都是 里 除了 随着 需要 非常 首先 使 使用 从 但 以 像 去 可 吗 后 向 呀 啦 嘛 自 与 跟 比 往 给 得到 用 上 下 前 内 外 间 种 次 点 样';

/** Words without a topic of their own, in small letters. */
const stopWords: ReadonlySet<string> = new Set([
  ...[...eng, ...zho],
  ...[...furtherEnglish.split(' '), ...furtherChinese.split(' ')],
]);

/** A number or a demonstrative with its classifier (一次, 每个, 这样), or a particle and one character. */
const counted = /^(?:[一两几每这那哪某]\p{sc=Han}|[的是].)$/u;

/** Whether a word, in small letters and with a straight apostrophe, is a stop word. */
function isStopWord(word: string): boolean {
  return stopWords.has(word) || counted.test(word);
}
