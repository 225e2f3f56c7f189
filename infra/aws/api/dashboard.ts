import {
  type Alarm,
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IMetric,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { type MetricName, metrics } from '../../../src/contract/metrics.ts';
import { apiMetric, countOf } from './alarms.ts';

interface DashboardProps {
  readonly name: string;
  readonly alarms: readonly Alarm[];
  readonly apis: readonly { readonly audience: string; readonly apiId: string }[];
}

/** The whole width, in CloudWatch's columns. */
const FULL_WIDTH = 24;

const metricNames = Object.keys(metrics).filter(isMetricName).toSorted();

/** One page that says whether the product is well: the alarms, the calls, and what they came to. */
export function dashboard(scope: Construct, { name, alarms, apis }: DashboardProps): void {
  const page = new Dashboard(scope, 'Dashboard', { dashboardName: name });
  page.addWidgets(
    new AlarmStatusWidget({ title: 'Alarms', alarms: [...alarms], width: FULL_WIDTH }),
  );
  for (const { audience, apiId } of apis) {
    const of = (metricName: string, statistic: string) => apiMetric(apiId, metricName, statistic);
    page.addWidgets(
      graph(`${audience}: calls`, [of('Count', 'Sum'), of('4xx', 'Sum'), of('5xx', 'Sum')]),
      graph(`${audience}: time to answer, ms`, [of('Latency', 'p50'), of('Latency', 'p99')]),
    );
  }
  page.addWidgets(
    new GraphWidget({
      title: 'What the functions count',
      left: metricNames.map((metricName) => countOf(metricName)),
      width: FULL_WIDTH,
    }),
  );
}

function isMetricName(name: string): name is MetricName {
  return name in metrics;
}

function graph(title: string, left: IMetric[]): GraphWidget {
  return new GraphWidget({ title, left, width: FULL_WIDTH / 2 });
}
