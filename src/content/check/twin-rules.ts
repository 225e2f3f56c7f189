import { type Language, otherLanguages } from '../../contract/language.ts';
import { languageRecords } from '../../contract/language-records.ts';
import { error, type Finding, warning } from './report.ts';
import { fieldPlace, folders, type Page, type Post, postFile, type Sources } from './sources.ts';

/** The name of a language in English. */
export function languageName(language: Language): string {
  return languageRecords[language].names.en;
}

/** Findings about differences between a text and its twins: the same slug in the other languages. */
export function twinFindings({ posts, pages }: Sources): Finding[] {
  const postsByFile = new Map(posts.map((post) => [post.file, post]));
  const pagesByFile = new Map(pages.map((page) => [page.file, page]));
  return [
    ...posts.flatMap((post) =>
      otherLanguages(post.language).flatMap((language) => ofPost(post, language, postsByFile)),
    ),
    ...pages.flatMap((page) =>
      otherLanguages(page.language).flatMap((language) => ofPage(page, language, pagesByFile)),
    ),
  ];
}

/** A draft needs no twin yet: people translate a finished post. */
function ofPost(post: Post, language: Language, posts: ReadonlyMap<string, Post>): Finding[] {
  if (post.isDraft) return [];
  const file = postFile(language, post.slug);
  const twin = posts.get(file);
  if (!twin) {
    const fix = `Write ${file}, if its readers should have it.`;
    return [warning('twin', { file: post.file }, { problem: withoutTwin(language), fix })];
  }
  return [...missingOldSlugs(post, twin), ...otherTags(post, twin)];
}

/** Every page links to its twin, so a missing twin makes a dead link. A draft needs none yet. */
function ofPage(page: Page, language: Language, pages: ReadonlyMap<string, Page>): Finding[] {
  if (page.isDraft) return [];
  const file = `${folders.pages}/${language}/${page.slug}.md`;
  const twin = pages.get(file);
  if (twin && !twin.isDraft) return [];
  const text = twin
    ? { problem: `Its twin ${file} is a draft.`, fix: 'Finish both, or make both drafts.' }
    : { problem: withoutTwin(language), fix: `Write ${file}.` };
  return [error('twin', { file: page.file }, text)];
}

function withoutTwin(language: Language): string {
  return `It doesn’t exist in ${languageName(language)}.`;
}

function missingOldSlugs(post: Post, twin: Post): Finding[] {
  const { redirectFrom: known } = twin;
  const missing = (post.redirectFrom ?? []).filter((old) => !known?.includes(old));
  if (!known || missing.length === 0) return [];
  return [
    warning('twin', fieldPlace(twin, 'redirectFrom'), {
      problem: `The ${languageName(post.language)} post was once called ${missing.join(', ')}, this one wasn’t.`,
      fix: `If it was renamed too, add: redirectFrom: [${[...known, ...missing].join(', ')}]`,
    }),
  ];
}

function otherTags(post: Post, twin: Post): Finding[] {
  const { tags: known } = twin;
  const missing = (post.tags ?? []).filter((tag) => !known?.includes(tag));
  if (!known || missing.length === 0) return [];
  return [
    warning('twin', fieldPlace(twin, 'tags'), {
      problem: `The ${languageName(post.language)} post has the tag ${missing.join(', ')}, this one hasn’t.`,
      fix: 'Give both the same tags.',
    }),
  ];
}
