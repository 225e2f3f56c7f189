import { expect, it } from 'vitest';
import { llmsText } from '../../../../../src/prerender/blog/llms-text.ts';

const link = { title: 'A [short] one', url: 'https://mill.example/a/', description: 'On a.' };

it('is a title, a summary, and sections of links; a section without links is left out', () => {
  const text = llmsText({
    title: 'Mill',
    summary: 'Small jobs.',
    sections: [
      { title: 'Pages', links: [link, { ...link, title: 'B' }] },
      { title: 'Posts', links: [] },
    ],
  });
  expect(text).toBe(
    [
      '# Mill',
      '',
      '> Small jobs.',
      '',
      '## Pages',
      '',
      '- [A \\[short\\] one](https://mill.example/a/): On a.',
      '- [B](https://mill.example/a/): On a.',
      '',
    ].join('\n'),
  );
});
