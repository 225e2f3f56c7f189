import { beforeAll, describe, expect, test } from 'vitest';
import { emptyParts, type Resource, synthesizeOnce } from '../../../support/deployment.ts';
import { type CheckResources, readResourceSchemas } from '../../../support/resource-schemas.ts';

describe("CloudFormation's published schemas", () => {
  let check: CheckResources;
  beforeAll(() => {
    check = readResourceSchemas();
  });

  test.each([
    ['eu-central-1', 'production'],
    ['us-east-1', 'production'],
    ['eu-central-1', 'staging'],
  ] as const)(
    'accept every resource of a deployment in %s, %s',
    (region, environment) => {
      const { resources } = synthesizeOnce(emptyParts(), {
        region,
        environment,
        siteDomain: 'www.acme.com',
        redirectDomain: 'acme.com',
        flowsDomain: 'flows.acme.com',
        originDomain: 'origin.acme.com',
        hostedZone: { id: 'Z0123456789', name: 'acme.com' },
        alarmEmail: 'operator@millrace.example',
      });
      expect(resources.length).toBeGreaterThan(150);
      expect(check(resources)).toEqual([]);
    },
    60_000,
  );

  test.each<[fault: string, made: Partial<Resource>, said: string]>([
    ['an unknown type', { type: 'AWS::SNS::Topik' }, 'CloudFormation has no AWS::SNS::Topik'],
    ['an unknown property', { properties: { TopicNam: 'a' } }, 'TopicNam is no property'],
    ['a wrong type', { properties: { FifoTopic: 'yes' } }, 'Made.FifoTopic: "yes" is no boolean'],
    [
      'a list that is none',
      { properties: { Subscription: 'a' } },
      'Made.Subscription: "a" is no list',
    ],
    [
      'a fault within a list',
      { properties: { Subscription: [{ Protocol: 'email' }] } },
      'Made.Subscription[0]: Endpoint is missing',
    ],
    [
      'a missing property',
      { type: 'AWS::SNS::Subscription', properties: { Protocol: 'email' } },
      'Made: TopicArn is missing',
    ],
    [
      'a value outside a closed list',
      { type: 'AWS::Logs::LogGroup', properties: { RetentionInDays: 31 } },
      'Made.RetentionInDays: 31 is no integer of 1, 3, 5',
    ],
    [
      'an attribute of another resource that it lacks',
      { properties: { TopicName: { 'Fn::GetAtt': ['Made', 'Arn'] } } },
      'AWS::SNS::Topic has no attribute Arn',
    ],
    [
      'an attribute of a resource that the template lacks',
      { properties: { TopicName: { 'Fn::GetAtt': ['Other', 'Arn'] } } },
      'the template has no Other',
    ],
  ])('refuse %s', (_, made, said) => {
    const topic = { stack: 'api', id: 'Made', type: 'AWS::SNS::Topic', properties: {} };
    expect(check([topic])).toEqual([]);
    const [fault, ...more] = check([{ ...topic, ...made }]);
    expect(fault).toContain(said);
    expect(more).toEqual([]);
  });
});
