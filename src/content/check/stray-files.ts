import { type ContentFile, folders } from './files.ts';
import { error, type Finding } from './finding.ts';

const written = /\.(?:mdx?|markdown|txt|html?|rtf|docx?|json|ya?ml)$/i;

/** Which files a folder is made of, as an example. */
const expected: readonly (readonly [folder: string, example: string])[] = [
  [folders.posts, `${folders.posts}/en/how-credits-work.md`],
  [folders.pages, `${folders.pages}/en/about.md`],
  [folders.authors, `${folders.authors}/millrace.json`],
  [folders.tags, `${folders.tags}/credits.json`],
];

/**
 * What is wrong with a file that lies among the content and is none. Somebody who saved a text there
 * believes that it is published; pictures may lie anywhere.
 */
export function strayFindings({ path }: ContentFile): Finding[] {
  const [, example] = expected.find(([folder]) => path.startsWith(`${folder}/`)) ?? [];
  if (!example || !written.test(path)) return [];
  return [
    error(
      'place',
      { file: path },
      {
        problem: 'It is not published: its folder or its ending is none that the site reads.',
        fix: `Save it as, for example, ${example}, or move it away.`,
      },
    ),
  ];
}
