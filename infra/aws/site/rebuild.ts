import { Duration, Stack, Validations } from 'aws-cdk-lib';
import {
  BuildSpec,
  ComputeType,
  LinuxArmBuildImage,
  Project,
  Source,
} from 'aws-cdk-lib/aws-codebuild';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Alias } from 'aws-cdk-lib/aws-kms';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import type { Construct } from 'constructs';
import { logGroup, policy } from '../conventions.ts';
import type { Settings } from '../settings.ts';

/** The bucket and the distribution of a build. */
export interface Target {
  readonly bucketName: string;
  readonly bucketArn: string;
  /** The bucket's name in the template. */
  readonly bucketId: string;
  readonly distributionId: string;
  readonly distributionArn: string;
  readonly storeArn: string;
}

/** A build takes a minute or two. */
const TIMEOUT_MINUTES = 20;

/** Posts are published by the day, in UTC. */
const NIGHTLY = 'cron(5 0 * * ? *)';

/** For npm alone; the build itself runs on the Node of package.json. */
const NODE_MAJOR = 22;

/** Builds and uploads the site every night, so that a post appears on its day. */
export function rebuildNightly(
  scope: Construct,
  { name, environment, nightlyBuild }: Settings,
  target: Target,
): Project | undefined {
  if (nightlyBuild === null) return undefined;
  const logGroupName = `/${name}/rebuild`;
  const project = new Project(scope, 'Rebuild', {
    projectName: `${name}-site`,
    description: 'Builds the site, with the posts that are out by then, and uploads it',
    source: sourceOf(nightlyBuild.repository, nightlyBuild.branch),
    buildSpec: BuildSpec.fromObject(buildSpec(environment, target)),
    environment: {
      buildImage: LinuxArmBuildImage.AMAZON_LINUX_2023_STANDARD_3_0,
      computeType: ComputeType.SMALL,
    },
    timeout: Duration.minutes(TIMEOUT_MINUTES),
    encryptionKey: Alias.fromAliasName(scope, 'BuildKey', 'alias/aws/s3'),
    logging: { cloudWatch: { logGroup: logGroup(scope, 'RebuildLog', logGroupName) } },
    // CDK would add logs and reports under names of its own, which a build does not need.
    role: builder(scope, target, logGroupName).withoutPolicyUpdates(),
  });
  const caller = new Role(scope, 'RebuildCaller', {
    assumedBy: new ServicePrincipal('scheduler.amazonaws.com'),
  });
  caller.addToPolicy(policy('codebuild:StartBuild', project.projectArn));
  new CfnSchedule(scope, 'RebuildSchedule', {
    scheduleExpression: NIGHTLY,
    scheduleExpressionTimezone: 'UTC',
    flexibleTimeWindow: { mode: 'OFF' },
    target: {
      arn: `arn:aws:scheduler:::aws-sdk:codebuild:startBuild`,
      roleArn: caller.roleArn,
      input: Stack.of(scope).toJsonString({ ProjectName: project.projectName }),
    },
  });
  return project;
}

/** The rights of a build: write its log, change the site's files and addresses, and report. */
function builder(scope: Construct, target: Target, logGroupName: string): Role {
  const { region, account } = Stack.of(scope);
  const streams = `arn:aws:logs:${region}:${account}:log-group:${logGroupName}:log-stream:*`;
  const role = new Role(scope, 'Builder', {
    assumedBy: new ServicePrincipal('codebuild.amazonaws.com'),
  });
  const allowed: Readonly<Record<string, string>> = {
    'logs:CreateLogStream': streams,
    'logs:PutLogEvents': streams,
    's3:ListBucket': target.bucketArn,
    's3:PutObject': `${target.bucketArn}/*`,
    's3:DeleteObject': `${target.bucketArn}/*`,
    'cloudfront:CreateInvalidation': target.distributionArn,
    'cloudfront-keyvaluestore:DescribeKeyValueStore': target.storeArn,
    'cloudfront-keyvaluestore:ListKeys': target.storeArn,
    'cloudfront-keyvaluestore:UpdateKeys': target.storeArn,
  };
  for (const [action, resource] of Object.entries(allowed)) {
    role.addToPolicy(policy(action, resource));
  }
  Validations.of(role).acknowledge(
    {
      id: `AwsSolutions-IAM5[Resource::${streams}]`,
      reason: 'It names the streams of the builds’ own log; CodeBuild makes their names up.',
    },
    {
      id: `AwsSolutions-IAM5[Resource::<${target.bucketId}.Arn>/*]`,
      reason: 'It names the files of the site’s own bucket, which every build has others of.',
    },
  );
  return role;
}

function sourceOf(repository: string, branchOrRef: string) {
  const [owner = '', repo = ''] = new URL(repository).pathname
    .slice(1)
    .replace(/\.git$/, '')
    .split('/');
  return Source.gitHub({
    owner,
    repo,
    branchOrRef,
    webhook: false,
    cloneDepth: 1,
    // A report would need a token with write access.
    reportBuildStatus: false,
  });
}

function buildSpec(environment: string, { bucketName, distributionId, storeArn }: Target) {
  const options = `--bucket ${bucketName} --distribution ${distributionId} --store ${storeArn}`;
  return {
    version: '0.2',
    phases: {
      install: { 'runtime-versions': { nodejs: NODE_MAJOR }, commands: ['npm ci'] },
      build: { commands: [`npm run deploy:site -- ${environment} ${options}`] },
    },
  };
}
