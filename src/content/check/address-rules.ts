import { languages } from '../../contract/language.ts';
import { slugPattern } from '../../contract/path-template.ts';
import { slugRuleText } from '../schema-fields.ts';
import type { ReservedNames } from './addresses.ts';
import { type CheckText, error, type Finding } from './report.ts';
import {
  type ContentFile,
  fieldPlace,
  folders,
  type Post,
  type Sources,
  type TextSource,
} from './sources.ts';

/** Findings about the names of posts and pages, which are the last parts of their addresses. */
export function slugFindings({ posts, pages }: Sources, reserved: ReservedNames): Finding[] {
  return [
    ...posts.flatMap((post) => nameFindings(post, reserved.blog)),
    ...pages.flatMap((page) => nameFindings(page, reserved.root)),
    ...doubleFindings(posts),
    ...doubleFindings(pages),
  ];
}

/** Why a slug isn't available: another page has its address. */
function takenBy(slug: string, reserved: ReadonlySet<string>): string | undefined {
  if (/^\d+$/.test(slug)) return 'numbers are the addresses of the list’s further pages';
  return reserved.has(slug) ? 'another page of the site has this address' : undefined;
}

function nameFindings({ file, slug }: TextSource, reserved: ReadonlySet<string>): Finding[] {
  const text = nameText(slug, takenBy(slug, reserved));
  return text ? [error('slug', { file }, text)] : [];
}

function nameText(slug: string, taken: string | undefined): CheckText | undefined {
  if (!slugPattern.test(slug)) {
    return {
      problem: `The file’s name is the last part of the address; ${JSON.stringify(slug)} is not made of ${slugRuleText}.`,
      fix: 'Rename the file, for example how-credits-work.md.',
    };
  }
  if (!taken) return undefined;
  return { problem: `The name ${slug} can’t be used: ${taken}.`, fix: 'Rename the file.' };
}

/** Some file systems ignore case, so addresses must differ in more than capitals. */
function doubleFindings(sources: readonly TextSource[]): Finding[] {
  const fix = 'Give one of the two another name.';
  const byAddress = Map.groupBy(
    sources,
    ({ language, slug }) => `${language}/${slug.toLowerCase()}`,
  );
  return [...byAddress.values()].flatMap(([first, ...others]) => {
    const problem = `It has the same address as ${first?.file}.`;
    return others.map(({ file }) => error('slug', { file }, { problem, fix }));
  });
}

/** A longer circle is reported as addresses of other posts, which is also true. */
const MAX_CIRCLE = 12;

/** Findings about old addresses that can't redirect to their post. Each language has its own. */
export function redirectFindings({ posts }: Sources, { blog }: ReservedNames): Finding[] {
  return languages.flatMap((language) => {
    const ours = posts.filter((post) => post.language === language);
    const bySlug = new Map(ours.map((post) => [post.slug.toLowerCase(), post]));
    const claims = Map.groupBy(
      ours.flatMap((post) => (post.redirectFrom ?? []).map((old) => ({ old, post }))),
      ({ old }) => old,
    );
    return ours.flatMap((post) =>
      (post.redirectFrom ?? []).flatMap((old) => {
        const claimants = (claims.get(old) ?? []).map((claim) => claim.post);
        const text = redirectText({ old, post, bySlug, claimants, taken: takenBy(old, blog) });
        return text ? [error('redirect', fieldPlace(post, 'redirectFrom'), text)] : [];
      }),
    );
  });
}

interface Claim {
  readonly old: string;
  readonly post: Post;
  readonly bySlug: ReadonlyMap<string, Post>;
  readonly claimants: readonly Post[];
  readonly taken: string | undefined;
}

function redirectText({ old, post, bySlug, claimants, taken }: Claim): CheckText | undefined {
  const fix = `Take ${old} out of redirectFrom.`;
  if (old === post.slug) return { problem: `The old address ${old} points at itself.`, fix };
  const circle = circleFrom(post, old, bySlug);
  if (circle) return { problem: `The old addresses go in a circle: ${circle.join(' → ')}.`, fix };
  const holder = bySlug.get(old);
  if (holder) return { problem: `The old address ${old} is that of ${holder.file}.`, fix };
  if (taken) return { problem: `The old address ${old} can’t be used: ${taken}.`, fix };
  const other = claimants.find((claimant) => claimant !== post);
  if (!other) return undefined;
  return {
    problem: `The old address ${old} is claimed by ${other.file} too.`,
    fix: 'Leave it in one of the two.',
  };
}

/** Follows old addresses that are slugs of posts, and returns the slugs if it comes back to `start`. */
function circleFrom(
  start: Post,
  old: string,
  bySlug: ReadonlyMap<string, Post>,
): readonly string[] | undefined {
  const seen = new Set<Post>();
  const first = bySlug.get(old);
  const open: [Post, readonly string[]][] = first ? [[first, [start.slug, old]]] : [];
  for (let next = open.pop(); next; next = open.pop()) {
    const [post, way] = next;
    if (post === start) return way;
    if (seen.has(post) || way.length > MAX_CIRCLE) continue;
    seen.add(post);
    for (const older of post.redirectFrom ?? []) {
      const further = bySlug.get(older);
      if (further) open.push([further, [...way, older]]);
    }
  }
  return undefined;
}

const textEndings = /\.(?:mdx?|markdown|txt|html?|rtf|docx?|json|ya?ml)$/i;

/** An example of a valid file for each folder. */
const expected: readonly (readonly [folder: string, example: string])[] = [
  [folders.posts, `${folders.posts}/en/how-credits-work.md`],
  [folders.pages, `${folders.pages}/en/about.md`],
  [folders.flows, `${folders.flows}/en/social-card.md`],
  [folders.authors, `${folders.authors}/team.json`],
  [folders.tags, `${folders.tags}/credits.json`],
];

/**
 * Findings about a text file in a content folder that the site doesn't read: its author believes that
 * it is published. Pictures may be anywhere.
 */
export function strayFindings({ path }: ContentFile): Finding[] {
  const [, example] = expected.find(([folder]) => path.startsWith(`${folder}/`)) ?? [];
  if (!example || !textEndings.test(path)) return [];
  const problem = 'It is not published: its folder or its ending is none that the site reads.';
  const fix = `Save it as, for example, ${example}, or move it away.`;
  return [error('place', { file: path }, { problem, fix })];
}
