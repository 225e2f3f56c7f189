import { expect, test } from 'vitest';
import { readSecrets } from '../../../../../infra/aws/runtime/read-secrets.ts';

/** A function's environment that promises two secrets. */
function environment(): Record<string, string | undefined> {
  return {
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_SESSION_TOKEN: 'token',
    SECRET_PREFIX: '/millrace/',
    SECRET_NAMES: 'TRIAL_KEY_SECRET,STRIPE_SECRET_KEY',
  };
}

const values: Readonly<Record<string, string>> = {
  '/millrace/TRIAL_KEY_SECRET': 'trial',
  '/millrace/STRIPE_SECRET_KEY': 'stripe',
};

/** AWS with parameters, that answers each of the first calls with one of the statuses. */
function aws(parameters: Readonly<Record<string, string>>, statuses: readonly number[] = []) {
  const asked: { url: string; headers: Headers; body: unknown }[] = [];
  const waits: number[] = [];
  const fetch = async (url: string, init: RequestInit) => {
    asked.push({ url, headers: new Headers(init.headers), body: JSON.parse(String(init.body)) });
    const status = statuses[asked.length - 1] ?? 200;
    const Parameters = Object.entries(parameters).map(([Name, Value]) => ({ Name, Value }));
    return Response.json({ Parameters, SecretString: 'origin' }, { status });
  };
  const now = () => new Date('2026-11-21T12:00:00Z');
  const wait = async (ms: number) => void waits.push(ms);
  return { asked, waits, asking: { fetch, now, wait } };
}

test('a function that was promised no secret asks nobody', async () => {
  const { asked, asking } = aws({});
  await readSecrets({}, asking);
  expect(asked).toEqual([]);
});

test('secrets become the variables that the server reads', async () => {
  const env = environment();
  const { asked, asking } = aws(values);
  await readSecrets(env, asking);
  expect(env).toMatchObject({ TRIAL_KEY_SECRET: 'trial', STRIPE_SECRET_KEY: 'stripe' });
  expect(asked.map(({ url, body }) => [url, body])).toEqual([
    [
      'https://ssm.eu-central-1.amazonaws.com/',
      {
        Names: ['/millrace/TRIAL_KEY_SECRET', '/millrace/STRIPE_SECRET_KEY'],
        WithDecryption: true,
      },
    ],
  ]);
});

test('a secret that is not there is named, and none is told', async () => {
  const { asking } = aws({ '/millrace/STRIPE_SECRET_KEY': 'stripe' });
  await expect(readSecrets(environment(), asking)).rejects.toThrow(
    'No parameter has the name /millrace/TRIAL_KEY_SECRET.',
  );
});

test('a service that is overrun is asked again, three times in all', async () => {
  const env = environment();
  const recovering = aws(values, [500, 429]);
  await readSecrets(env, recovering.asking);
  expect(env.TRIAL_KEY_SECRET).toBe('trial');
  expect(recovering.waits).toEqual([100, 200]);
  const failing = aws(values, [503, 503, 503]);
  await expect(readSecrets(environment(), failing.asking)).rejects.toThrow(
    'AmazonSSM.GetParameters was answered 503.',
  );
});

test('a refusal because of too many calls is asked about again', async () => {
  const { asked, asking } = aws(values, [400]);
  const overrun = async (url: string, init: RequestInit) => {
    const answer = await asking.fetch(url, init);
    if (answer.ok) return answer;
    return Response.json({ __type: 'com.amazonaws.ssm#ThrottlingException' }, { status: 400 });
  };
  const env = environment();
  await readSecrets(env, { ...asking, fetch: overrun });
  expect([asked.length, env.TRIAL_KEY_SECRET]).toEqual([2, 'trial']);
});

test('a refusal is not asked about again', async () => {
  const { asked, asking } = aws(values, [400]);
  await expect(readSecrets(environment(), asking)).rejects.toThrow('was answered 400.');
  expect(asked).toHaveLength(1);
});
