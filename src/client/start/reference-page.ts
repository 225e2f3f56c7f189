/** Lets a reader of the reference filter its index, copy its samples and try its calls. */
export function startReferencePage(): void {
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return;
    if (target.dataset.copied) void copy(target);
    if (target.dataset.try) void tryOut(target);
  });
  const field = document.querySelector<HTMLInputElement>('.reference input[type="search"]');
  if (!field) return;
  const apply = () => filter(field.value.trim().toLowerCase());
  field.addEventListener('input', apply);
  // The field is there before this script, so that nothing moves: somebody may have typed already.
  apply();
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

/** Makes the call of a button, and shows its reply below. A call that costs credits asks first. */
async function tryOut(button: HTMLButtonElement): Promise<void> {
  const { try: url = '', method = '', body, token, ask, unreachable = '' } = button.dataset;
  const place = button.parentElement?.querySelector('pre');
  if (!place || button.ariaDisabled === 'true' || (ask && !confirm(ask))) return;
  button.ariaDisabled = 'true';
  const { tryCall } = await import('../api/try-call.ts');
  const reply = await tryCall({ method, url, body, hasToken: token !== undefined });
  place.textContent = reply ?? unreachable;
  place.hidden = false;
  button.ariaDisabled = null;
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
