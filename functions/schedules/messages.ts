import { endingSoonDays } from '../../src/contract/messages.ts';
import { sesMail } from '../adapters/mail/ses.ts';
import { smtp } from '../adapters/mail/smtp.ts';
import { tellEndingCredits } from '../adapters/postgres/outbox/write-message.ts';
import { outboxStore } from '../adapters/postgres/outbox/outbox-store.ts';
import { recipients } from '../adapters/postgres/outbox/recipients.ts';
import { forSchedule } from '../callers/for-schedule.ts';
import type { Env } from '../env.ts';
import { mailReceiver } from '../messages/mail-receiver.ts';
import { sendMessages } from '../messages/send-messages.ts';
import { mailSettings, trialKeySecretOf } from '../settings.ts';

const now = () => new Date();

export const handler = forSchedule('messages', sendMessages, (db, env) => {
  const secret = trialKeySecretOf(env);
  return {
    outbox: outboxStore(db),
    receivers: {
      mail: mailReceiver({
        recipients: recipients(db, secret),
        ...transportOf(env),
        siteOrigin: env.siteOrigin,
        secret,
        now,
      }),
    },
    tellEndingCredits: (at) => tellEndingCredits(db, endingSoonDays, at),
    now,
    random: Math.random,
  };
});

function transportOf(env: Env) {
  const { url, from, credentials } = mailSettings(env);
  const isSes = new URL(url).protocol === 'ses:';
  return { from, sendMail: isSes ? sesMail(url, credentials) : smtp(url) };
}
