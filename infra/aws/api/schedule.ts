import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import type { Construct } from 'constructs';
import { allow } from '../allow.ts';

/** Calls a function again and again, with the id by which its log names the run. */
export function scheduleRuns(
  scope: Construct,
  name: string,
  { lambda, everyMinutes }: { readonly lambda: LambdaFunction; readonly everyMinutes: number },
): void {
  const role = new Role(scope, `${name} caller`, {
    assumedBy: new ServicePrincipal('scheduler.amazonaws.com'),
  });
  role.addToPolicy(allow('lambda:InvokeFunction', lambda.functionArn));
  new CfnSchedule(scope, `${name} schedule`, {
    description: `Runs ${name}`,
    scheduleExpression: `rate(${everyMinutes} minute${everyMinutes === 1 ? '' : 's'})`,
    flexibleTimeWindow: { mode: 'OFF' },
    target: {
      arn: lambda.functionArn,
      roleArn: role.roleArn,
      input: JSON.stringify({ id: '<aws.scheduler.execution-id>' }),
      retryPolicy: { maximumRetryAttempts: 0, maximumEventAgeInSeconds: 60 },
    },
  });
}
