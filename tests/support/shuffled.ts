import { seededRandom } from './random.ts';

/** The items in an order that looks random and is the same for the same seed. */
export function shuffled<Item>(items: readonly Item[], seed = 1): readonly Item[] {
  const random = seededRandom(seed);
  return items
    .map((item) => ({ item, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
