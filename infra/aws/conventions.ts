import { RemovalPolicy } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { BlockPublicAccess, Bucket, BucketEncryption, type BucketProps } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';

/** A function's memory in MB. Lambda gives processor by memory: this is one whole core. */
export const functionMemoryMb = 1_769;

/** A log of two months: an operator can look into what a user noticed last month. */
export function logGroup(scope: Construct, id: string, logGroupName: string): LogGroup {
  const retention = RetentionDays.TWO_MONTHS;
  return new LogGroup(scope, id, { logGroupName, retention, removalPolicy: RemovalPolicy.DESTROY });
}

/**
 * A bucket without public access. It stays when the stack is deleted. It does not stay when the
 * stack's first deployment fails, because the next one could not make a bucket of that name.
 */
export function privateBucket(scope: Construct, id: string, props: BucketProps = {}): Bucket {
  return new Bucket(scope, id, {
    ...props,
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  });
}

/** @throws TypeError without a resource, because IAM would then apply the statement to none */
export function policy(action: string, ...resources: readonly string[]): PolicyStatement {
  if (resources.length === 0) throw new TypeError('A policy names its resources.');
  return new PolicyStatement({ actions: [action], resources: [...resources] });
}
