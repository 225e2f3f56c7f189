import { isLanguage, type Language, localizedPath } from '../../contract/language.ts';
import { site } from '../../site.config.ts';
import { parseJson, readSections } from '../check/front-matter.ts';
import { type ContentFile, folders, pagePath } from '../check/sources.ts';
import { filesOf, type SavedEntry, translated } from './check-entry.ts';
import type { CommitReport } from './commit-report.ts';

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
export function publicationOf(saved: Saved, known: Known): Publication {
  const { title, savedAtMs } = saved;
  return { title, savedAtMs, ...stateOf(saved, known) };
}

function stateOf(
  { files, isDraft, day }: Saved,
  { published, report, nowMs, language }: Known,
): Pick<Publication, 'status' | 'sentence' | 'url'> {
  const say = (sentence: string) => translated(sentence, language);
  const isOnline = files.some(({ path }) => published?.has(path));
  const isSame = ({ path, text = '' }: ContentFile) => {
    const online = published?.get(path);
    return online !== undefined && meaningOf(path, online) === meaningOf(path, text);
  };
  if (!isDraft && files.every(isSame)) {
    return { status: 'published', sentence: say('Published.'), url: addressOf(files) };
  }
  if (report?.kind === 'failure') {
    const [place = '', ...problem] = report.description.split(' ');
    const why = `${place}: ${say(problem.join(' '))}`;
    const sentence = `${say('Not published; what was online stays.')} ${why}`;
    return { status: 'refused', sentence, url: report.url };
  }
  if (report?.kind === 'error') {
    const sentence = say('The publication itself failed; what was online stays. Tell a developer.');
    return { status: 'refused', sentence, url: report.url };
  }
  if (isDraft && published && !isOnline) {
    return { status: 'draft', sentence: say('Saved as a draft, which no reader sees.'), url: '' };
  }
  if (Date.parse(day) > nowMs && !isOnline && report?.kind !== 'pending') {
    return { status: 'later', sentence: say(`Readers see it from ${day} on.`), url: '' };
  }
  return { status: 'waiting', sentence: say(waitingSentence(published, report)), url: '' };
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
