import { z } from 'astro/zod';
import { isLanguage, type Language, localizedPath } from '../../contract/language.ts';
import { site } from '../../site.config.ts';
import { type ContentFile, folders, pagePath, parseJson, readSections } from '../check/sources.ts';
import { filesOf, type SavedEntry, translated } from './check-entry.ts';

/** A saved entry, with its time in milliseconds since 1970. */
interface Saved extends Pick<Publication, 'title' | 'savedAtMs'> {
  readonly files: readonly ContentFile[];
  readonly isDraft: boolean;
  /** The day from which readers see it, as `2026-11-02`, where it has one. */
  readonly day: string;
}

/** The state of a saved entry, in a sentence. */
export interface Publication {
  readonly title: string;
  readonly savedAtMs: number;
  readonly status: 'draft' | 'later' | 'waiting' | 'published' | 'refused';
  readonly sentence: string;
  /** Where to see more: the published page, or what the host says of the commit. */
  readonly url: string;
}

/** The known facts about the site and the commit at a moment. */
interface Known {
  /** The texts of the site as it is online, by their paths; nothing without an answer. */
  readonly published: ReadonlyMap<string, string> | undefined;
  readonly report: CommitReport | undefined;
  readonly nowMs: number;
  readonly language: Language;
}

/** How often the state is read, in milliseconds, and for how many times: six hours. */
const POLL_MS = 10_000;
const MAX_POLLS = 2_160;

/**
 * Follows what was saved until it is published.
 * @param show draws the list, the newest first, each time that something is known; `forget` ends it
 * @returns takes an entry after it was saved
 */
export function followPublication(
  readPublished: () => Promise<Known['published']>,
  readReport: () => Promise<Known['report']>,
  languageNow: () => Language,
  show: (all: readonly Publication[], language: Language, forget: () => void) => void,
): (entry: SavedEntry) => void {
  const followed = new Map<string, Saved>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = async (left: number) => {
    const [published, report] = await Promise.all([readPublished(), readReport()]);
    const language = languageNow();
    const known = { published, report, nowMs: Date.now(), language };
    const all = [...followed.values()].map((saved) => publicationOf(saved, known)).toReversed();
    show(all, language, () => followed.clear());
    clearTimeout(timer);
    const isOpen = all.some(({ status }) => status === 'waiting' || status === 'refused');
    if (isOpen && left > 0) timer = setTimeout(() => void look(left - 1), POLL_MS);
  };
  return (entry) => {
    followed.delete(entry.path);
    followed.set(entry.path, savedIn(entry, Date.now()));
    void look(MAX_POLLS);
  };
}

export function savedIn(entry: SavedEntry, savedAtMs: number): Saved {
  const { title, name, draft, publishDate } = entry.data;
  return {
    title: typeof title === 'string' ? title : typeof name === 'string' ? name : entry.path,
    files: filesOf(entry),
    isDraft: draft === true,
    day: typeof publishDate === 'string' ? publishDate : '',
    savedAtMs,
  };
}

/**
 * Decides the state of an entry. The site itself says whether it is published: it is when the site
 * has the same text. Whether it is refused, the commit's status says; what is online then stays.
 */
export function publicationOf(
  { title, savedAtMs, files, isDraft, day }: Saved,
  { published, report, nowMs, language }: Known,
): Publication {
  const say = (sentence: string) => translated(sentence, language);
  const became = (status: Publication['status'], sentence: string, url = '') =>
    ({ title, savedAtMs, status, sentence, url }) as const;
  const isOnline = files.some(({ path }) => published?.has(path));
  const isSame = ({ path, text = '' }: ContentFile) => {
    const online = published?.get(path);
    return online !== undefined && meaningOf(path, online) === meaningOf(path, text);
  };
  if (!isDraft && files.every(isSame)) {
    return became('published', say('Published.'), addressOf(files));
  }
  if (report?.kind === 'failure') {
    const [place = '', ...problem] = report.description.split(' ');
    const why = `${place}: ${say(problem.join(' '))}`;
    return became('refused', `${say('Not published; what was online stays.')} ${why}`, report.url);
  }
  if (report?.kind === 'error') {
    const sentence = 'The publication itself failed; what was online stays. Tell a developer.';
    return became('refused', say(sentence), report.url);
  }
  if (isDraft && published && !isOnline) {
    return became('draft', say('Saved as a draft, which no reader sees.'));
  }
  if (Date.parse(day) > nowMs && !isOnline && report?.kind !== 'pending') {
    return became('later', say(`Readers see it from ${day} on.`));
  }
  return became('waiting', say(waitingSentence(published, report)));
}

function waitingSentence(published: Known['published'], report: Known['report']): string {
  if (!published) return 'Saved. The site does not answer now, so it is unknown what it shows.';
  if (!report) return 'Saved in the folder. The site shows it when it is built the next time.';
  return report.kind === 'unreadable' && report.status > 0
    ? 'Saved. Your token may not read what the check says: give it “Commit statuses: read”.'
    : 'Saved. It is checked and then published, in some minutes.';
}

/** The meaning of a file, however its YAML or JSON is written. */
function meaningOf(path: string, text: string): string {
  const named = text.replaceAll('{{name}}', site.name);
  const read = path.endsWith('.md') ? readSections(named) : parseJson(named);
  if (read.kind === 'fault') return named;
  const body = read.kind === 'sections' ? read.body.trim() : '';
  return JSON.stringify([read.data, body], inOrder).replaceAll('T00:00:00.000Z"', '"');
}

function inOrder(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Where readers find the first of the files; empty for what has no page of its own. */
function addressOf([file]: readonly ContentFile[]): string {
  const [, folder, language, slug = ''] = /^(.+)\/(\w+)\/([^/]+)\.md$/.exec(file?.path ?? '') ?? [];
  if (!isLanguage(language)) return '';
  if (folder === folders.posts) return localizedPath(`/blog/${slug}/`, language);
  if (folder === folders.flows) return localizedPath(`/products/${slug}/`, language);
  return localizedPath(pagePath(slug), language);
}

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
  { host, name, branch, apiRoot }: Readonly<Record<keyof typeof site.repository, string>>,
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

/** Shows what became of the entries that were saved, below the editor, until it is closed. */
export function showPublication(
  all: readonly Publication[],
  language: Language,
  forget: () => void,
): void {
  const box = document.querySelector('#publication') ?? document.createElement('aside');
  box.id = 'publication';
  box.setAttribute('role', 'status');
  box.setAttribute('lang', language);
  const close = document.createElement('button');
  close.type = 'button';
  close.className = 'format';
  close.textContent = translated('Close', language);
  close.addEventListener('click', () => {
    forget();
    box.remove();
  });
  const lines = all.map((one) => lineOf(one, language));
  // Unchanged lines are not drawn again, so that a screen reader says each change once.
  const next = lines.map(({ outerHTML }) => outerHTML).join();
  if (next === Array.from(box.querySelectorAll('p'), ({ outerHTML }) => outerHTML).join()) return;
  const list = document.createElement('div');
  list.append(...lines);
  box.replaceChildren(list, close);
  document.body.append(box);
}

function lineOf({ title, savedAtMs, status, sentence, url }: Publication, language: Language) {
  const line = document.createElement('p');
  line.dataset.status = status;
  const name = document.createElement('strong');
  name.textContent = title;
  const time = new Date(savedAtMs).toLocaleTimeString(language, { timeStyle: 'short' });
  line.append(name, ` (${time}): ${sentence} `);
  if (url) {
    const link = document.createElement('a');
    link.href = url;
    link.target = '_blank';
    link.rel = 'noopener';
    link.textContent = translated(status === 'published' ? 'See it' : 'What is wrong', language);
    line.append(link);
  }
  return line;
}
