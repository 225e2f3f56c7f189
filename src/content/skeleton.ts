import type { Language } from '../contract/language.ts';

/** The sentences of a new post, which its author replaces. The check reports what is left. */
interface Skeleton {
  readonly description: string;
  readonly opening: string;
  readonly sections: readonly { readonly heading: string; readonly text: string }[];
}

export const skeletons: Readonly<Record<Language, Skeleton>> = {
  en: {
    description: 'Say in one sentence what the reader will know afterwards.',
    opening: 'Say in the first paragraph what this is about, and why it matters to the reader.',
    sections: [
      {
        heading: 'The question',
        text: 'Say what somebody wants to know or to do, in their own words.',
      },
      {
        heading: 'The answer',
        text: 'Give the rule, the steps or the figures, with one example that adds up.',
      },
      {
        heading: 'What to do next',
        text: 'Name one thing that the reader can do now, with a link.',
      },
    ],
  },
  zh: {
    description: '用一句话说清楚，读者能从这篇文章里知道什么。',
    opening: '第一段先交代这篇文章讲什么，对读者有什么用。',
    sections: [
      { heading: '问题', text: '写出读者想弄明白或想做成的事，用他们自己会用的说法。' },
      { heading: '答案', text: '给出规则、步骤或数字，再配一个从头算到尾的例子。' },
      { heading: '接下来', text: '写一件读者现在就能做的事，并附上链接。' },
    ],
  },
};
