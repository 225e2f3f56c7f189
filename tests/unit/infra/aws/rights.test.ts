import { beforeAll, describe, expect, test } from 'vitest';
import type { Parts } from '../../../../infra/aws/app.ts';
import { needsDatabase } from '../../../../infra/aws/bundle-needs.ts';
import { bundledParts, type Synthesized, synthesizeOnce } from '../../../support/deployment.ts';
import { asList, at, text } from '../../../support/template-values.ts';

let parts: Parts;
let made: Synthesized;
beforeAll(async () => {
  parts = await bundledParts();
  made = synthesizeOnce(parts, {}, false);
}, 180_000);

test('functions connect to the database when their bundle does, and to no other cluster', () => {
  const connecting = [...parts.bundles.functions.values()].filter(needsDatabase);
  // The function that prepares the database connects as its administrator.
  const allowed = statements().filter(({ actions }) => actions.includes('dsql:DbConnect'));
  expect(allowed).toHaveLength(connecting.length - 1);
  for (const { resources } of allowed) expect(text(resources[0])).toContain('ClusterResourceArn');
});

const log = ['logs:CreateLogStream', 'logs:PutLogEvents'];
const database = ['dsql:DbConnect', ...log];
const read = ['s3:GetObject', 's3:ListBucket'];
const keep = ['s3:DeleteObject', ...read, 's3:PutObject'];

test.each<[string, readonly string[], Readonly<Record<string, readonly string[]>>]>([
  ['site', [...database, 'ssm:GetParameters'], {}],
  ['services', [...database, 'ssm:GetParameters'], {}],
  ['tokens', [...database, 'ssm:GetParameters'], {}],
  ['payments', [...database, 'ssm:GetParameters'], {}],
  ['paymentEvents', [...database, 'ssm:GetParameters'], {}],
  ['flows', [...database, 'ssm:GetParameters'], { results: read, uploads: ['s3:PutObject'] }],
  ['runs', [...database, 'ssm:GetParameters'], { results: keep, uploads: read }],
  ['sweep', database, { results: keep, uploads: ['s3:DeleteObject'] }],
  ['purchases', [...database, 'ssm:GetParameters'], {}],
  ['messages', [...database, 'ses:SendEmail', 'ssm:GetParameters'], {}],
  ['audit', [...database, 'ssm:GetParameters'], {}],
  ['mailFeedback', [...database, 'ssm:GetParameters'], {}],
  ['checkOrigin', [...log, 'secretsmanager:GetSecretValue'], {}],
  ['prepareDatabase', ['dsql:DbConnectAdmin', ...log], {}],
])('%s may do this and nothing else: %j, with files: %j', (name, plain, files) => {
  const own = statementsOf(name);
  const ofBucket = (bucket: string) =>
    own.filter(({ resources }) =>
      text(resources[0]).startsWith(`arn:aws:s3:::millrace-${bucket}-`),
    );
  const inBuckets = ['results', 'uploads'].flatMap((bucket) => {
    const actions = ofBucket(bucket)
      .flatMap((one) => one.actions)
      .toSorted();
    return actions.length > 0 ? [[bucket, actions]] : [];
  });
  expect(Object.fromEntries(inBuckets)).toEqual(files);
  const others = own.flatMap(({ actions }) => actions).filter((one) => !one.startsWith('s3:'));
  expect(others.toSorted()).toEqual(plain.toSorted());
});

test.each([
  ['site', ['TRIAL_KEY_SECRET']],
  ['services', ['TRIAL_KEY_SECRET']],
  ['tokens', ['ACCESS_TOKEN_KEYS', 'TRIAL_KEY_SECRET']],
  ['payments', ['STRIPE_SECRET_KEY', 'TRIAL_KEY_SECRET']],
  ['paymentEvents', ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']],
  ['flows', ['TRIAL_KEY_SECRET']],
  ['runs', ['TRIAL_KEY_SECRET']],
  ['sweep', []],
  ['purchases', ['STRIPE_SECRET_KEY']],
  ['messages', ['TRIAL_KEY_SECRET']],
  ['audit', ['TRIAL_KEY_SECRET']],
  ['mailFeedback', ['TRIAL_KEY_SECRET']],
])('%s may read the secrets %j and no others', (name, secrets) => {
  const read = statementsOf(name).filter(({ actions }) => actions.includes('ssm:GetParameters'));
  expect(read.flatMap(({ resources }) => resources).map(text)).toEqual(
    secrets.map((secret) => `arn:aws:ssm:eu-central-1:111122223333:parameter/millrace/${secret}`),
  );
});

describe('every policy', () => {
  test('names its resources; an asterisk stands at the end of a name only', () => {
    const wild = statements().flatMap(({ resources }) =>
      resources.map(text).filter((resource) => resource.includes('*')),
    );
    for (const resource of wild) {
      expect(resource).toMatch(
        /log-stream:\*$|\/runs\/\*$|-uploads-\d+-[a-z\d-]+\/\*$|"\/\*"\]\]\}$/,
      );
    }
    expect(statements().flatMap(({ resources }) => resources)).not.toContain('*');
  });

  test('names its actions', () => {
    expect(
      statements()
        .flatMap(({ actions }) => actions)
        .filter((one) => one.includes('*')),
    ).toEqual([]);
  });
});

interface Statement {
  readonly actions: readonly string[];
  readonly resources: readonly unknown[];
  readonly roles: string;
}

/** The rights of the product's roles; buckets say who may read them in policies of their own. */
function statements(): readonly Statement[] {
  const inRoles = made.ofType('AWS::IAM::Role').map(({ id, properties }) => ({
    roles: JSON.stringify([id]),
    list: asList(at(properties.Policies, 0, 'PolicyDocument', 'Statement')),
  }));
  const besides = made.ofType('AWS::IAM::Policy').map(({ properties }) => ({
    roles: JSON.stringify(properties.Roles),
    list: asList(at(properties, 'PolicyDocument', 'Statement')),
  }));
  return [...inRoles, ...besides].flatMap(({ roles, list }) =>
    list.map((statement) => ({
      actions: asList(at(statement, 'Action')).map(text),
      resources: asList(at(statement, 'Resource')),
      roles,
    })),
  );
}

function statementsOf(name: string): readonly Statement[] {
  return statements().filter(({ roles }) => new RegExp(`"${name}Role[0-9A-F]{8}"`).test(roles));
}
