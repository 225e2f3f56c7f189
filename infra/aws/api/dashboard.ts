import {
  type Alarm,
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IMetric,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { metrics } from '../../../src/contract/metrics.ts';
import { metricsOf } from '../alarm-maker.ts';

interface DashboardProps {
  readonly name: string;
  readonly alarms: readonly Alarm[];
  readonly apis: readonly { readonly audience: string; readonly apiId: string }[];
}

/** The whole width, in CloudWatch's columns. */
const FULL_WIDTH = 24;

/** One page with the alarms, the figures of the APIs, and the functions' own counts. */
export function dashboard(scope: Construct, { name, alarms, apis }: DashboardProps): void {
  const page = new Dashboard(scope, 'Dashboard', { dashboardName: name });
  const status = { title: 'Alarms', alarms: [...alarms], width: FULL_WIDTH };
  page.addWidgets(new AlarmStatusWidget(status));
  for (const { audience, apiId } of apis) {
    const of = metricsOf('AWS/ApiGateway', { ApiId: apiId });
    const times = ['p50', 'p99'].map((statistic) => of('Latency', { statistic }));
    page.addWidgets(
      graph(`${audience}: calls`, [of('Count'), of('4xx'), of('5xx')]),
      graph(`${audience}: time to answer, ms`, times),
    );
  }
  const names = Object.keys(metrics).toSorted();
  const counts = names.map((metricName) => metricsOf(name)(metricName));
  page.addWidgets(graph('What the functions count', counts, FULL_WIDTH));
}

function graph(title: string, left: IMetric[], width = FULL_WIDTH / 2): GraphWidget {
  return new GraphWidget({ title, left, width });
}
