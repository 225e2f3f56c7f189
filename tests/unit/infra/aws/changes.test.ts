import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec';
import type { PropertyType } from '@aws-cdk/service-spec-types';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { beforeAll, expect, test } from 'vitest';
import { HttpApi, throttles } from '../../../../infra/aws/api/http-api.ts';
import type { Settings } from '../../../../infra/aws/settings.ts';
import {
  emptyParts,
  type Resource,
  type Synthesized,
  synthesizeOnce,
} from '../../../support/deployment.ts';
import { at } from '../../../support/template-values.ts';

const mail = { alarmEmail: 'one@millrace.example' };

let before: Synthesized;
beforeAll(() => {
  before = synthesizeOnce(emptyParts(), mail, false);
}, 60_000);

test.each<Partial<Settings>>([
  { alarmEmail: 'two@millrace.example' },
  { monthlyBudgetDollars: 70, trialsPerNetwork: 5, originSecret: 2 },
  { reservesConcurrency: false, tracesRequests: true },
  { siteDomain: 'app.millrace.example', redirectDomain: null },
  { flowsDomain: 'api.millrace.example', originDomain: 'behind.millrace.example' },
  { nightlyBuild: { repository: 'https://github.com/acme/site.git', branch: 'live' } },
  { auth0: { domain: 'acme.eu.auth0.com', clientId: 'other', requiredSignIn: 'amr:mfa' } },
])(
  '%j replaces nothing whose successor needs its name',
  (change) => {
    const after = synthesizeOnce(emptyParts(), { ...mail, ...change }, false);
    expect(after.texts).not.toEqual(before.texts);
    expect(after.resources.flatMap((resource) => refusedReplacement(resource))).toEqual([]);
  },
  60_000,
);

test('the table of changes meets budgets, which AWS replaces for another address', () => {
  const types = before.resources.filter(({ type }) => type === 'AWS::Budgets::Budget');
  expect(types).toHaveLength(2);
  expect(fixedPaths('AWS::Budgets::Budget').map((path) => path.join('.'))).toEqual(
    expect.arrayContaining(['Budget.BudgetName', 'NotificationsWithSubscribers']),
  );
});

/** A new resource exists before its former one goes, so that no key may stand in both. */
test('a route that another function answers stays the same resource', () => {
  const routesBy = (first: readonly string[], second: readonly string[]) => {
    const stack = new Stack(new App(), 'stack', { env: { region: 'eu-central-1' } });
    const answering = [first, second].map((keys, index) => ({ keys, lambda: made(stack, index) }));
    new HttpApi(stack, 'Api', {
      apiName: 'acme-flows',
      domain: 'flows.acme.com',
      certificateArn: 'arn',
      answering,
      throttle: throttles.flows,
    });
    const routes = Template.fromStack(stack).findResources('AWS::ApiGatewayV2::Route');
    return Object.entries(routes).map(([id, { Properties }]) => [id, Properties.RouteKey]);
  };
  const moved = routesBy(['ANY /a'], ['ANY /b', 'POST /a/{id}']);
  expect(moved.toSorted()).toEqual(routesBy(['ANY /a', 'POST /a/{id}'], ['ANY /b']).toSorted());
});

function made(stack: Stack, index: number): LambdaFunction {
  const [runtime, handler] = [Runtime.NODEJS_24_X, 'index.handler'];
  const code = Code.fromInline('-');
  return new LambdaFunction(new Construct(stack, `f${index}`), 'F', { runtime, handler, code });
}

const schemas = loadAwsServiceSpecSync();

/** The names of these are unique with something else: a zone, or nothing. */
const sharingNames = ['AWS::Route53::RecordSet', 'AWS::CertificateManager::Certificate'];

function refusedReplacement({ stack, id, type, properties }: Resource): readonly string[] {
  const former = before.resources.find((one) => one.stack === stack && one.id === id);
  if (!former || sharingNames.includes(type)) return [];
  const isSame = (path: readonly string[]) =>
    JSON.stringify(at(properties, ...path)) === JSON.stringify(at(former.properties, ...path));
  const fixed = fixedPaths(type);
  const names = fixed.filter((path) => path.at(-1)?.endsWith('Name'));
  const kept = names.filter((path) => at(properties, ...path) !== undefined && isSame(path));
  const changed = fixed.filter((path) => !isSame(path));
  return kept.length > 0 ? changed.map((path) => `${stack} ${id}: ${path.join('.')}`) : [];
}

/** The paths of the properties that change with the resource alone, as CloudFormation's schemas say. */
function fixedPaths(type: string): readonly (readonly string[])[] {
  const [schema] = schemas.lookup('resource', 'cloudFormationType', 'equals', type);
  return Object.entries(schema?.properties ?? {}).flatMap(([name, property]) => [
    ...(property.causesReplacement === 'yes' ? [[name]] : []),
    ...membersOf(property.type)
      .filter(([, member]) => member.causesReplacement === 'yes')
      .map(([member]) => [name, member]),
  ]);
}

function membersOf(type: PropertyType) {
  if (type.type !== 'ref') return [];
  return Object.entries(schemas.get('typeDefinition', type.reference.$ref).properties);
}
