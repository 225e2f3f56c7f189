import { Duration } from 'aws-cdk-lib';
import {
  Alarm,
  type AlarmProps,
  ComparisonOperator,
  type IMetric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { Settings } from './settings.ts';

/** The time over which most figures are looked at. */
export const alarmPeriod = Duration.minutes(5);

/** The time over which what happens once a day is looked for. */
const SEARCH_PERIOD_MINUTES = 60;

/** How much later than it should something may come, in hours, before it counts as missing. */
const GRACE_HOURS = 2;

/** Makes alarms that all tell one topic; `docs/operations.md` says what each means and what to do. */
export class AlarmMaker extends Construct {
  readonly #name: string;
  readonly #topic: Topic;

  constructor(
    scope: Construct,
    id: string,
    { name, alarmEmail }: Pick<Settings, 'name' | 'alarmEmail'>,
  ) {
    super(scope, id);
    this.#name = name;
    this.#topic = new Topic(this, 'Topic', { topicName: `${name}-alarms`, enforceSSL: true });
    if (alarmEmail) this.#topic.addSubscription(new EmailSubscription(alarmEmail));
  }

  /** Goes off above a threshold, and not for want of figures: at night there may be no calls. */
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
   * Goes off when something that comes again and again does not come any more.
   *
   * @param counting the metric that counts it over the period that it is given
   * @param everyMinutes how often it should come; of what comes more than once an hour, three may
   *   be missing for five minutes each
   */
  missing(
    name: string,
    counting: (period: Duration) => IMetric,
    { everyMinutes }: { readonly everyMinutes: number },
  ): Alarm {
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
