import { Duration } from 'aws-cdk-lib';
import { type Alarm, MathExpression, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { MetricName } from '../../../src/contract/metrics.ts';
import { AlarmMaker, alarmPeriod, metricsOf } from '../alarm-maker.ts';
import type { Settings } from '../settings.ts';

interface Watched {
  readonly apis: readonly { readonly audience: string; readonly apiId: string }[];
  readonly schedules: readonly WatchedSchedule[];
  /** The function that SES tells of bounces and complaints. */
  readonly feedback: LambdaFunction;
}

/** A function that has to run at intervals. */
export interface WatchedSchedule {
  readonly scheduleName: string;
  readonly lambda: LambdaFunction;
  readonly everyMinutes: number;
}

/** For one call in a hundred; Stripe takes a second at times. */
const SLOW_MS = 3_000;

/** Failed calls in five minutes. */
const TOLERATED_FAULTS = 5;

/** Webhooks that may be refused in five minutes: strangers find the address, too. */
const TOLERATED_WEBHOOKS = 2;

/** Trials in an hour: granted over all networks, and withheld from networks that had theirs. */
const TOLERATED_TRIALS = { granted: 200, withheld: 20 } as const;

/** Messages that may be refused for good in five minutes: mailboxes close. */
const TOLERATED_DEAD = 5;

/** How long a message may wait for its first try, in seconds; when all is well, a minute at most. */
const LATE_S = 300;

/** Runs of a schedule that may fail one after the other. */
const TOLERATED_RUNS = 3;

/** The metrics of a deployment's own functions (`src/contract/metrics.ts`). */
type CountOf = ReturnType<typeof metricsOf<MetricName>>;

/** The alarms of the server. */
export function apiAlarms(
  scope: Construct,
  settings: Settings,
  { apis, schedules, feedback }: Watched,
): readonly Alarm[] {
  const maker = new AlarmMaker(scope, 'Alarms', settings);
  const countOf: CountOf = metricsOf(settings.name);
  const copies = metricsOf('AWS/Backup', { BackupVaultName: settings.name });
  return [
    ...apis.flatMap(({ audience, apiId }) => {
      const of = metricsOf('AWS/ApiGateway', { ApiId: apiId });
      return [
        maker.above(`${audience}-5xx`, of('5xx'), TOLERATED_FAULTS),
        maker.above(`${audience}-slow`, of('Latency', { statistic: 'p99' }), SLOW_MS, 3),
      ];
    }),
    ...schedules.flatMap((schedule) => watchSchedule(maker, schedule)),
    maker.above('sweep-failures', countOf('SweepFailures'), TOLERATED_RUNS),
    // Calls that Lambda refused because too many ran at once.
    maker.above('throttles', LambdaFunction.metricAllThrottles({ period: alarmPeriod }), 0),
    maker.above('refunds', countOf('RefundsRefused'), 0),
    maker.above('payments', countOf('PaymentMismatches'), 0),
    maker.above('webhooks', countOf('WebhooksRefused'), TOLERATED_WEBHOOKS),
    maker.above('trials', shareOfTolerated(countOf), 1),
    maker.above('messages-dead', countOf('MessagesDead'), TOLERATED_DEAD),
    maker.above(
      'messages-late',
      countOf('MessageDelaySeconds', { statistic: Stats.MAXIMUM }),
      LATE_S,
    ),
    maker.above(
      'mail-feedback',
      feedback.metricErrors({ period: alarmPeriod, statistic: Stats.SUM }),
      0,
    ),
    ...watchAudit(maker, countOf),
    // A nightly copy may begin eight hours late ("StartWindowMinutes" in the AWS Backup API).
    maker.missing(
      'backup-missing',
      (period) => copies('NumberOfBackupJobsCompleted', { period }),
      Duration.hours(24 + 8),
    ),
  ];
}

/** Alarms for runs that fail, and for runs that do not happen. */
function watchSchedule(
  maker: AlarmMaker,
  { scheduleName, lambda, everyMinutes }: WatchedSchedule,
): readonly Alarm[] {
  const every = Duration.minutes(everyMinutes);
  const isOften = everyMinutes <= alarmPeriod.toMinutes();
  const period = isOften ? alarmPeriod : every;
  const errors = lambda.metricErrors({ period, statistic: Stats.SUM });
  const invocations = (over: Duration) =>
    lambda.metricInvocations({ period: over, statistic: Stats.SUM });
  return [
    maker.above(`schedule-${scheduleName}`, errors, isOften ? TOLERATED_RUNS : 0),
    maker.missing(`schedule-${scheduleName}-missing`, invocations, every),
  ];
}

/** How far trials are above what is tolerated: a farm in one network, or in many. */
function shareOfTolerated(countOf: CountOf): MathExpression {
  const period = Duration.hours(1);
  const { granted, withheld } = TOLERATED_TRIALS;
  return new MathExpression({
    expression: `MAX([FILL(granted, 0) / ${granted}, FILL(withheld, 0) / ${withheld}])`,
    usingMetrics: {
      granted: countOf('TrialsGranted', { period }),
      withheld: countOf('TrialsWithheld', { period }),
    },
    period,
  });
}

/** Alarms for differences that the audit finds, and for an audit that does not end. */
function watchAudit(maker: AlarmMaker, countOf: CountOf): readonly Alarm[] {
  const audits = (period: Duration) =>
    countOf('AuditDifferences', { period, statistic: Stats.SAMPLE_COUNT });
  const day = Duration.days(1);
  return [
    // The alarm lasts until the next daily audit finds nothing.
    maker.above('audit', countOf('AuditDifferences', { period: day }), 0),
    maker.missing('audit-missing', audits, day),
  ];
}
