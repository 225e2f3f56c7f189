/** The flows, by what their files in `functions/flows/catalog/` call them. */
export const socialCard = {
  name: 'Social card',
  description:
    'A title and a subtitle become a 1200\u00a0×\u00a0630 PNG, set in Latin or Chinese type.',
  labels: {
    title: 'Title',
    subtitle: 'Subtitle',
    theme: 'Theme',
    'theme.light': 'Light',
    'theme.dark': 'Dark',
    'card.png': 'Card',
  },
  hints: { title: 'Three lines at most. Emoji are left out.' },
};

export const cardRefusals = {
  title_empty: 'There is nothing to see in the title. Write a few words.',
  title_not_drawable:
    'The fonts of the card have no character of this title. Use Latin or Chinese ones.',
  title_too_long: 'The title does not fit on the card: it has room for three lines. Shorten it.',
  subtitle_too_long: 'The subtitle does not fit on the card. Shorten it.',
};

export const imageShrink = {
  name: 'Image shrink',
  description:
    'A heavy PNG or JPEG comes back as AVIF and WebP in the widths you choose, bytes before and after.',
  labels: {
    picture: 'Picture',
    widths: 'Widths in pixels',
    'bytes-before': 'Before',
    avif: 'AVIF',
    webp: 'WebP',
  },
  hints: {
    picture:
      'PNG, JPEG, WebP or AVIF up to {megabytes}\u00a0MB and {megapixels} megapixels. Location and camera data are removed.',
    widths: 'Up to {widths}. Pictures are never enlarged.',
  },
};

export const pictureRefusals = {
  noPicture: 'This file is no PNG, JPEG, WebP or AVIF, whatever its name says. Choose one that is.',
  damaged: 'The picture is damaged or cut off. Export it anew and try that file.',
  animated: 'The picture moves, and only still ones can be shrunk. Export one frame of it.',
  tooManyBytes:
    'The picture has {has} MB, and at most {most} MB are taken. Save it with a lower quality.',
  tooManyPixels:
    'The picture has {megapixels} megapixels, and at most {maxMegapixels} are taken. Make it smaller first.',
  tooLong:
    'The result is {side} pixels long, and WebP ends at {maxSide}. Cut the picture in parts.',
  tooLargeResult:
    'At {width} pixels of width the result has more than {maxMegapixels} megapixels. Choose a smaller width.',
  tooHeavyResult: 'At {width} pixels the result has more than {most} MB. Choose a smaller width.',
};

export const documentDigest = {
  name: 'Document digest',
  description: 'A long text becomes its key sentences, its key phrases and an honest reading time.',
  labels: {
    text: 'Text',
    sentences: 'Sentences in the summary',
    summary: 'Summary',
    'key-phrases': 'Key phrases',
    'reading-time': 'Reading time',
    length: 'Length',
    'sentence-length': 'Average sentence',
    'reading-ease': 'Reading ease (Flesch)',
    'common-characters': 'Common characters',
  },
  hints: {
    text: 'English or Chinese, plain or Markdown, up to {kilobytes}\u00a0kB. The summary quotes the text; nothing is rewritten.',
    sentences: 'At most a third of the text’s sentences.',
  },
};

export const textRefusals = {
  notText:
    'This is not text: it has characters that only binary files have. Save it as plain text.',
  tooManyBytes: 'The text has {has} kB, and at most {most} kB are taken. Give it in parts.',
  noWords: 'There are no words in this text. Paste a few paragraphs of English or Chinese.',
  tooFewSentences:
    'The text has fewer than {least} sentences, so there is nothing to leave out of it.',
  otherLanguage:
    'The text seems to be in another language than English or Chinese, the two that are read.',
};
