import { newPost } from '../../../src/content/commands/new-post.ts';
import { skeletonWords } from '../../../src/i18n/words.ts';
import { contentWith, context } from '../../support/content.ts';

type Fields = Readonly<Record<string, string>>;

const text = `One paragraph of text.

## First

Text with \`code\`, and a [way](#first).

\`\`\`js
const a = 1;
\`\`\`

## Second

| a | b |
| - | -: |
| 1 | 2 |

### Third

The end.
`;

function post(fields: Fields): string {
  const front = {
    title: 'A title',
    description: 'What it is about.',
    publishDate: '2026-01-01',
    author: 'team',
    tags: '[credits]',
    ...fields,
  };
  const lines = Object.entries(front).map(([name, value]) => `${name}: ${value}`);
  return `---\n${lines.join('\n')}\n---\n\n${text}`;
}

const plain = Array.from({ length: 11 }, (_, index) => {
  const number = String(index + 1).padStart(2, '0');
  return [
    `en/plain-${number}.md`,
    post({ title: `Plain ${number}`, publishDate: `2026-02-${number}` }),
  ];
});

/** A title that would end a script or an attribute if it were not escaped. */
export const hostileTitle = `</script><!-- "Q" & 'A'`;

/** The day of the build. */
export const buildTime = '2026-06-01';

/** A text by the author of the post that `npm run post` made; no other post has it. */
export const freshWords = '晨雾里的水车';

/** A post made by `npm run post -- "今天写的" --lang zh --slug fresh`, written and published. */
function freshPost(): string {
  const made = newPost(
    {
      kind: 'options',
      title: '今天写的',
      language: 'zh',
      slug: 'fresh',
      tags: [],
      author: undefined,
    },
    contentWith(),
    { ...context, nowMs: Date.parse(buildTime) },
  );
  if (made.kind === 'refusal') throw new Error(made.sentence);
  const { description, opening, sections } = skeletonWords.zh;
  return [description, opening, ...sections.map((section) => section.text)]
    .reduce((written, sentence) => written.replace(sentence, freshWords), made.text)
    .replace('draft: true', 'draft: false');
}

/**
 * Posts for two pages. One Chinese twin is out of date. A draft and two scheduled posts have words
 * and tags of their own.
 */
export const madeUpPosts: Fields = {
  ...Object.fromEntries(plain),
  // The pages «About» link to a post of this name.
  'en/how-credits-work.md': post({ title: 'Old', publishDate: '2025-01-01', tags: '[ledger]' }),
  'zh/how-credits-work.md': post({ title: '旧文', publishDate: '2025-01-01', tags: '[ledger]' }),
  'en/hostile.md': post({ title: JSON.stringify(hostileTitle), publishDate: '2026-03-01' }),
  'en/twin.md': post({
    title: 'A twin',
    publishDate: '2026-04-01',
    updatedDate: '2026-05-01',
    redirectFrom: '[former-twin]',
    cover: '../covers/how-credits-work.png',
    coverAlt: 'A wheel',
  }),
  'zh/twin.md': post({ title: '双胞胎', publishDate: '2026-04-02', redirectFrom: '[former-twin]' }),
  'zh/only.md': post({ title: '只有中文', tags: '[text]' }),
  'zh/fresh.md': freshPost(),
  'en/unripe-draft.md': post({ title: 'Unripe draft', draft: 'true', tags: '[speed]' }),
  'en/unripe-later.md': post({ title: 'Unripe later', publishDate: '2026-06-02', tags: '[web]' }),
  'zh/unripe-draft.md': post({ title: '未熟的草稿', draft: 'true', tags: '[flows]' }),
};
