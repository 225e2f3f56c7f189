import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  emptyParts,
  type Resource,
  type Synthesized,
  synthesizeOnce,
} from '../../../support/deployment.ts';
import { asList, at, text } from '../../../support/template-values.ts';

const runbook = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8');

/** In us-east-1 all stacks share a region, as CloudFront wants the site's there. */
describe.each(['eu-central-1', 'us-east-1'])('a deployment in %s', (region) => {
  let made: Synthesized;
  beforeAll(() => {
    made = synthesizeOnce(emptyParts(), { region, alarmEmail: 'operator@millrace.example' });
  }, 60_000);

  test('gives no two resources of a kind the same name', () => {
    const names = made.resources.flatMap(namesOf);
    expect(names.length).toBeGreaterThan(50);
    expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([]);
  });

  test('gives no resource the name of one of staging, so that both fit into one account', () => {
    const staging = synthesizeOnce(emptyParts(), { region, environment: 'staging' });
    const names = new Set(staging.resources.flatMap(namesOf));
    expect(names.size).toBeGreaterThan(50);
    const shared = made.resources.flatMap(namesOf).filter((name) => names.has(name));
    // These names belong to a role, an API and an account's list of plans, which may repeat them.
    const mayRepeat = /^AWS::(?:IAM::Policy|ApiGatewayV2::Authorizer|Backup::BackupPlan) /;
    expect(shared.filter((name) => !mayRepeat.test(name))).toEqual([]);
  });

  test.each(['api', 'site'])('lets CloudWatch tell the topic of the alarms: %s', (stack) => {
    const inStack = (type: string) => made.ofType(type).filter((one) => one.stack === stack);
    const refersTo = (value: unknown) => asList(value).map((one) => at(one, 'Ref'));
    const [topic, ...more] = inStack('AWS::SNS::Topic').map(({ id }) => id);
    expect(more).toEqual([]);
    for (const { properties } of inStack('AWS::CloudWatch::Alarm')) {
      expect(refersTo(properties.AlarmActions)).toEqual([topic]);
    }
    const statements = inStack('AWS::SNS::TopicPolicy')
      .filter(({ properties }) => refersTo(properties.Topics).includes(topic))
      .flatMap(({ properties }) => asList(at(properties, 'PolicyDocument', 'Statement')));
    const [allowed, ...others] = statements.filter((one) => at(one, 'Effect') === 'Allow');
    expect(others).toEqual([]);
    expect(allowed).toMatchObject({
      Effect: 'Allow',
      Principal: { Service: 'cloudwatch.amazonaws.com' },
      Action: 'sns:Publish',
      Resource: { Ref: topic },
      Condition: { StringEquals: { 'aws:SourceAccount': '111122223333' } },
    });
    // CloudWatch publishes over TLS, so this refuses it nothing.
    const denied = statements.filter((one) => at(one, 'Effect') === 'Deny');
    expect(denied.map((one) => at(one, 'Condition'))).toEqual([
      { Bool: { 'aws:SecureTransport': 'false' } },
    ]);
    const subscriptions = inStack('AWS::SNS::Subscription');
    expect(subscriptions.map(({ properties }) => at(properties.TopicArn, 'Ref'))).toEqual([topic]);
  });

  test('tells by e-mail of a month and of a day that cost too much', () => {
    const budgets = made
      .ofType('AWS::Budgets::Budget')
      .map(({ properties: { Budget, ...rest } }) => [
        at(Budget, 'TimeUnit'),
        at(Budget, 'BudgetLimit'),
        asList(rest.NotificationsWithSubscribers).map((one) => [
          at(one, 'Notification', 'NotificationType'),
          at(one, 'Subscribers', 0, 'Address'),
        ]),
      ]);
    const address = 'operator@millrace.example';
    const monthly = [
      ['ACTUAL', address],
      ['FORECASTED', address],
    ];
    expect(budgets).toEqual([
      ['MONTHLY', { Amount: 50, Unit: 'USD' }, monthly],
      ['DAILY', { Amount: 5, Unit: 'USD' }, [['ACTUAL', address]]],
    ]);
  });

  test('has the alarms that the runbook explains, and no other', () => {
    const section = runbook.split('\n## The alarms\n')[1]?.split('\n## ')[0] ?? '';
    const explained = [...section.matchAll(/^\| ((?:`[^`]+`(?:, )?)+) \|/gm)].flatMap(
      ([, names = '']) => names.replaceAll('`', '').split(', '),
    );
    const names = made
      .ofType('AWS::CloudWatch::Alarm')
      .map(({ properties }) => text(properties.AlarmName).replace('millrace-', ''));
    expect(explained.toSorted()).toEqual(names.toSorted());
  });
});

/** Types named within something else: a stage in its API, a record by its type as well. */
const namedWithin = ['AWS::ApiGatewayV2::Stage', 'AWS::Route53::RecordSet'];

/** The names in the account that a template chooses: two resources of one would not both be made. */
function namesOf({ type, properties }: Resource): readonly string[] {
  if (namedWithin.includes(type)) return [];
  const ownName = `${type.split('::').at(-1)}Name`;
  return [properties, ...Object.values(properties)]
    .flatMap((level) => [at(level, 'Name'), at(level, ownName)])
    .filter((name) => typeof name === 'string')
    .map((name) => `${type} ${name}`);
}
