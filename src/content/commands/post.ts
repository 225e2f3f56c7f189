import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultLanguage, type Language, languages } from '../../contract/language.ts';
import { examplesWords } from '../../i18n/words.ts';
import { buildContext, readContentFiles } from '../project.ts';
import { newPost, readPostOptions } from './new-post.ts';

const help = `Makes a draft of a post.

${languages.map(example).join('')}
  --lang     ${languages.join(' or ')} (${defaultLanguage})
  --slug     the last part of the address; without it, it is made from a title in Latin letters.
             The same slug in several languages is the same post
  --tags     names of files in src/content/tags, with commas between them
  --author   the name of a file in src/content/authors; without it, the only one there is
`;

function example(language: Language): string {
  const options =
    language === defaultLanguage
      ? ''
      : ` --lang ${language} --slug how-credits-work --tags credits`;
  return `  npm run post -- "${examplesWords[language].title}"${options}\n`;
}

const root = fileURLToPath(new URL('../../..', import.meta.url));

process.exitCode = main(process.argv.slice(2));

function main(args: readonly string[]): number {
  const options = readPostOptions(args);
  if (options.kind === 'help') {
    process.stdout.write(help);
    return 0;
  }
  const context = buildContext(Date.now());
  const post =
    options.kind === 'options' ? newPost(options, readContentFiles(root), context) : options;
  if (post.kind === 'refusal') {
    process.stderr.write(`${post.sentence}\n`);
    return 1;
  }
  const path = join(root, post.file);
  mkdirSync(dirname(path), { recursive: true });
  // The check found no such file; one that was made since then is not overwritten.
  writeFileSync(path, post.text, { flag: 'wx' });
  process.stdout.write(`${post.file}
Write it, look at it with "npm run dev", and try "npm run check:content".
When it is finished, take out the line "draft: true": it appears with the next build.
`);
  return 0;
}
