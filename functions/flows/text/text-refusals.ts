import { InputRefused } from '../flow.ts';
import { maxTextBytes } from '../input-limits.ts';

/** The input is no text. */
export function notText(): InputRefused {
  return new InputRefused({
    en: 'This is not text: it has characters that only binary files have. Save it as plain text.',
    zh: '这不是文本，其中含有只出现在二进制文件里的字符，请另存为纯文本。',
  });
}

export function tooManyBytes(bytes: number): InputRefused {
  const [has, limit] = [Math.ceil(bytes / 1_000), maxTextBytes / 1_000];
  return new InputRefused({
    en: `The text has ${has} kB, and at most ${limit} kB are taken. Give it in parts.`,
    zh: `文本有 ${has} kB，最多 ${limit} kB，请分成几部分。`,
  });
}

export function noWords(): InputRefused {
  return new InputRefused({
    en: 'There are no words in this text. Paste a few paragraphs of English or Chinese.',
    zh: '这段文本里没有文字，请粘贴几段中文或英文。',
  });
}

export function tooFewSentences(least: number): InputRefused {
  return new InputRefused({
    en: `The text has fewer than ${least} sentences, so there is nothing to leave out of it.`,
    zh: `文本不到 ${least} 句，没有什么可以省略的。`,
  });
}

export function otherLanguage(): InputRefused {
  return new InputRefused({
    en: 'The text seems to be in another language than English or Chinese, the two that are read.',
    zh: '文本似乎既不是中文也不是英文，目前只支持这两种语言。',
  });
}
