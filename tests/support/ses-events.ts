/** The address to which the mail of these events went. */
export const bouncedAddress = 'ada@example.org';

const mail = {
  timestamp: '2026-11-23T05:00:00.000Z',
  source: 'Shop <hello@example.com>',
  sendingAccountId: '111122223333',
  messageId: '0107019a-example-000000',
  destination: [bouncedAddress],
  headersTruncated: false,
  commonHeaders: { from: ['Shop <hello@example.com>'], subject: 'Your receipt' },
  tags: { 'ses:configuration-set': ['millrace'] },
};

/** The report of a server, which names whom it likes. */
const bouncedRecipients = [
  {
    emailAddress: 'victim@example.net',
    action: 'failed',
    status: '5.1.1',
    diagnosticCode: 'smtp; 550 5.1.1 user unknown',
  },
];

/**
 * An event of SES as EventBridge brings it. Sources: "AWS service event metadata" in the EventBridge
 * reference, and for the detail "Examples of event data that Amazon SES publishes to Amazon SNS" in
 * the SES developer guide.
 */
function sesEvent(detailType: string, detail: object) {
  return {
    version: '0',
    id: '12a18625-3ada-4ae0-8c4a-000000000001',
    'detail-type': detailType,
    source: 'aws.ses',
    account: '111122223333',
    time: '2026-11-23T05:00:01Z',
    region: 'eu-central-1',
    resources: ['arn:aws:ses:eu-central-1:111122223333:configuration-set/millrace'],
    detail: { mail, ...detail },
  };
}

export function bounceEvent(bounceType: string, bounceSubType = 'General') {
  const bounce = { feedbackId: '0107019a-example', bounceType, bounceSubType, bouncedRecipients };
  return sesEvent('Email Bounced', { eventType: 'Bounce', bounce });
}

/** @param complaintFeedbackType absent where the mailbox provider sent no report */
export function complaintEvent(complaintFeedbackType?: string | null) {
  const complainedRecipients = [{ emailAddress: bouncedAddress }];
  const type = complaintFeedbackType === undefined ? {} : { complaintFeedbackType };
  const complaint = { feedbackId: '0107019a-example', complainedRecipients, ...type };
  return sesEvent('Email Complaint Received', { eventType: 'Complaint', complaint });
}
