import { type Language, languageRecords, localizedPath } from '../../contract/language.ts';
import { fill } from '../../i18n/fill.ts';
import { spaceNumbers } from '../../i18n/number-spaces.ts';
import type { Piece } from '../../search/passage.ts';
import type { FoundPost, Results } from '../../search/search.ts';

/** What the page says. */
export type SearchState =
  | { readonly is: 'empty' | 'loading' | 'failed' }
  | { readonly is: 'searched'; readonly query: string; readonly results: Results };

/** The elements of the page of `src/pages/[...language]/blog/search.astro`, which has the words. */
export interface SearchElements {
  /** What is said of the state; its data attributes are the sentences. */
  readonly said: HTMLElement;
  readonly list: HTMLElement;
  /** The template of a result, and in it that of a marked word. */
  readonly template: HTMLTemplateElement;
  /** What is there in one state only, which its `data-search-when` names. */
  readonly sometimes: readonly HTMLElement[];
}

/** Shows a state; what is found becomes text nodes, so no post and no query can bring markup. */
export function show(
  { said, list, template, sometimes }: SearchElements,
  state: SearchState,
  language: Language,
): void {
  said.textContent = sentenceOf(said.dataset, state);
  const looks = looksOf(state);
  for (const element of sometimes) {
    element.hidden = !looks.includes(element.dataset.searchWhen ?? '');
  }
  if (state.is === 'loading') return;
  const results = state.is === 'searched' ? state.results.shown : [];
  list.replaceChildren(...results.map((result) => lineOf(result, template, language)));
}

function looksOf(state: SearchState): readonly string[] {
  if (state.is !== 'searched') return [state.is];
  return [...(state.results.more ? ['more'] : []), ...(state.results.count === 0 ? ['none'] : [])];
}

function sentenceOf(sentences: DOMStringMap, state: SearchState): string {
  if (state.is !== 'searched') return sentences[state.is] ?? '';
  const { query, results } = state;
  if (results.count === 0) return fill(sentences.none ?? '', { query });
  const sentence = results.count === 1 ? sentences.countOne : sentences.countMany;
  return fill(sentence ?? '', { count: results.count });
}

function lineOf(result: FoundPost, template: HTMLTemplateElement, language: Language): Node {
  const line = document.importNode(template.content, true);
  const link = line.querySelector('a');
  const time = line.querySelector('time');
  const mark = line.querySelector('mark');
  mark?.remove();
  if (link) link.href = localizedPath(`/blog/${result.slug}/`, language);
  link?.replaceChildren(...nodesOf(result.title, mark));
  line.querySelector('[data-passage]')?.append(...nodesOf(result.passage, mark));
  if (time) time.dateTime = result.day;
  if (time) time.textContent = dayIn(language, result.day);
  return line;
}

function nodesOf(pieces: readonly Piece[], mark: Element | null): readonly (Node | string)[] {
  return pieces.map(({ text, isMarked }) => {
    if (!isMarked || !mark) return text;
    const marked = mark.cloneNode();
    marked.textContent = text;
    return marked;
  });
}

function dayIn(language: Language, day: string): string {
  const format = new Intl.DateTimeFormat(languageRecords[language].dateLocale, {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
  return spaceNumbers(language, format.format(new Date(day)));
}
