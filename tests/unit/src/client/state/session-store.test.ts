import { describe, expect, it } from 'vitest';
import { type SessionState, sessionStore } from '../../../../../src/client/state/session-store.ts';
import type { User } from '../../../../../src/contract/user.ts';

const ann: User = { sub: 'local|ann', name: 'Ann', app_metadata: { credits: 25 } };

/** A store whose requests the test answers, in any order. */
function storeWithRequests() {
  const requests: PromiseWithResolvers<User | undefined>[] = [];
  const store = sessionStore(() => {
    const call = Promise.withResolvers<User | undefined>();
    requests.push(call);
    return call.promise;
  });
  return { store, requests };
}

describe('sessionStore', () => {
  it('is loading until the first reply', () => {
    expect(sessionStore(async () => ann).current()).toEqual({ status: 'loading' });
  });

  it.each<[string, () => Promise<User | undefined>, SessionState]>([
    ['a user', async () => ann, { status: 'signed-in', user: ann }],
    ['nobody', async () => undefined, { status: 'signed-out' }],
    [
      'a failure',
      async () => {
        throw new Error('The request to /api/auth/me failed');
      },
      { status: 'error', message: 'The request to /api/auth/me failed' },
    ],
  ])('becomes what %s means', async (_, fetchUser, expected) => {
    const store = sessionStore(fetchUser);
    expect(await store.refresh()).toEqual(expected);
    expect(store.current()).toEqual(expected);
  });

  it('calls its listeners until they unsubscribe', async () => {
    const store = sessionStore(async () => undefined);
    const statuses: string[] = [];
    const unsubscribe = store.subscribe(({ status }) => statuses.push(status));
    await store.refresh();
    unsubscribe();
    await store.refresh();
    expect(statuses).toEqual(['signed-out']);
  });

  it('keeps the user during a new request, and when that fails', async () => {
    const { store, requests } = storeWithRequests();
    const first = store.refresh();
    requests[0]?.resolve(ann);
    await first;
    const second = store.refresh();
    expect(store.current().status).toBe('signed-in');
    requests[1]?.reject(new Error('offline'));
    expect((await second).status).toBe('signed-in');
  });

  it('sets the balance of a call, and ignores replies to earlier requests', async () => {
    const { store, requests } = storeWithRequests();
    const first = store.refresh();
    requests[0]?.resolve(ann);
    await first;
    const second = store.refresh();
    store.setCredits(23);
    requests[1]?.resolve(ann);
    await second;
    const richer = { ...ann, app_metadata: { credits: 23 } };
    expect(store.current()).toEqual({ status: 'signed-in', user: richer });
  });

  it('sets no balance when nobody is signed in', async () => {
    const store = sessionStore(async () => undefined);
    await store.refresh();
    store.setCredits(23);
    expect(store.current()).toEqual({ status: 'signed-out' });
  });

  it('forgets the user when it restarts, also when asking fails', async () => {
    const { store, requests } = storeWithRequests();
    const first = store.refresh();
    requests[0]?.resolve(ann);
    await first;
    const again = store.restart();
    expect(store.current()).toEqual({ status: 'loading' });
    requests[1]?.reject(new Error('offline'));
    expect((await again).status).toBe('error');
  });

  it('uses the reply to the latest request, whichever comes last', async () => {
    const { store, requests } = storeWithRequests();
    const early = store.refresh();
    const late = store.refresh();
    requests[1]?.resolve(undefined);
    await late;
    requests[0]?.resolve(ann);
    await early;
    expect(store.current()).toEqual({ status: 'signed-out' });
  });
});
