import { Duration } from 'aws-cdk-lib';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Project } from 'aws-cdk-lib/aws-codebuild';
import type { Construct } from 'constructs';
import { AlarmMaker, metricsOf } from '../alarm-maker.ts';
import type { Settings } from '../settings.ts';

interface Watched {
  readonly distributionId: string;
  /** The names in the account of the edge functions, by their files. */
  readonly edgeFunctions: ReadonlyMap<string, string>;
  /** The project that builds the site each night; absent when none does. */
  readonly rebuild: Project | undefined;
}

const TOLERATED_FAULTS_PERCENT = 5;

/** The alarms of the site, in us-east-1, where CloudFront reports its metrics. */
export function siteAlarms(
  scope: Construct,
  settings: Settings,
  { distributionId, edgeFunctions, rebuild }: Watched,
): void {
  const maker = new AlarmMaker(scope, 'Alarms', settings);
  const of = cloudFront({ DistributionId: distributionId });
  const faults = of('5xxErrorRate', { statistic: Stats.AVERAGE });
  maker.above('cloudfront-5xx', faults, TOLERATED_FAULTS_PERCENT, 3);
  for (const [file, FunctionName] of edgeFunctions) {
    maker.above(`edge-${file}`, cloudFront({ FunctionName })('FunctionExecutionErrors'), 0);
  }
  if (rebuild === undefined) return;
  // One alarm for builds that fail and builds that nobody starts.
  const succeeded = (period: Duration) => rebuild.metricSucceededBuilds({ period });
  maker.missing('rebuild', succeeded, Duration.days(1));
}

function cloudFront(dimensions: Readonly<Record<string, string>>) {
  return metricsOf('AWS/CloudFront', { ...dimensions, Region: 'Global' });
}
