import {
  CfnOutput,
  Duration,
  RemovalPolicy,
  Stack,
  type StackProps,
  Validations,
} from 'aws-cdk-lib';
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup';
import { CfnCluster } from 'aws-cdk-lib/aws-dsql';
import { Schedule } from 'aws-cdk-lib/aws-events';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { HttpMethods } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { flowsCors } from '../../src/contract/cors.ts';
import { runKeptDays } from '../../src/contract/flows.ts';
import { checksumHeader } from '../../src/contract/uploads.ts';
import { privateBucket } from './conventions.ts';
import { type Settings, siteOriginOf, uploadBucketOf } from './settings.ts';

/** How the functions reach the database. */
export interface Database {
  readonly clusterArn: string;
  readonly host: string;
  /** The bucket for the files of results. */
  readonly resultBucket: string;
  /** The bucket for the files of inputs. */
  readonly uploadBucket: string;
}

/** How long each nightly copy is stored; nothing else could restore the ledger. */
const BACKUP_DAYS = 35;

/** The rights that AWS's own backup service needs. */
const BACKUP_POLICY = 'service-role/AWSBackupServiceRolePolicyForBackup';

/** In UTC, when few people are awake anywhere. */
const BACKUP_HOUR = '3';

/** The database: a cluster of Aurora DSQL that cannot be deleted by mistake, and its backups. */
export class DataStack extends Stack {
  readonly database: Database;

  constructor(scope: Construct, id: string, settings: Settings, props: StackProps) {
    super(scope, id, { ...props, terminationProtection: true });
    const cluster = new CfnCluster(this, 'Cluster', {
      deletionProtectionEnabled: true,
      ...multiRegion(settings),
      tags: [{ key: 'Name', value: settings.name }],
    });
    cluster.applyRemovalPolicy(RemovalPolicy.RETAIN);
    this.database = {
      clusterArn: settings.restoredCluster?.arn ?? cluster.attrResourceArn,
      host: settings.restoredCluster?.host ?? cluster.attrEndpoint,
      resultBucket: this.#results(settings),
      uploadBucket: this.#uploads(settings),
    };
    this.#backUp(settings.name);
    // After a restore, the API's stack reads these until it is deployed, which is after this stack;
    // CloudFormation refuses to remove an export that another stack still reads.
    this.exportValue(cluster.attrResourceArn);
    this.exportValue(cluster.attrEndpoint);
    new CfnOutput(this, 'DatabaseHost', { value: this.database.host });
  }

  /**
   * The results of flows that are too large for a row. The sweep deletes results after their time.
   */
  #results({ name, account, region }: Settings): string {
    const bucketName = `${name}-results-${account}-${region}`;
    const bucket = privateBucket(this, 'Results', {
      bucketName,
      // The sweep deletes results when they are due; this rule deletes those that it missed.
      lifecycleRules: [{ expiration: Duration.days(runKeptDays + 1) }],
    });
    Validations.of(bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason: 'Only functions of ours can read it, and each of their calls is in a log already.',
    });
    return bucketName;
  }

  /**
   * The files that browsers send for runs. A run may name one for a day (`uploadKeptHours`); the sweep
   * deletes it then, and this rule what the sweep missed.
   */
  #uploads(settings: Settings): string {
    const bucketName = uploadBucketOf(settings);
    const bucket = privateBucket(this, 'Uploads', {
      bucketName,
      lifecycleRules: [{ expiration: Duration.days(1) }],
      cors: [
        {
          allowedOrigins: [siteOriginOf(settings)],
          allowedMethods: [HttpMethods.PUT],
          allowedHeaders: [checksumHeader],
          maxAge: flowsCors.maxAgeSeconds,
        },
      ],
    });
    Validations.of(bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason:
        'Each address that takes a file is made by a call of ours, which is in a log already.',
    });
    return bucketName;
  }

  /** Copies the cluster in use each night: after a restore, the restored one. */
  #backUp(name: string): void {
    const role = new Role(this, 'BackupRole', {
      assumedBy: new ServicePrincipal('backup.amazonaws.com'),
      managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName(BACKUP_POLICY)],
    });
    Validations.of(role).acknowledge({
      id: `AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${BACKUP_POLICY}]`,
      reason:
        'AWS Backup documents this policy as the one its role needs, and extends it when the service learns to back up more; a copy of ours would stop working then.',
    });
    const backupVault = new BackupVault(this, 'BackupVault', {
      backupVaultName: name,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    const plan = new BackupPlan(this, 'BackupPlan', { backupVault });
    plan.addRule(
      new BackupPlanRule({
        ruleName: 'nightly',
        scheduleExpression: Schedule.cron({ hour: BACKUP_HOUR, minute: '0' }),
        deleteAfter: Duration.days(BACKUP_DAYS),
      }),
    );
    const resources = [BackupResource.fromArn(this.database.clusterArn)];
    plan.addSelection('Database', { role, resources });
  }
}

/**
 * The other cluster has to exist before either can name it. So the first deployment names the
 * witness only, and the next one the peers (docs/deploy.md).
 */
function multiRegion({ multiRegion: multi }: Settings) {
  if (multi === null) return {};
  const { witnessRegion, peers } = multi;
  return {
    multiRegionProperties: { witnessRegion, ...(peers.length > 0 ? { clusters: peers } : {}) },
  };
}
