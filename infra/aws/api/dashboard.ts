import {
  type Alarm,
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IMetric,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { type MetricName, metrics } from '../../../src/contract/metrics.ts';
import { apiMetric, countsOf } from './alarms.ts';

interface DashboardProps {
  readonly name: string;
  readonly alarms: readonly Alarm[];
  readonly apis: readonly { readonly audience: string; readonly apiId: string }[];
}

/** The whole width, in CloudWatch's columns. */
const FULL_WIDTH = 24;

const isMetricName = (name: string): name is MetricName => name in metrics;
const metricNames = Object.keys(metrics).filter(isMetricName).toSorted();

/** One page with the alarms, the figures of the APIs, and the functions' own counts. */
export function dashboard(scope: Construct, { name, alarms, apis }: DashboardProps): void {
  const page = new Dashboard(scope, 'Dashboard', { dashboardName: name });
  const status = { title: 'Alarms', alarms: [...alarms], width: FULL_WIDTH };
  page.addWidgets(new AlarmStatusWidget(status));
  for (const { audience, apiId } of apis) {
    const of = (metricName: string, statistic: string) => apiMetric(apiId, metricName, statistic);
    page.addWidgets(
      graph(`${audience}: calls`, [of('Count', 'Sum'), of('4xx', 'Sum'), of('5xx', 'Sum')]),
      graph(`${audience}: time to answer, ms`, [of('Latency', 'p50'), of('Latency', 'p99')]),
    );
  }
  const counts = metricNames.map((metricName) => countsOf(name)(metricName));
  page.addWidgets(graph('What the functions count', counts, FULL_WIDTH));
}

function graph(title: string, left: IMetric[], width = FULL_WIDTH / 2): GraphWidget {
  return new GraphWidget({ title, left, width });
}
