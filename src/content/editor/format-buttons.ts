import type { Language } from '../../contract/language.ts';
import { translated } from './check-entry.ts';

/** Signs of Markdown: around the chosen words, or in front of each chosen line. */
type Format = Readonly<{ label: string }> &
  (Readonly<{ around: readonly [string, string] }> | Readonly<{ before: string }>);

/** The formats that the build reads as they are written here, beside Chinese too. */
const formats: readonly Format[] = [
  { label: 'Bold', around: ['**', '**'] },
  { label: 'Italic', around: ['*', '*'] },
  { label: 'Code', around: ['`', '`'] },
  { label: 'Link', around: ['[', '](https://)'] },
  { label: 'Heading', before: '## ' },
  { label: 'List', before: '- ' },
  { label: 'Quote', before: '> ' },
];

/** Chosen words with their format, and the spaces around them outside of it. */
export function formatted(chosen: string, format: Format): string {
  if ('before' in format) return chosen.replaceAll(/^/gm, format.before);
  const words = chosen.trim();
  const [before = '', behind = ''] = words ? chosen.split(words, 2) : [chosen];
  return `${before}${format.around.join(words)}${behind}`;
}

/**
 * Puts buttons above each Markdown field, whose own buttons work in rich text alone. Rich text rewrites
 * what nobody changed: emphasis by asterisks, `1999\.`, fences of tildes (Sveltia CMS 0.221).
 */
export function offerFormats(language: () => Language): void {
  const offer = () => {
    for (const bar of document.querySelectorAll(
      '.text-editor [role="toolbar"]:not(:has(.format))',
    )) {
      bar.prepend(...formats.map((format) => buttonOf(format, language())));
    }
  };
  new MutationObserver(offer).observe(document.body, { childList: true, subtree: true });
}

function buttonOf(format: Format, language: Language): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'format';
  button.textContent = translated(format.label, language);
  button.addEventListener('click', () => {
    const field = button.closest('.text-editor')?.querySelector('textarea');
    if (field) write(field, format);
  });
  return button;
}

/** Writes as somebody who types, so that the editor sees it and can take it back. */
function write(field: HTMLTextAreaElement, format: Format): void {
  const { selectionStart, selectionEnd, value } = field;
  const isLine = 'before' in format;
  const from = isLine ? value.lastIndexOf('\n', selectionStart - 1) + 1 : selectionStart;
  field.focus();
  field.setSelectionRange(from, selectionEnd);
  const text = formatted(value.slice(from, selectionEnd), format);
  document.execCommand('insertText', false, text);
  if (isLine || selectionStart < selectionEnd) return;
  const inside = from + format.around[0].length;
  field.setSelectionRange(inside, inside);
}
