import { fill } from '../../i18n/fill.ts';

/** A flow that a visitor presses: the name on its button, and what a run holds. */
interface PressedFlow {
  readonly name: string;
  readonly credits: number;
}

/** The events of credits, in the ledger's terms. */
type Event = 'held' | 'captured' | 'released' | 'again' | 'refused';

interface LedgerDemoProps {
  /** The credits that the wallet of the demo begins with. */
  readonly available: number;
  /** For each event the entry's text, with a place for the flow's name, and what it means. */
  readonly words: Readonly<Record<Event, Readonly<Record<'entry' | 'note', string>>>>;
  /** The HTML that the build renders between the island's tags. */
  readonly children?: unknown;
}

/** How long a run of the demo takes, in milliseconds. */
const RUN_MS = 650;
/** How far the wheel turns with each entry: one of its eight buckets, in degrees. */
const BUCKET_DEG = 45;

/** A ledger that visitors press: each press holds a run's price, and captures or releases it. */
export default function LedgerDemo(props: LedgerDemoProps, root: HTMLElement): void {
  const { words } = props;
  let { available } = props;
  let held = 0;
  let entries = 0;
  let last = flowOf(root.querySelector('[data-credits]'));

  const write = (event: Event, { name }: PressedFlow, change: string) => {
    const { entry, note } = words[event];
    addRow(root, event, [fill(entry, { name }), change, `${held}`, `${available}`]);
    for (const place of root.querySelectorAll('[data-note]')) place.textContent = note;
    entries += 1;
    const wheel = root.querySelector<SVGElement>('[data-wheel]');
    if (wheel) wheel.style.rotate = `${entries * BUCKET_DEG}deg`;
  };
  const run = (flow: PressedFlow, outcome: 'captured' | 'released') => {
    last = flow;
    const { credits } = flow;
    if (credits > available) return write('refused', flow, '–');
    held += credits;
    available -= credits;
    write('held', flow, '–');
    setTimeout(() => {
      held -= credits;
      if (outcome === 'released') available += credits;
      write(outcome, flow, outcome === 'captured' ? `−${credits}` : '–');
    }, RUN_MS);
  };

  root.addEventListener('click', ({ target }) => {
    const press = target instanceof Element && target.closest<HTMLElement>('[data-press]');
    if (!press || !last) return;
    const flow = flowOf(press);
    if (flow) run(flow, 'captured');
    else if (press.dataset.press === 'fail') run(last, 'released');
    else write('again', last, '–');
  });
}

/** The flow of a button; undefined for a button of another kind. */
function flowOf(button: HTMLElement | null): PressedFlow | undefined {
  const { credits } = button?.dataset ?? {};
  if (credits === undefined) return undefined;
  return { name: button?.firstChild?.textContent?.trim() ?? '', credits: Number(credits) };
}

/** Writes an entry on the first free line; when there is none, the oldest entry gives way. */
function addRow(root: HTMLElement, event: Event, cells: readonly string[]): void {
  const body = root.querySelector('tbody');
  const free = body?.querySelector('[data-free]');
  const row = document.createElement('tr');
  row.dataset.event = event;
  row.append(
    ...cells.map((text) => {
      const cell = document.createElement('td');
      cell.textContent = text;
      return cell;
    }),
  );
  if (free) free.replaceWith(row);
  else {
    body?.firstElementChild?.remove();
    body?.append(row);
  }
}
