/** The flows, by what their files in `functions/flows/catalog/` call them. */
export const socialCard = {
  name: '社交卡片',
  description: '输入标题和副标题，生成 1200\u00a0×\u00a0630 的 PNG，中文和西文都支持。',
  labels: {
    title: '标题',
    subtitle: '副标题',
    theme: '主题',
    'theme.light': '浅色',
    'theme.dark': '深色',
    'card.png': '卡片',
  },
  hints: { title: '最多三行，表情符号会略去。' },
};

export const cardRefusals = {
  title_empty: '标题里没有可见的文字，请写上几个字。',
  title_not_drawable: '卡片的字体里没有这个标题的任何字符，请使用中文或拉丁字母。',
  title_too_long: '标题太长，卡片上最多排三行，请缩短。',
  subtitle_too_long: '副标题太长，卡片上排不下，请缩短。',
};

export const imageShrink = {
  name: '图片压缩',
  description: '把偏大的 PNG 或 JPEG 转成指定宽度的 AVIF 和 WebP，并列出前后的字节数。',
  labels: {
    picture: '图片',
    widths: '宽度（像素）',
    'bytes-before': '压缩前',
    avif: 'AVIF',
    webp: 'WebP',
  },
  hints: {
    picture:
      'PNG、JPEG、WebP 或 AVIF，不超过 {megabytes}\u00a0MB、{wanPixels} 万像素。结果不保留拍摄地点和相机信息。',
    widths: '最多 {widths} 种，不会把图片放大。',
  },
};

export const pictureRefusals = {
  noPicture: '无论文件名是什么，这个文件都不是 PNG、JPEG、WebP 或 AVIF，请换一个。',
  damaged: '图片已损坏或不完整，请重新导出后再试。',
  animated: '这是动图，目前只能压缩静态图片，请导出其中一帧。',
  tooManyBytes: '图片有 {has} MB，最多 {most} MB，请用较低的质量重新保存。',
  tooManyPixels: '图片有 {wanPixels} 万像素，最多 {maxWanPixels} 万，请先缩小。',
  tooLong: '结果的一边有 {side} 像素，WebP 最多 {maxSide}，请先把图片裁成几张。',
  tooLargeResult: '宽度为 {width} 像素时，结果超过 {maxWanPixels} 万像素，请选择更小的宽度。',
  tooHeavyResult: '宽度为 {width} 像素时，结果超过 {most} MB，请选择更小的宽度。',
};

export const documentDigest = {
  name: '文档摘要',
  description: '抽取长文的关键句和关键词，并估算阅读时间。',
  labels: {
    text: '文本',
    sentences: '摘要句数',
    summary: '摘要',
    'key-phrases': '关键词',
    'reading-time': '阅读时间',
    length: '字数',
    'sentence-length': '平均句长',
    'reading-ease': '易读度（Flesch）',
    'common-characters': '常用字比例',
  },
  hints: {
    text: '中文或英文，纯文本或 Markdown，不超过 {kilobytes}\u00a0kB。摘要只用原文的句子。',
    sentences: '不超过全文句数的三分之一。',
  },
};

export const textRefusals = {
  notText: '这不是文本，其中含有只出现在二进制文件里的字符，请另存为纯文本。',
  tooManyBytes: '文本有 {has} kB，最多 {most} kB，请分成几部分。',
  noWords: '这段文本里没有文字，请粘贴几段中文或英文。',
  tooFewSentences: '文本不到 {least} 句，没有什么可以省略的。',
  otherLanguage: '文本似乎既不是中文也不是英文，目前只支持这两种语言。',
};
