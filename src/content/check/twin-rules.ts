import { type Language, languageRecords, otherLanguages } from '../../contract/language.ts';
import { folders, postFile } from './files.ts';
import { error, type Finding, warning } from './finding.ts';
import type { Post, Sources, TextSource } from './sources.ts';

/** The name of a language in English. */
export function languageName(language: Language): string {
  return languageRecords[language].names.en;
}

/** What differs between a text and its twin, those with the same slug in the other languages. */
export function twinFindings({ posts, pages }: Sources): Finding[] {
  const postsByFile = new Map(posts.map((post) => [post.file, post]));
  const pageFiles = new Set(pages.map(({ file }) => file));
  return [
    ...posts.flatMap((post) =>
      otherLanguages(post.language).flatMap((language) => ofPost(post, language, postsByFile)),
    ),
    ...pages.flatMap((page) =>
      otherLanguages(page.language).flatMap((language) => ofPage(page, language, pageFiles)),
    ),
  ];
}

/** A draft is not asked for: its twin is written when it is finished. */
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

/** Every page has a switch to the other language, so a page without a twin is a dead link. */
function ofPage(page: TextSource, language: Language, files: ReadonlySet<string>): Finding[] {
  const file = `${folders.pages}/${language}/${page.slug}.md`;
  if (files.has(file)) return [];
  const words = { problem: withoutTwin(language), fix: `Write ${file}.` };
  return [error('twin', { file: page.file }, words)];
}

function withoutTwin(language: Language): string {
  return `It doesn’t exist in ${languageName(language)}.`;
}

function missingOldSlugs(post: Post, twin: Post): Finding[] {
  const { redirectFrom: known } = twin;
  const missing = (post.redirectFrom ?? []).filter((old) => !known?.includes(old));
  if (!known || missing.length === 0) return [];
  const place = { file: twin.file, field: 'redirectFrom', line: twin.lineOf('redirectFrom') };
  return [
    warning('twin', place, {
      problem: `The ${languageName(post.language)} post was once called ${missing.join(', ')}, this one wasn’t.`,
      fix: `If it was renamed too, add: redirectFrom: [${[...known, ...missing].join(', ')}]`,
    }),
  ];
}

function otherTags(post: Post, twin: Post): Finding[] {
  const { tags: known } = twin;
  const missing = (post.tags ?? []).filter((tag) => !known?.includes(tag));
  if (!known || missing.length === 0) return [];
  const place = { file: twin.file, field: 'tags', line: twin.lineOf('tags') };
  return [
    warning('twin', place, {
      problem: `The ${languageName(post.language)} post has the tag ${missing.join(', ')}, this one hasn’t.`,
      fix: 'Give both the same tags.',
    }),
  ];
}
