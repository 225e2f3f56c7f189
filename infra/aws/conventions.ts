import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';

/** How long CloudWatch keeps the logs: an operator can look into what a user noticed last month. */
export const logRetention = RetentionDays.TWO_MONTHS;

/** A function's memory in MB. Lambda gives processor by memory: this much is one whole core. */
export const functionMemoryMb = 1_769;

/**
 * A statement that allows one action on the named resources.
 *
 * @throws TypeError without a resource, because IAM would then apply it to none
 */
export function policy(action: string, ...resources: readonly string[]): PolicyStatement {
  if (resources.length === 0) throw new TypeError('A policy names its resources.');
  return new PolicyStatement({ actions: [action], resources: [...resources] });
}
