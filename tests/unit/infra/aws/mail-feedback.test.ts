import { beforeAll, expect, test } from 'vitest';
import { environmentIn, mailOf, readSettings } from '../../../../infra/aws/settings.ts';
import {
  emptyParts,
  type Resource,
  type Synthesized,
  synthesizeOnce,
} from '../../../support/deployment.ts';
import { deployments } from '../../../support/fresh-deployments.ts';
import { complaintEvent } from '../../../support/ses-events.ts';

let made: Synthesized;
beforeAll(() => {
  made = synthesizeOnce(emptyParts(), {}, false);
}, 60_000);

function functionNamed(name: string): Resource | undefined {
  return made
    .ofType('AWS::Lambda::Function')
    .find(({ properties }) => properties.FunctionName === `millrace-${name}`);
}

test('SES publishes bounces and complaints of the configuration set to the default bus', () => {
  const [set] = made.ofType('AWS::SES::ConfigurationSet');
  const [destination] = made.ofType('AWS::SES::ConfigurationSetEventDestination');
  expect(destination?.properties).toEqual({
    ConfigurationSetName: { Ref: set?.id },
    EventDestination: {
      Enabled: true,
      MatchingEventTypes: ['bounce', 'complaint'],
      // SES takes no other bus (CloudFormation, "EventBridgeDestination").
      EventBridgeDestination: {
        EventBusArn: 'arn:aws:events:eu-central-1:111122223333:event-bus/default',
      },
    },
  });
});

test('our mail goes through that configuration set, and the rule matches events of no other', () => {
  const [set] = made.ofType('AWS::SES::ConfigurationSet');
  const name = set?.properties.Name;
  const { variables } = mailOf(readSettings(environmentIn(deployments, 'production')));
  expect(variables.MAIL_URL).toBe(`ses://eu-central-1/${name}`);
  const [rule, ...more] = made.ofType('AWS::Events::Rule');
  expect(more).toEqual([]);
  expect(rule?.properties.EventPattern).toEqual({
    source: ['aws.ses'],
    'detail-type': ['Email Bounced', 'Email Complaint Received'],
    detail: { mail: { tags: { 'ses:configuration-set': [name] } } },
  });
  // The events of the other tests are ones that the rule matches.
  expect(complaintEvent().detail.mail.tags['ses:configuration-set']).toEqual([name]);
});

test('the rule calls one function, and nothing else on the bus may call any', () => {
  const [rule] = made.ofType('AWS::Events::Rule');
  const feedback = functionNamed('mailFeedback');
  const arn = { 'Fn::GetAtt': [feedback?.id, 'Arn'] };
  expect(rule?.properties.Targets).toMatchObject([{ Arn: arn }]);
  const permissions = made
    .ofType('AWS::Lambda::Permission')
    .filter(({ properties }) => properties.Principal === 'events.amazonaws.com');
  expect(permissions.map(({ properties }) => properties)).toEqual([
    {
      Action: 'lambda:InvokeFunction',
      FunctionName: arn,
      Principal: 'events.amazonaws.com',
      SourceArn: { 'Fn::GetAtt': [rule?.id, 'Arn'] },
    },
  ]);
});

test('an alarm goes off when an event of SES was not noted', () => {
  const alarm = made
    .ofType('AWS::CloudWatch::Alarm')
    .find(({ properties }) => properties.AlarmName === 'millrace-mail-feedback');
  expect(alarm?.properties).toMatchObject({
    Namespace: 'AWS/Lambda',
    MetricName: 'Errors',
    Dimensions: [{ Name: 'FunctionName', Value: { Ref: functionNamed('mailFeedback')?.id } }],
    Threshold: 0,
  });
});
