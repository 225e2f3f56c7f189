import { languages } from '../../contract/language.ts';
import { type CheckText, error, type Finding } from './finding.ts';
import type { ReservedNames } from './page-files.ts';
import { takenBy } from './slug-rules.ts';
import type { Post, Sources } from './sources.ts';

/** A circle of more posts than this is reported as addresses that are taken, which they are too. */
const MAX_CIRCLE = 12;

/** Old addresses that can't lead to their post. Each language has its own. */
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
        const words = wordsOf({ old, post, bySlug, claimants, taken: takenBy(old, blog) });
        const place = { file: post.file, field: 'redirectFrom', line: post.lineOf('redirectFrom') };
        return words ? [error('redirect', place, words)] : [];
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

function wordsOf({ old, post, bySlug, claimants, taken }: Claim): CheckText | undefined {
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

/** The way from a post over old addresses that are posts themselves, when it comes back to it. */
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
