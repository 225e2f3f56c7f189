/** What a new post has until its author writes it: the check finds what was left of it. */
export const skeleton = {
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
};

/** Examples for the messages about wrong content. */
export const examples = {
  title: 'How credits work',
  bio: 'Writes about engines.',
  tagName: 'Images',
};
