import { type Language, languageOfPath } from '../../contract/language.ts';
import { maxQueryLength, queryOf } from '../../search/query.ts';
import { type IndexSource, type Results, search } from '../../search/search.ts';
import { searchFiles } from '../api/search-files.ts';
import { type SearchElements, type SearchState, show } from './search-view.ts';

/** How long typing has to rest before it is searched for, in milliseconds. */
const restMs = 150;

/** How long a search may take before the page says that it is on, in milliseconds. */
const patienceMs = 300;

/** Wires the search page to the browser. */
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
  let rest: ReturnType<typeof setTimeout>;
  input.addEventListener('input', (event) => {
    clearTimeout(rest);
    // While a Chinese word is being composed, the field holds its letters and not the word.
    if (!(event instanceof InputEvent && event.isComposing)) rest = setTimeout(submit, restMs);
  });
  input.addEventListener('compositionend', submit);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    clearTimeout(rest);
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

/** Searches, and shows the answer unless something else was asked for in the meantime. */
function searchPage(elements: SearchElements, language: Language) {
  const source: IndexSource = searchFiles(language);
  let asked = 0;
  let found: Extract<SearchState, { is: 'searched' }> | undefined;
  const answer = async (query: string, fetching: () => Promise<Results>) => {
    asked += 1;
    const question = asked;
    const isLate = () => question !== asked;
    const patience = setTimeout(() => {
      if (!isLate()) show(elements, { is: 'loading' }, language);
    }, patienceMs);
    const state = await stateOf(query, fetching);
    clearTimeout(patience);
    if (isLate()) return;
    found = state.is === 'searched' ? state : undefined;
    show(elements, state, language);
  };
  return {
    search: (text: string) => answer(text, () => search(queryOf(text), source)),
    more: async () => {
      if (!found?.results.more) return;
      const { query, results } = found;
      await answer(query, found.results.more);
      // Whoever came by keyboard goes on where the list was longer than before.
      elements.list.querySelectorAll('a')[results.shown.length]?.focus();
    },
  };
}

async function stateOf(query: string, fetching: () => Promise<Results>): Promise<SearchState> {
  if (queryOf(query).length === 0) return { is: 'empty' };
  try {
    return { is: 'searched', query, results: await fetching() };
  } catch (cause) {
    reportError(cause);
    return { is: 'failed' };
  }
}

function addressOf(query: string): string {
  return query === '' ? location.pathname : `?${new URLSearchParams({ q: query })}`;
}

function elementsOf(page: Document): SearchElements | undefined {
  const said = page.querySelector<HTMLElement>('[data-search-said]');
  const list = page.querySelector<HTMLElement>('[data-search-list]');
  const template = page.querySelector<HTMLTemplateElement>('[data-search-result]');
  const sometimes = [...page.querySelectorAll<HTMLElement>('[data-search-when]')];
  return said && list && template ? { said, list, template, sometimes } : undefined;
}
