import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Parts } from '../../../infra/aws/app.ts';
import { type Resource, type Synthesized, synthesizeOnce } from '../../support/deployment.ts';
import { asList, at } from '../../support/template-values.ts';
import type { Principal } from './signature.ts';

/** The account and the region of a fresh clone's deployment. */
export const account = '111122223333';
export const region = 'eu-central-1';

const clusterId = 'abcdefghijklmnopqrstuvwxyz';

/** The cluster of the deployment, named in its settings so that no value is open in the templates. */
export const cluster = {
  host: `${clusterId}.dsql.${region}.on.aws`,
  arn: `arn:aws:dsql:${region}:${account}:cluster/${clusterId}`,
  region,
} as const;

/** A function as the templates describe it. */
export interface DeployedFunction {
  /** The function's name, without that of the product. */
  readonly name: string;
  /** The folder that is zipped for the function. */
  readonly asset: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly principal: Principal;
}

/** The stacks, read as CloudFormation reads them. */
export interface Deployed {
  readonly functions: ReadonlyMap<string, DeployedFunction>;
  /** The properties that CloudFormation passes to `prepareDatabase`. */
  readonly preparation: Readonly<Record<string, unknown>>;
  readonly parts: Parts;
}

const functionSchema = z.object({
  FunctionName: z.string(),
  Runtime: z.literal('nodejs24.x'),
  Handler: z.string(),
  MemorySize: z.number(),
  Role: z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.literal('Arn')]) }),
  Code: z.object({ S3Key: z.string() }),
  Environment: z._default(z.object({ Variables: z.record(z.string(), z.string()) }), {
    Variables: {},
  }),
});

/** The port of clusters, which the templates name. */
export const clusterPort = 5_432;

/**
 * Synthesizes the deployment of a fresh clone, and reads its functions out of the templates.
 *
 * @param port stands in the place of the cluster's port
 */
export function readDeployment(parts: Parts, port: number): Deployed {
  const { arn, host } = cluster;
  const made = synthesizeOnce(parts, { restoredCluster: { arn, host } }, false);
  const functions = made.ofType('AWS::Lambda::Function').map((one) => {
    const read = deployedFunction(one, made);
    return { ...read, environment: atPort(read.environment, port) };
  });
  const [prepared] = made.ofType('Custom::PreparedDatabase');
  return {
    functions: new Map(functions.map((one) => [one.name, one])),
    preparation: atPort(resolved(prepared?.properties ?? {}), port),
    parts,
  };
}

/** Values with another port in the cluster's address. */
function atPort<Value>(
  values: Readonly<Record<string, Value>>,
  port: number,
): Readonly<Record<string, Value | string>> {
  const [from, to] = [clusterPort, port].map((one) => `${cluster.host}:${one}/`);
  const entries = Object.entries(values).map(([name, value]) => {
    const moved = typeof value === 'string' ? value.replace(from ?? '', to ?? '') : value;
    return [name, moved] as const;
  });
  return Object.fromEntries(entries);
}

function deployedFunction({ properties }: Resource, made: Synthesized): DeployedFunction {
  const { FunctionName, Handler, MemorySize, Role, Code, Environment } =
    functionSchema.parse(properties);
  const principal = principalOf(Role['Fn::GetAtt'][0], made);
  return {
    name: FunctionName.replace('millrace-', ''),
    asset: join(made.folder, `asset.${Code.S3Key.replace('.zip', '')}`),
    principal,
    environment: {
      ...Environment.Variables,
      // Lambda itself sets these ("Defined runtime environment variables" in its developer guide).
      _HANDLER: Handler,
      AWS_REGION: region,
      AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
      AWS_LAMBDA_FUNCTION_NAME: FunctionName,
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(MemorySize),
      AWS_ACCESS_KEY_ID: principal.accessKeyId,
      AWS_SECRET_ACCESS_KEY: principal.secretAccessKey,
      AWS_SESSION_TOKEN: principal.sessionToken,
      LANG: 'en_US.UTF-8',
      TZ: ':UTC',
    },
  };
}

/** The keys that Lambda has for a role, and what the role's policies of the template allow. */
function principalOf(roleId: string, made: Synthesized): Principal {
  const statements = made
    .ofType('AWS::IAM::Role')
    .filter(({ id }) => id === roleId)
    .flatMap(({ properties }) => asList(at(properties.Policies, 0, 'PolicyDocument', 'Statement')));
  return {
    roleArn: roleArn(roleId),
    accessKeyId: `ASIA${randomBytes(8).toString('hex').toUpperCase()}`,
    secretAccessKey: randomBytes(30).toString('base64url'),
    sessionToken: randomBytes(120).toString('base64'),
    mayDo: (action, resource) =>
      statements.some(
        (statement) =>
          at(statement, 'Effect') === 'Allow' &&
          asList(at(statement, 'Action')).includes(action) &&
          asList(at(statement, 'Resource')).some((pattern) => covers(String(pattern), resource)),
      ),
  };
}

function roleArn(roleId: string): string {
  return `arn:aws:iam::${account}:role/${roleId}`;
}

/** Whether the ARN of a policy, in which `?` is any character and `*` any number, covers another. */
function covers(pattern: string, arn: string): boolean {
  const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('?', '.').replaceAll('*', '.*')}$`).test(arn);
}

/** Properties with the ARNs of roles in the place of references to them. */
function resolved(
  properties: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const entries = Object.entries(properties).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map((one) => roleArn(String(at(one, 'Fn::GetAtt', 0)))) : value,
  ]);
  return Object.fromEntries(entries);
}
