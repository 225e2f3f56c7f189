import { Duration } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import { type MetricName, metricNamespace } from '../../../src/contract/metrics.ts';

/** What is watched: the APIs by their names, and the functions. */
interface AlarmsProps {
  readonly name: string;
  readonly email: string | null;
  readonly apis: readonly { readonly apiName: string; readonly apiId: string }[];
  /** What has to run again and again, and how often it does. */
  readonly schedules: readonly {
    readonly scheduleName: string;
    readonly lambda: LambdaFunction;
    readonly everyMinutes: number;
  }[];
}

const MINUTES = 5;

/** How slow one call in a hundred may be, in milliseconds; Stripe takes a second at times. */
const SLOW_MS = 3_000;

/** Failed calls in five minutes that nobody has to get up for. */
const TOLERATED_FAULTS = 5;

/** Runs of a schedule that may fail one after the other before it is news. */
const TOLERATED_RUNS = 3;

/** Alarms that all tell one topic; `docs/operations.md` says what each means and what to do. */
export class Alarms extends Construct {
  readonly alarms: readonly Alarm[];
  readonly #topic: Topic;

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id);
    this.#topic = new Topic(this, 'Topic', { topicName: `${props.name}-alarms`, enforceSSL: true });
    if (props.email) this.#topic.addSubscription(new EmailSubscription(props.email));
    this.alarms = [
      ...props.apis.flatMap(({ apiName, apiId }) => this.#watchApi(apiName, apiId)),
      ...props.schedules.map((schedule) => this.#watchSchedule(schedule)),
      this.#watchFunctions(),
      this.#watchAudit(),
    ];
  }

  #watchApi(apiName: string, apiId: string): Alarm[] {
    const metric = (metricName: string, statistic: string) =>
      apiMetric(apiId, metricName, statistic);
    return [
      this.#alarm(`${apiName}-5xx`, metric('5xx', 'Sum'), TOLERATED_FAULTS),
      this.#alarm(`${apiName}-slow`, metric('Latency', 'p99'), SLOW_MS, 3),
    ];
  }

  #watchSchedule({ scheduleName, lambda, everyMinutes }: AlarmsProps['schedules'][number]): Alarm {
    const period = Duration.minutes(Math.max(MINUTES, everyMinutes));
    const tolerated = everyMinutes > MINUTES ? 0 : TOLERATED_RUNS;
    return this.#alarm(
      `schedule-${scheduleName}`,
      lambda.metricErrors({ period, statistic: 'Sum' }),
      tolerated,
    );
  }

  /** Lambda turned calls away because too many ran at once. */
  #watchFunctions(): Alarm {
    const period = Duration.minutes(MINUTES);
    const throttles = new Metric({
      namespace: 'AWS/Lambda',
      metricName: 'Throttles',
      statistic: 'Sum',
      period,
    });
    return this.#alarm('throttles', throttles, 0);
  }

  #watchAudit(): Alarm {
    return this.#alarm('audit', countOf('AuditDifferences', Duration.days(1)), 0);
  }

  /** Alarms above a threshold, and not for want of numbers: at night there may be no calls. */
  #alarm(name: string, metric: IMetric, threshold: number, evaluationPeriods = 1): Alarm {
    const alarm = new Alarm(this, name, {
      metric,
      threshold,
      evaluationPeriods,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(new SnsAction(this.#topic));
    alarm.addOkAction(new SnsAction(this.#topic));
    return alarm;
  }
}

/** What the functions count themselves (`src/contract/metrics.ts`). */
export function countOf(metricName: MetricName, period = Duration.minutes(MINUTES)): Metric {
  return new Metric({ namespace: metricNamespace, metricName, statistic: 'Sum', period });
}

/** What API Gateway measures of an HTTP API. */
export function apiMetric(apiId: string, metricName: string, statistic: string): Metric {
  return new Metric({
    namespace: 'AWS/ApiGateway',
    metricName,
    dimensionsMap: { ApiId: apiId },
    statistic,
    period: Duration.minutes(MINUTES),
  });
}
