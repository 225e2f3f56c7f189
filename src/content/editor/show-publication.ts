import type { Language } from '../../contract/language.ts';
import { translated } from './check-entry.ts';
import type { Publication } from './publication.ts';

/** Shows what became of the entries that were saved, in a corner of the editor, until it is closed. */
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
  close.textContent = translated('Close', language);
  close.addEventListener('click', () => {
    forget();
    box.remove();
  });
  const lines = all.map((one) => lineOf(one, language));
  // Unchanged lines are not drawn again, so that a screen reader says each change once.
  const next = lines.map(({ outerHTML }) => outerHTML).join();
  if (next === Array.from(box.querySelectorAll('p'), ({ outerHTML }) => outerHTML).join()) return;
  box.replaceChildren(...lines, close);
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
