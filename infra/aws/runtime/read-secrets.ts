import { type Asking, askAws, type Environment } from './ask-aws.ts';

/** The variables that name the secrets of a function and their place. */
export const secretVariables = {
  /** The variables that become secrets, with commas between them. */
  names: 'SECRET_NAMES',
  /** The prefix of a variable's name in the name of its parameter. */
  prefix: 'SECRET_PREFIX',
  /** The id of CloudFront's secret, in the region of its stack. */
  originId: 'ORIGIN_SECRET_ID',
} as const;

/** The region of CloudFront's stack, whatever region the functions run in. */
export const edgeRegion = 'us-east-1';

/**
 * Reads the secrets of a function before its first call, and sets the variables that
 * `functions/env.ts` reads.
 * @param env the environment of the process, which is changed
 * @throws {Error} naming the missing parameters; Lambda then starts the function again at the next
 * call
 */
export async function readSecrets(env: Environment, asking: Asking): Promise<void> {
  await Promise.all([readParameters(env, asking), readOriginSecret(env, asking)]);
}

async function readParameters(env: Environment, asking: Asking): Promise<void> {
  const names = (env[secretVariables.names] ?? '').split(',').filter((name) => name !== '');
  if (names.length === 0) return;
  const prefix = env[secretVariables.prefix] ?? '';
  const target = 'AmazonSSM.GetParameters';
  const body = { Names: names.map((name) => `${prefix}${name}`), WithDecryption: true };
  const call = { service: 'ssm', region: env.AWS_REGION ?? '', target, body } as const;
  const found = parametersIn(await askAws(call, env, asking));
  const missing = body.Names.filter((name) => !found.has(name));
  if (missing.length > 0) throw new Error(`No parameter has the name ${missing.join(', ')}.`);
  for (const name of names) env[name] = found.get(`${prefix}${name}`);
}

async function readOriginSecret(env: Environment, asking: Asking): Promise<void> {
  const id = env[secretVariables.originId];
  if (id === undefined) return;
  const target = 'secretsmanager.GetSecretValue';
  const body = { SecretId: id };
  const call = { service: 'secretsmanager', region: edgeRegion, target, body } as const;
  env.ORIGIN_SECRET = textIn(await askAws(call, env, asking), 'SecretString');
}

/** The values of parameters by their names. A schema would bring its library to every start. */
function parametersIn(answer: unknown): ReadonlyMap<string, string> {
  const list = memberOf(answer, 'Parameters');
  if (!Array.isArray(list)) throw new TypeError('AWS answered without Parameters.');
  return new Map(list.map((one) => [textIn(one, 'Name'), textIn(one, 'Value')]));
}

/** @throws {TypeError} without a value in its message, which may be secret */
function textIn(value: unknown, name: string): string {
  const text = memberOf(value, name);
  if (typeof text !== 'string') throw new TypeError(`AWS answered without ${name}.`);
  return text;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
