interface ReferenceDemoProps {
  /** The HTML that the build renders between the island's tags. */
  readonly children?: unknown;
}

/** Lets a reader of the reference filter its index, choose a sample's language and copy its text. */
export default function ReferenceDemo(_props: ReferenceDemoProps, root: HTMLElement): void {
  root.addEventListener('click', ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    const { copied, in: name } = target.dataset;
    if (copied) void copy(target, copied);
    // A sample's names are no labels: the switch has labels of its own.
    if (name) root.querySelector<HTMLElement>(`#in-${name}`)?.click();
  });
  const field = root.querySelector<HTMLInputElement>('input[type="search"]');
  if (!field) return;
  const groups = root.querySelectorAll<HTMLDetailsElement>('nav details');
  const apply = () => filter(groups, field.value.trim().toLowerCase());
  field.addEventListener('input', apply);
  // Somebody may have typed before the script was there.
  apply();
}

/** Copies the text that is shown below a button. */
async function copy(button: HTMLElement, copied: string): Promise<void> {
  const shown = [...(button.closest('figure')?.querySelectorAll('pre') ?? [])].find((text) =>
    text.checkVisibility(),
  );
  await navigator.clipboard.writeText(shown?.textContent ?? '');
  const label = button.textContent;
  button.textContent = copied;
  setTimeout(() => {
    button.textContent = label;
  }, 2_000);
}

/** Shows the calls whose summary or path has the text, in groups that are open. */
function filter(groups: Iterable<HTMLDetailsElement>, text: string): void {
  for (const group of groups) {
    const entries = [...group.querySelectorAll('a')];
    for (const entry of entries) {
      const words = `${entry.textContent} ${entry.title}`.toLowerCase();
      entry.hidden = !words.includes(text);
    }
    group.hidden = entries.every(({ hidden }) => hidden);
    group.open ||= text !== '';
  }
}
