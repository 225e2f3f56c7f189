import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { Construct } from 'constructs';
import type { Settings } from '../settings.ts';

/** So many days may spend a month's budget; each may cost three times its share. */
const DAYS_IN_A_BUDGET = 10;

/**
 * Sends an e-mail at the end of an expensive day, and when the month's costs or their forecast pass
 * the budget. Budgets stop nothing. They have no names: another address replaces a budget, and AWS
 * refuses a second one of a name ("AWS::Budgets::Budget" in the CloudFormation reference).
 */
export function budgets(scope: Construct, settings: Settings): void {
  const { alarmEmail, monthlyBudgetDollars } = settings;
  if (alarmEmail === null || monthlyBudgetDollars === null) return;
  const make = (timeUnit: 'DAILY' | 'MONTHLY', amount: number, types: readonly string[]) =>
    new CfnBudget(scope, `${timeUnit} budget`, {
      budget: {
        budgetType: 'COST',
        timeUnit,
        budgetLimit: { amount, unit: 'USD' },
      },
      notificationsWithSubscribers: types.map((notificationType) => ({
        notification: { notificationType, comparisonOperator: 'GREATER_THAN', threshold: 100 },
        subscribers: [{ subscriptionType: 'EMAIL', address: alarmEmail }],
      })),
    });
  make('MONTHLY', monthlyBudgetDollars, ['ACTUAL', 'FORECASTED']);
  // AWS makes forecasts for months and longer only.
  make('DAILY', monthlyBudgetDollars / DAYS_IN_A_BUDGET, ['ACTUAL']);
}
