import { languages } from '../../contract/language.ts';
import { slugPattern } from '../../contract/slug.ts';
import { slugWords } from '../schema-fields.ts';
import { type CheckText, error, type Finding } from './finding.ts';
import type { ReservedNames } from './page-files.ts';
import type { Sources, TextSource } from './sources.ts';

/** What is wrong with the names of posts and pages, which are the last parts of their addresses. */
export function slugFindings({ posts, pages }: Sources, reserved: ReservedNames): Finding[] {
  return [
    ...posts.flatMap((post) => nameFindings(post, reserved.blog)),
    ...pages.flatMap((page) => nameFindings(page, reserved.root)),
    ...doubleFindings(posts),
    ...doubleFindings(pages),
  ];
}

/** Why a slug can't be had: another page is at its address. */
export function takenBy(slug: string, reserved: ReadonlySet<string>): string | undefined {
  if (/^\d+$/.test(slug)) return 'numbers are the addresses of the list’s further pages';
  return reserved.has(slug) ? 'another page of the site has this address' : undefined;
}

function nameFindings({ file, slug }: TextSource, reserved: ReadonlySet<string>): Finding[] {
  const words = wordsOfName(slug, takenBy(slug, reserved));
  return words ? [error('slug', { file }, words)] : [];
}

function wordsOfName(slug: string, taken: string | undefined): CheckText | undefined {
  if (!slugPattern.test(slug)) {
    return {
      problem: `The file’s name is the last part of the address; ${JSON.stringify(slug)} is not made of ${slugWords}.`,
      fix: 'Rename the file, for example how-credits-work.md.',
    };
  }
  if (!taken) return undefined;
  return { problem: `The name ${slug} can’t be used: ${taken}.`, fix: 'Rename the file.' };
}

/** Capitals don't tell two addresses apart: some disks and some readers take them for the same. */
function doubleFindings(sources: readonly TextSource[]): Finding[] {
  return languages.flatMap((language) => {
    const bySlug = Map.groupBy(
      sources.filter((source) => source.language === language),
      ({ slug }) => slug.toLowerCase(),
    );
    return [...bySlug.values()].flatMap((same) => {
      const [first, ...others] = same;
      return others.map(({ file }) =>
        error(
          'slug',
          { file },
          {
            problem: `It has the same address as ${first?.file}.`,
            fix: 'Give one of the two another name.',
          },
        ),
      );
    });
  });
}
