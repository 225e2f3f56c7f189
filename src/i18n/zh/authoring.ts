/** What a new post has until its author writes it: the check finds what was left of it. */
export const skeleton = {
  description: '用一句话说清楚，读者能从这篇文章里知道什么。',
  opening: '第一段先交代这篇文章讲什么，对读者有什么用。',
  sections: [
    { heading: '问题', text: '写出读者想弄明白或想做成的事，用他们自己会用的说法。' },
    { heading: '答案', text: '给出规则、步骤或数字，再配一个从头算到尾的例子。' },
    { heading: '接下来', text: '写一件读者现在就能做的事，并附上链接。' },
  ],
};

/** Examples for the messages about wrong content. */
export const examples = {
  title: '积分是怎么算的',
  bio: '写关于机器的文章。',
  tagName: '图片',
};
