import { describe, expect, it } from 'vitest';
import {
  type SessionState,
  sessionSource,
} from '../../../../../src/client/state/session-source.ts';
import type { User } from '../../../../../src/contract/user.ts';

const ann: User = { sub: 'local|ann', name: 'Ann', app_metadata: { credits: 25 } };

/** A source whose answers the test gives by hand, in any order. */
function sourceWithAnswers() {
  const calls: PromiseWithResolvers<User | undefined>[] = [];
  const source = sessionSource(() => {
    const call = Promise.withResolvers<User | undefined>();
    calls.push(call);
    return call.promise;
  });
  return { source, calls };
}

describe('sessionSource', () => {
  it('is loading until the first answer', () => {
    expect(sessionSource(async () => ann).current()).toEqual({ status: 'loading' });
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
    const source = sessionSource(fetchUser);
    expect(await source.refresh()).toEqual(expected);
    expect(source.current()).toEqual(expected);
  });

  it('tells its listeners, and no longer those that left', async () => {
    const source = sessionSource(async () => undefined);
    const heard: string[] = [];
    const leave = source.subscribe(({ status }) => heard.push(status));
    await source.refresh();
    leave();
    await source.refresh();
    expect(heard).toEqual(['signed-out']);
  });

  it('keeps the user while asking again, and when asking again fails', async () => {
    const { source, calls } = sourceWithAnswers();
    const first = source.refresh();
    calls[0]?.resolve(ann);
    await first;
    const second = source.refresh();
    expect(source.current().status).toBe('signed-in');
    calls[1]?.reject(new Error('offline'));
    expect((await second).status).toBe('signed-in');
  });

  it('takes over what a call said can be spent, before an answer that is older', async () => {
    const { source, calls } = sourceWithAnswers();
    const first = source.refresh();
    calls[0]?.resolve(ann);
    await first;
    const second = source.refresh();
    source.setCredits(23);
    calls[1]?.resolve(ann);
    await second;
    const richer = { ...ann, app_metadata: { credits: 23 } };
    expect(source.current()).toEqual({ status: 'signed-in', user: richer });
  });

  it('has no credits to learn of when nobody is signed in', async () => {
    const source = sessionSource(async () => undefined);
    await source.refresh();
    source.setCredits(23);
    expect(source.current()).toEqual({ status: 'signed-out' });
  });

  it('forgets the user when it restarts, also when asking fails', async () => {
    const { source, calls } = sourceWithAnswers();
    const first = source.refresh();
    calls[0]?.resolve(ann);
    await first;
    const again = source.restart();
    expect(source.current()).toEqual({ status: 'loading' });
    calls[1]?.reject(new Error('offline'));
    expect((await again).status).toBe('error');
  });

  it('believes the answer to the latest question, whichever comes last', async () => {
    const { source, calls } = sourceWithAnswers();
    const early = source.refresh();
    const late = source.refresh();
    calls[1]?.resolve(undefined);
    await late;
    calls[0]?.resolve(ann);
    await early;
    expect(source.current()).toEqual({ status: 'signed-out' });
  });
});
