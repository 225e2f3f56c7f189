import type { ServiceScope } from '../../src/contract/route.ts';

/** A service that calls with a key of its own. */
export interface ServiceKey {
  readonly id: string;
  /** What the entries say of who caused them. */
  readonly name: string;
  readonly scopes: readonly ServiceScope[];
}

export interface ServiceKeyStore {
  /** The key with that SHA-256, unless there is none or it was revoked. */
  find(keyHash: string): Promise<ServiceKey | undefined>;
}
