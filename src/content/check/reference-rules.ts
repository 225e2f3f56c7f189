import { slugPattern } from '../../contract/path-template.ts';
import { nearest } from '../nearest.ts';
import { slugRuleText } from '../schema-fields.ts';
import { error, type Finding, warning } from './report.ts';
import {
  type Entry,
  fieldPlace,
  folders,
  type Post,
  pathOfImage,
  type Sources,
  type TextSource,
} from './sources.ts';

/** The authors or tags that a message lists when none is like the wrong one. */
const MAX_LISTED = 12;

/** Findings about missing authors, tags, covers and flows, and about unused authors and tags. */
export function referenceFindings(
  { posts, flows, flowIds, authors, tags }: Sources,
  paths: ReadonlySet<string>,
): Finding[] {
  const authorIds = authors.map(({ id }) => id);
  const tagIds = tags.map(({ id }) => id);
  const usedAuthors = new Set(posts.map(({ author }) => author));
  const usedTags = new Set(posts.flatMap(({ tags: named }) => named ?? []));
  const pictures = [...paths].filter((path) => path.startsWith(`${folders.posts}/`));
  const picturesByName = new Map(pictures.map((path) => [nameOf(path), path]));
  return [
    ...posts.flatMap((post) => [
      ...unknown(post, 'author', post.author === undefined ? [] : [post.author], authorIds),
      ...unknown(post, 'tags', post.tags ?? [], tagIds),
      ...coverFindings(post, paths, picturesByName),
    ]),
    ...flows
      .filter(({ slug }) => !flowIds.includes(slug))
      .map((flow) => unknownFlow(flow, flowIds)),
    ...[...authors, ...tags].flatMap(nameFindings),
    ...unused(authors, usedAuthors, 'author'),
    ...unused(tags, usedTags, 'tag'),
  ];
}

/** A text about a flow that the catalogue lacks is shown nowhere. */
function unknownFlow({ file, slug }: TextSource, flowIds: readonly string[]): Finding {
  const meant = nearest(slug, flowIds);
  return error(
    'reference',
    { file },
    {
      problem: `There is no flow ${slug}, so this text is shown nowhere.`,
      fix: `${meant ? `Did you mean ${meant}.md?` : 'Delete the file.'} The flows are ${flowIds.join(', ')}.`,
    },
  );
}

function unknown(
  post: Post,
  field: 'author' | 'tags',
  named: readonly string[],
  known: readonly string[],
): Finding[] {
  const folder = field === 'author' ? folders.authors : folders.tags;
  return named
    .filter((id) => !known.includes(id))
    .map((id) => {
      const meant = nearest(id, known);
      const listed = known.slice(0, MAX_LISTED).join(', ');
      const suggestion = meant ? `Did you mean ${meant}?` : `There are ${listed || 'none yet'}.`;
      return error('reference', fieldPlace(post, field), {
        problem: `There is no ${field === 'author' ? 'author' : 'tag'} ${id}.`,
        fix: `${suggestion} A new one needs the file ${folder}/${id}.json.`,
        missing: true,
      });
    });
}

function coverFindings(
  post: Post,
  paths: ReadonlySet<string>,
  picturesByName: ReadonlyMap<string, string>,
): Finding[] {
  if (post.cover === undefined) return [];
  const path = pathOfImage(post.file, post.cover);
  if (paths.has(path)) return [];
  const meant = picturesByName.get(nameOf(path));
  const fix = meant
    ? `Write cover: ${pathBetween(post.file, meant)}`
    : 'Save the picture there, or take cover and coverAlt out.';
  const problem = `There is no picture ${path}.`;
  return [error('cover', fieldPlace(post, 'cover'), { problem, fix })];
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The path of a file from the folder of another. */
function pathBetween(file: string, other: string): string {
  const [from, to] = [file.split('/').slice(0, -1), other.split('/')];
  const differs = from.findIndex((part, index) => part !== to[index]);
  const shared = differs < 0 ? from.length : differs;
  return [...from.slice(shared).map(() => '..'), ...to.slice(shared)].join('/');
}

function nameFindings({ file, id }: Entry): Finding[] {
  if (slugPattern.test(id)) return [];
  const problem = `The file’s name is an id and part of an address; ${JSON.stringify(id)} is none.`;
  const fix = `Rename the file with ${slugRuleText}; its name in each language stands in the file.`;
  return [error('reference', { file }, { problem, fix })];
}

function unused(
  entries: readonly Entry[],
  used: ReadonlySet<string | undefined>,
  kind: 'author' | 'tag',
): Finding[] {
  const fix = 'Name it in a post, or remove the file.';
  return entries
    .filter(({ id }) => !used.has(id))
    .map(({ file, id }) =>
      warning('unused', { file }, { problem: `No post names the ${kind} ${id}.`, fix }),
    );
}
