const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** What ends in a point within a sentence; a single capital is an initial. */
const abbreviation =
  /(?:^|[\s(“"'])(?:Mrs?|Ms|Dr|Prof|St|Jr|Sr|Inc|Ltd|Co|Corp|No|Nos|Fig|Figs|Vol|pp?|vs|cf|al|etc|e\.g|i\.e|approx|[A-Z]|(?:[A-Z]\.)+[A-Z])\.\s*$/;

/** The sentences of a paragraph in any language, each without the space around it. */
export function* sentencesOf(paragraph: string): Generator<string> {
  let sentence = '';
  for (const { segment } of segmenter.segment(paragraph)) {
    sentence += segment;
    if (abbreviation.test(segment)) continue;
    yield* unlessBlank(sentence);
    sentence = '';
  }
  yield* unlessBlank(sentence);
}

function* unlessBlank(sentence: string): Generator<string> {
  const trimmed = sentence.trim();
  if (trimmed !== '') yield trimmed;
}
