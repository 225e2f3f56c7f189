import { describe, expect, it } from 'vitest';
import { memoryAdapter } from '../../../../../infra/local/identity/memory-adapter.ts';

function start() {
  const time = { ms: 1_000_000 };
  const adapter = memoryAdapter(() => new Date(time.ms));
  return { time, sessions: adapter('Session'), codes: adapter('AuthorizationCode') };
}

describe('memoryAdapter', () => {
  it('drops an entry at the end of its lifetime', async () => {
    const { time, sessions } = start();
    await sessions.upsert('a', { uid: 'u' }, 60);
    time.ms += 59_999;
    expect(await sessions.find('a')).toBeDefined();
    time.ms += 1;
    expect(await sessions.find('a')).toBeUndefined();
    expect(await sessions.findByUid('u')).toBeUndefined();
  });

  it('marks a used code with the time in seconds', async () => {
    const { codes } = start();
    await codes.upsert('c', { grantId: 'g' }, 60);
    await codes.consume('c');
    expect(await codes.find('c')).toEqual({ grantId: 'g', consumed: 1_000 });
  });

  it('revokes the entries of one model with a grant and nothing else', async () => {
    const { codes, sessions } = start();
    await sessions.upsert('a', { grantId: 'g' }, 60);
    await codes.upsert('c', { grantId: 'g' }, 60);
    await codes.upsert('d', { grantId: 'h' }, 60);
    await codes.revokeByGrantId('g');
    expect(await codes.find('c')).toBeUndefined();
    expect(await codes.find('d')).toBeDefined();
    expect(await sessions.find('a')).toBeDefined();
  });

  it('drops the oldest entry when it is full', async () => {
    const { sessions } = start();
    for (let id = 0; id <= 20_000; id += 1) await sessions.upsert(`${id}`, {});
    expect(await sessions.find('0')).toBeUndefined();
    expect(await sessions.find('1')).toBeDefined();
    expect(await sessions.find('20000')).toBeDefined();
  });
});
