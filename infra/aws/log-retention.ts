import { RetentionDays } from 'aws-cdk-lib/aws-logs';

/** How long the logs are kept: long enough to look into what somebody noticed last month. */
export const logRetention = RetentionDays.TWO_MONTHS;
