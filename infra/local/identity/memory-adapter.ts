import type { Adapter, AdapterPayload } from 'oidc-provider';

/** Beyond it the oldest entry is dropped. */
const MAX_ENTRIES = 20_000;

interface Entry {
  readonly model: string;
  readonly payload: AdapterPayload;
  readonly expiresAtMs: number;
}

/** Stores sessions, codes and grants in memory; for `oidc-provider`'s setting `adapter`. */
export function memoryAdapter(clock: () => Date): (model: string) => Adapter {
  const entries = new Map<string, Entry>();
  return (model) => adapterFor(model, entries, clock);
}

function adapterFor(model: string, entries: Map<string, Entry>, clock: () => Date): Adapter {
  const keyOf = (id: string) => `${model}:${id}`;
  const live = (entry: Entry | undefined) =>
    entry !== undefined && entry.expiresAtMs > clock().getTime() ? entry.payload : undefined;
  return {
    async upsert(id, payload, expiresInSeconds = Number.POSITIVE_INFINITY) {
      const expiresAtMs = clock().getTime() + expiresInSeconds * 1_000;
      entries.delete(keyOf(id));
      entries.set(keyOf(id), { model, payload, expiresAtMs });
      const [oldest] = entries.keys();
      if (entries.size > MAX_ENTRIES && oldest !== undefined) entries.delete(oldest);
    },
    async find(id) {
      return live(entries.get(keyOf(id)));
    },
    async findByUid(uid) {
      for (const entry of entries.values()) {
        if (entry.model === model && entry.payload.uid === uid) return live(entry);
      }
      return undefined;
    },
    async findByUserCode() {
      return undefined;
    },
    async destroy(id) {
      entries.delete(keyOf(id));
    },
    async consume(id) {
      const entry = entries.get(keyOf(id));
      if (entry === undefined) return;
      const consumed = Math.floor(clock().getTime() / 1_000);
      entries.set(keyOf(id), { ...entry, payload: { ...entry.payload, consumed } });
    },
    async revokeByGrantId(grantId) {
      // Called for each model. Interactions name a grant too, and must stay: a sign-in as another
      // person ends the first session and its grants before it is finished.
      for (const [key, entry] of entries) {
        if (entry.model === model && entry.payload.grantId === grantId) entries.delete(key);
      }
    },
  };
}
