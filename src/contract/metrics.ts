/** The counted events with their meanings. Functions log the counts, and the cloud reads them. */
export const metrics = {
  SignIns: 'Somebody signed in, and a session began.',
  TrialsGranted: 'A sign-in brought the trial.',
  TrialsWithheld: 'A trial was due, and its network had too many that day, or the trial is closed.',
  Grants: 'Credits came into a wallet: a trial, a purchase or a gift.',
  Holds: 'A service reserved credits.',
  Captures: 'A service took credits that it had reserved.',
  PaymentMismatches: 'Somebody paid, and not what was ordered: no credits came of it.',
  WebhooksRefused:
    'A webhook was not signed by the payment service with our secret, or is malformed.',
  SweepFailures: 'The sweep could not do a part of its work, such as a wallet; its log names it.',
  RefundsRefused: 'The payment service refused a refund that we owe to somebody who has left.',
  MessagesSent: 'A message was given to its receiver, a mail server or a service of yours.',
  MessagesDead: 'A message was refused for good, or every try of three days failed.',
  MessageDelaySeconds:
    'How many seconds the oldest message that was due has waited for its first try.',
  Refusals: 'A call was refused with a status below 500; also counted by the code.',
  Faults: 'A call was answered with a status from 500 on; also counted by the code.',
  Retries: 'A transaction lost against another one and began anew.',
  AuditDifferences: 'The audit found a wallet that is not the sum of its entries.',
} as const;

export type MetricName = keyof typeof metrics;

/** How often something happened. A missing name was not checked; 0 is a result. */
export type Counts = Readonly<Partial<Record<MetricName, number>>>;
