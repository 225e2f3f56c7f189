import { PolicyStatement } from 'aws-cdk-lib/aws-iam';

/** Allows one thing on the resources that are named, and a call without any is a mistake of ours. */
export function allow(action: string, ...resources: readonly string[]): PolicyStatement {
  if (resources.length === 0) throw new TypeError('A policy names its resources.');
  return new PolicyStatement({ actions: [action], resources: [...resources] });
}
