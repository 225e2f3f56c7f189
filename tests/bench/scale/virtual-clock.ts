/** A time that passes at once: code that waits for it goes on as soon as nothing else is due before. */
export interface VirtualClock {
  /** Milliseconds since it began. */
  readonly now: () => number;
  /** Resolves when so many milliseconds have passed. */
  readonly wait: (ms: number) => Promise<void>;
  /** Lets time pass until nobody waits any more. */
  readonly run: () => Promise<void>;
}

interface Waiting {
  readonly at: number;
  /** Who came first goes first, of those who wait for the same time. */
  readonly order: number;
  readonly go: () => void;
}

/** Makes a clock that stands at 0. */
export function virtualClock(): VirtualClock {
  const heap: Waiting[] = [];
  let time = 0;
  let order = 0;
  return {
    now: () => time,
    wait: (ms) =>
      new Promise((go) => {
        order += 1;
        push(heap, { at: time + ms, order, go });
      }),
    run: async () => {
      for (let next = pop(heap); next !== undefined; next = pop(heap)) {
        time = next.at;
        next.go();
        // Whoever was woken runs on to where it waits next, before time passes again.
        await new Promise((done) => setImmediate(done));
      }
    },
  };
}

const isBefore = (a: Waiting, b: Waiting) => a.at < b.at || (a.at === b.at && a.order < b.order);

/** Adds to a binary heap, the earliest at its top. */
function push(heap: Waiting[], added: Waiting): void {
  let place = heap.push(added) - 1;
  while (place > 0) {
    const above = Math.floor((place - 1) / 2);
    const parent = heap[above];
    if (parent === undefined || !isBefore(added, parent)) break;
    heap[place] = parent;
    place = above;
  }
  heap[place] = added;
}

/** Takes the earliest, if there is one. */
function pop(heap: Waiting[]): Waiting | undefined {
  const first = heap[0];
  const last = heap.pop();
  if (first === undefined || last === undefined || first === last) return first;
  let place = 0;
  for (;;) {
    const child = earlierChild(heap, place);
    const below = heap[child];
    if (below === undefined || !isBefore(below, last)) break;
    heap[place] = below;
    place = child;
  }
  heap[place] = last;
  return first;
}

function earlierChild(heap: readonly Waiting[], place: number): number {
  const left = 2 * place + 1;
  const [one, other] = [heap[left], heap[left + 1]];
  return one && other && isBefore(other, one) ? left + 1 : left;
}
