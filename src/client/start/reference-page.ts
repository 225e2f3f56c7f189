/** Lets a reader of the reference filter its index and copy its samples. */
export function startReferencePage(): void {
  document.addEventListener('click', ({ target }) => {
    if (target instanceof HTMLButtonElement && target.dataset.copied) void copy(target);
    if (target instanceof HTMLSpanElement && target.dataset.in) choose(target.dataset.in);
  });
  const field = document.querySelector<HTMLInputElement>('.reference input[type="search"]');
  if (!field) return;
  const apply = () => filter(field.value.trim().toLowerCase());
  field.addEventListener('input', apply);
  // The field is there before this script, so that nothing moves: somebody may have typed already.
  apply();
}

/** Shows all samples in a language. A sample's names are no labels: the switch has labels of its own. */
function choose(name: string): void {
  document.querySelector<HTMLInputElement>(`#in-${name}`)?.click();
}

/** Copies the text that is shown below a button. */
async function copy(button: HTMLButtonElement): Promise<void> {
  const shown = [...(button.closest('figure')?.querySelectorAll('pre') ?? [])].find((text) =>
    text.checkVisibility(),
  );
  await navigator.clipboard.writeText(shown?.textContent ?? '');
  const label = button.textContent;
  button.textContent = button.dataset.copied ?? label;
  setTimeout(() => {
    button.textContent = label;
  }, 2_000);
}

/** Shows the calls whose summary or path has the text, in groups that are open. */
function filter(text: string): void {
  for (const group of document.querySelectorAll<HTMLDetailsElement>('.reference nav details')) {
    const entries = [...group.querySelectorAll('a')];
    for (const entry of entries) {
      const words = `${entry.textContent} ${entry.title}`.toLowerCase();
      entry.hidden = !words.includes(text);
    }
    group.hidden = entries.every(({ hidden }) => hidden);
    if (text !== '') group.open = true;
  }
}
