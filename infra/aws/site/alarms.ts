import type { Duration } from 'aws-cdk-lib';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { AlarmMaker, alarmPeriod } from '../alarm-maker.ts';
import type { Settings } from '../settings.ts';

interface Watched {
  readonly distributionId: string;
  /** The names in the account of the edge functions, by their files. */
  readonly edgeFunctions: ReadonlyMap<string, string>;
  /** The project that builds the site each night; absent when none does. */
  readonly rebuildName: string | undefined;
}

const TOLERATED_FAULTS_PERCENT = 5;

const DAY_MINUTES = 24 * 60;

/** The alarms of the site, in us-east-1, where CloudFront reports its metrics. */
export function siteAlarms(
  scope: Construct,
  settings: Settings,
  { distributionId, edgeFunctions, rebuildName }: Watched,
): void {
  const maker = new AlarmMaker(scope, 'Alarms', settings);
  const faults = cloudFront('5xxErrorRate', Stats.AVERAGE, { DistributionId: distributionId });
  maker.above('cloudfront-5xx', faults, TOLERATED_FAULTS_PERCENT, 3);
  for (const [file, FunctionName] of edgeFunctions) {
    const named = { FunctionName };
    maker.above(`edge-${file}`, cloudFront('FunctionExecutionErrors', Stats.SUM, named), 0);
  }
  if (rebuildName === undefined) return;
  // One alarm for builds that fail and builds that nobody starts.
  maker.missing('rebuild', (period) => builtSites(rebuildName, period), DAY_MINUTES);
}

function cloudFront(
  metricName: string,
  statistic: string,
  dimensions: Readonly<Record<string, string>>,
): Metric {
  return new Metric({
    namespace: 'AWS/CloudFront',
    metricName,
    dimensionsMap: { ...dimensions, Region: 'Global' },
    statistic,
    period: alarmPeriod,
  });
}

function builtSites(projectName: string, period: Duration): Metric {
  return new Metric({
    namespace: 'AWS/CodeBuild',
    metricName: 'SucceededBuilds',
    dimensionsMap: { ProjectName: projectName },
    statistic: Stats.SUM,
    period,
  });
}
