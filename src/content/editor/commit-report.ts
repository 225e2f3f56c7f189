import { z } from 'astro/zod';
import { parseJson } from '../check/front-matter.ts';

/** The report of the repository's host about the newest commit of the published branch. */
export type CommitReport =
  | { readonly kind: 'none' | 'pending' | 'success' }
  /** The check refused it (`failure`), or the publication itself failed (`error`). */
  | { readonly kind: 'failure' | 'error'; readonly description: string; readonly url: string }
  /** The host did not say: an HTTP status, or 0 without an answer. */
  | { readonly kind: 'unreadable'; readonly status: number };

/** Asks the host with a token: the HTTP status, 0 without an answer, and the body as JSON. */
export type AskHost = (
  url: string,
  token: string,
) => Promise<{ readonly status: number; readonly body: unknown }>;

/** The repository of the texts, as `src/site.config.ts` names it. */
interface Repository {
  readonly host: string;
  readonly name: string;
  readonly branch: string;
  readonly apiRoot: string;
}

/** Where the editor stores who is signed in. Source: Sveltia CMS 0.221, `account.svelte.js`. */
export const accountKey = 'sveltia-cms.user';

/** The status that `.github/workflows/publish.yml` gives to a commit. */
const context = 'publish';

const accountSchema = z.object({ backendName: z.string(), token: z.string() });
const combinedSchema = z.object({
  statuses: z.array(
    z.object({
      context: z.string(),
      state: z.enum(['error', 'failure', 'pending', 'success']),
      description: z.string().nullable(),
      target_url: z.string().nullable(),
    }),
  ),
});

/**
 * Reads GitHub's status of the newest commit, with the token of the signed-in editor. It is a
 * status, because fine-grained tokens can't be allowed to read check runs. Sources: GitHub REST,
 * "Get the combined status for a specific reference"; github/rest-api-description, issue 4290.
 * @param account the account that the editor stored at `accountKey`
 * @returns nothing where no commit was made: in a local folder, or at a host other than GitHub
 */
export async function readCommitReport(
  { host, name, branch, apiRoot }: Repository,
  account: string | null,
  ask: AskHost,
): Promise<CommitReport | undefined> {
  const stored = { data: undefined, ...parseJson(account ?? '') }.data;
  const { backendName, token } = accountSchema.safeParse(stored).data ?? {};
  if (host !== 'github' || backendName !== host || !token) return undefined;
  const commit = `${apiRoot}/repos/${name}/commits/${encodeURIComponent(branch)}`;
  const { status, body } = await ask(`${commit}/status?per_page=100`, token);
  const read = combinedSchema.safeParse(body);
  if (!read.success) return { kind: 'unreadable', status };
  const found = read.data.statuses.find((one) => one.context === context);
  if (!found) return { kind: 'none' };
  const { state, description, target_url: target } = found;
  if (state === 'pending' || state === 'success') return { kind: state };
  const url = target?.startsWith('https://') ? target : '';
  return { kind: state, description: description ?? '', url };
}
