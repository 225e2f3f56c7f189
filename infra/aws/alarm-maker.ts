import { Duration, Stack } from 'aws-cdk-lib';
import {
  Alarm,
  type AlarmProps,
  ComparisonOperator,
  type IMetric,
  Metric,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { Settings } from './settings.ts';

export const alarmPeriod = Duration.minutes(5);

/** For events that come at most once an hour. */
const SEARCH_PERIOD_MINUTES = 60;
/** How late such an event may come before it counts as missing. */
const GRACE_HOURS = 2;

/** Makes metrics of a namespace: sums over five minutes, unless told otherwise. */
export function metricsOf<Name extends string>(
  namespace: string,
  dimensionsMap: Record<string, string> = {},
) {
  return (metricName: Name, { period = alarmPeriod, statistic = Stats.SUM } = {}) =>
    new Metric({ namespace, metricName, dimensionsMap, statistic, period });
}

/** Makes alarms that notify one topic; `docs/operations.md` explains each of them. */
export class AlarmMaker extends Construct {
  readonly #name: string;
  readonly #topic: Topic;

  constructor(scope: Construct, id: string, { name, account, alarmEmail }: Settings) {
    super(scope, id);
    this.#name = name;
    const topicName = `${Stack.of(this).stackName}-alarms`;
    this.#topic = new Topic(this, 'Topic', { topicName, enforceSSL: true });
    // A topic with a policy of its own loses the one that lets alarms publish. Source: "How do I
    // troubleshoot my CloudWatch alarm trigger for Amazon SNS" in AWS' knowledge center.
    this.#topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.#topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': account } },
      }),
    );
    if (alarmEmail) this.#topic.addSubscription(new EmailSubscription(alarmEmail));
  }

  /** Goes off above a threshold, and not without data: at night there may be no calls. */
  above(name: string, metric: IMetric, threshold: number, evaluationPeriods = 1): Alarm {
    return this.#alarm(name, {
      metric,
      threshold,
      evaluationPeriods,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
  }

  /**
   * Goes off when a regular event is missing.
   * @param counting the metric that counts the event over a period
   * @param every the event's interval; events that come more than once an hour may be missing for
   *   three periods of five minutes
   */
  missing(name: string, counting: (period: Duration) => IMetric, every: Duration): Alarm {
    const everyMinutes = every.toMinutes();
    const isOften = everyMinutes < SEARCH_PERIOD_MINUTES;
    const hours = everyMinutes / SEARCH_PERIOD_MINUTES + GRACE_HOURS;
    return this.#alarm(name, {
      metric: counting(isOften ? alarmPeriod : Duration.minutes(SEARCH_PERIOD_MINUTES)),
      threshold: 1,
      evaluationPeriods: isOften ? 3 : Math.ceil(hours),
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.BREACHING,
    });
  }

  #alarm(name: string, props: AlarmProps): Alarm {
    const alarm = new Alarm(this, name, {
      ...props,
      alarmName: `${this.#name}-${name}`,
      alarmDescription: 'What it means and what to do: docs/operations.md, "The alarms".',
    });
    alarm.addAlarmAction(new SnsAction(this.#topic));
    alarm.addOkAction(new SnsAction(this.#topic));
    return alarm;
  }
}
