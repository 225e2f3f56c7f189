import { type Language, languageOfPath, localizedPath } from '../../contract/language.ts';
import { languageRecords, spaceNumbers } from '../../contract/language-records.ts';
import { fill } from '../../i18n/fill.ts';
import type { Piece } from '../../search/passage.ts';
import { maxQueryLength, queryOf } from '../../search/query.ts';
import { type FoundPost, type IndexSource, type Results, search } from '../../search/search.ts';
import { searchFiles } from '../api/search-files.ts';

/** How long the visitor must stop typing before the page searches, in milliseconds. */
const debounceMs = 150;

/** How long a search may take before the page shows that it is loading, in milliseconds. */
const loadingAfterMs = 300;

type SearchState =
  | { readonly status: 'empty' | 'loading' | 'failed' }
  | { readonly status: 'searched'; readonly query: string; readonly results: Results };

/** The elements of `src/pages/[...language]/blog/search.astro`, which has the texts. */
interface SearchElements {
  /** Shows the state in a sentence; its data attributes hold the sentences. */
  readonly message: HTMLElement;
  readonly list: HTMLElement;
  /** The template of a result, and in it that of a highlighted word. */
  readonly template: HTMLTemplateElement;
  /** The link to a search that differs in a few letters; its data attribute holds its sentence. */
  readonly near: HTMLAnchorElement;
  /** Shown in the state that their attribute `data-search-when` names. */
  readonly conditional: readonly HTMLElement[];
}

/** Connects the search page to the browser. */
export function startSearchPage(): void {
  const form = document.querySelector<HTMLFormElement>('main search > form');
  const input = form?.querySelector('input');
  const elements = elementsOf(document);
  if (!form || !input || !elements) throw new Error('The search page lacks some of its elements.');
  const page = searchPage(elements, languageOfPath(location.pathname));
  const typed = () => input.value.slice(0, maxQueryLength).trim();
  const submit = () => {
    history.replaceState(null, '', addressOf(typed()));
    void page.search(typed());
  };
  let timer: ReturnType<typeof setTimeout>;
  input.addEventListener('input', (event) => {
    clearTimeout(timer);
    // While a Chinese word is being composed, the field holds its letters and not the word.
    if (!(event instanceof InputEvent && event.isComposing)) timer = setTimeout(submit, debounceMs);
  });
  input.addEventListener('compositionend', submit);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    clearTimeout(timer);
    submit();
  });
  for (const button of document.querySelectorAll('[data-search-retry]')) {
    button.addEventListener('click', submit);
  }
  document.querySelector('[data-search-more]')?.addEventListener('click', () => void page.more());
  input.value = new URLSearchParams(location.search).get('q') ?? input.value;
  if (typed() === '') input.focus();
  else void page.search(typed());
}

function elementsOf(page: Document): SearchElements | undefined {
  const message = page.querySelector<HTMLElement>('[data-search-said]');
  const list = page.querySelector<HTMLElement>('[data-search-list]');
  const template = page.querySelector<HTMLTemplateElement>('[data-search-result]');
  const near = page.querySelector<HTMLAnchorElement>('[data-search-near]');
  const conditional = [...page.querySelectorAll<HTMLElement>('[data-search-when]')];
  if (!message || !list || !template || !near) return undefined;
  return { message, list, template, near, conditional };
}

function addressOf(query: string): string {
  return query === '' ? location.pathname : `?${new URLSearchParams({ q: query })}`;
}

/** Searches, and shows the results unless a newer search has begun. */
function searchPage(elements: SearchElements, language: Language) {
  const source: IndexSource = searchFiles(language);
  let latest = 0;
  let searched: Extract<SearchState, { status: 'searched' }> | undefined;
  const run = async (query: string, fetching: () => Promise<Results>) => {
    latest += 1;
    const number = latest;
    const isOutdated = () => number !== latest;
    const timer = setTimeout(() => {
      if (!isOutdated()) show(elements, { status: 'loading' }, language);
    }, loadingAfterMs);
    const state = await stateOf(query, fetching);
    clearTimeout(timer);
    if (isOutdated()) return;
    searched = state.status === 'searched' ? state : undefined;
    show(elements, state, language);
  };
  return {
    search: (text: string) => run(text, () => search(queryOf(text), source)),
    more: async () => {
      if (!searched?.results.more) return;
      const { query, results } = searched;
      await run(query, searched.results.more);
      // Keyboard users continue at the first new result.
      elements.list.querySelectorAll('a')[results.shown.length]?.focus();
    },
  };
}

async function stateOf(query: string, fetching: () => Promise<Results>): Promise<SearchState> {
  if (queryOf(query).length === 0) return { status: 'empty' };
  try {
    return { status: 'searched', query, results: await fetching() };
  } catch (cause) {
    reportError(cause);
    return { status: 'failed' };
  }
}

/** Shows a state. Results become text nodes, so no post and no query can inject markup. */
function show(
  { message, list, template, near, conditional }: SearchElements,
  state: SearchState,
  language: Language,
): void {
  message.textContent = messageOf(message.dataset, state);
  const names = conditionsOf(state);
  for (const element of conditional) {
    element.hidden = !names.includes(element.dataset.searchWhen ?? '');
  }
  if (state.status === 'loading') return;
  const query = state.status === 'searched' ? (state.results.near ?? '') : '';
  near.href = addressOf(query);
  near.textContent = fill(near.dataset.searchNear ?? '', { query });
  const results = state.status === 'searched' ? state.results.shown : [];
  list.replaceChildren(...results.map((result) => itemOf(result, template, language)));
}

/** The values of `data-search-when` that hold in a state. */
function conditionsOf(state: SearchState): readonly string[] {
  if (state.status !== 'searched') return [state.status];
  const { more, near, count } = state.results;
  return [...(more ? ['more'] : []), ...(near ? ['near'] : []), ...(count === 0 ? ['none'] : [])];
}

function messageOf(sentences: DOMStringMap, state: SearchState): string {
  if (state.status !== 'searched') return sentences[state.status] ?? '';
  const { query, results } = state;
  if (results.count === 0) return fill(sentences.none ?? '', { query });
  const sentence = results.count === 1 ? sentences.countOne : sentences.countMany;
  return fill(sentence ?? '', { count: results.count });
}

function itemOf(result: FoundPost, template: HTMLTemplateElement, language: Language): Node {
  const item = document.importNode(template.content, true);
  const link = item.querySelector('a');
  const time = item.querySelector('time');
  const mark = item.querySelector('mark');
  mark?.remove();
  if (link) link.href = localizedPath(`/blog/${result.slug}/`, language);
  link?.replaceChildren(...nodesOf(result.title, mark));
  item.querySelector('[data-passage]')?.append(...nodesOf(result.passage, mark));
  if (time) time.dateTime = result.day;
  if (time) time.textContent = formatDay(language, result.day);
  return item;
}

function nodesOf(pieces: readonly Piece[], mark: Element | null): readonly (Node | string)[] {
  return pieces.map(({ text, isMarked }) => {
    if (!isMarked || !mark) return text;
    const marked = mark.cloneNode();
    marked.textContent = text;
    return marked;
  });
}

function formatDay(language: Language, day: string): string {
  const format = new Intl.DateTimeFormat(languageRecords[language].dateLocale, {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
  return spaceNumbers(language, format.format(new Date(day)));
}
