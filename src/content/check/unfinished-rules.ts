import { skeletonWords } from '../../i18n/words.ts';
import { error, type Finding } from './finding.ts';
import { fileLine, type Post } from './sources.ts';

/** What a post that isn't a draft still has of the skeleton that it was made from. */
export function unfinishedFindings(post: Post): Finding[] {
  if (post.isDraft) return [];
  const { description, opening, sections } = skeletonWords[post.language];
  const place = { file: post.file, field: 'description', line: post.lineOf('description') };
  const inFields = post.description === description ? [unfinished(place, description)] : [];
  const inBody = [opening, ...sections.map(({ text }) => text)]
    .filter((sentence) => post.body.includes(sentence))
    .map((sentence) => {
      const line = post.body.slice(0, post.body.indexOf(sentence)).split('\n').length;
      return unfinished({ file: post.file, line: fileLine(post, line) }, sentence);
    });
  return [...inFields, ...inBody];
}

function unfinished(place: Parameters<typeof error>[1], sentence: string): Finding {
  return error('unfinished', place, {
    problem: `It still says “${sentence}”`,
    fix: 'Write your own words, or set draft: true.',
  });
}
