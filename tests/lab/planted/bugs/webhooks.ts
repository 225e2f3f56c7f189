import type { Area } from '../planted-bug.ts';

const call = 'functions/adapters/webhook/call-endpoint.ts';
const outbox = 'functions/adapters/postgres/outbox/';
const calls = ['tests/integration/local/webhook-calls'];
const commands = ['tests/integration/local/webhook-commands'];

/** Bugs in what services are told: each reaches the wrong host, believes too much, or tells wrongly. */
export const webhooks: Area = {
  name: 'webhooks',
  tests: ['tests/integration/local/webhooks'],
  bugs: [
    {
      name: 'One public address of a name is enough to call it',
      file: call,
      from: '(isSecure && addresses.every(isPublic))',
      to: '(isSecure && addresses.some(isPublic))',
      tests: calls,
    },
    {
      name: 'The connection resolves the name again',
      file: call,
      from: '    lookup: (_hostname, _options, done) => done(null, [...addresses]),\n',
      to: '',
      tests: calls,
    },
    {
      name: 'This machine may be called without TLS at any address',
      file: call,
      from: 'const isAllowed = isHere || (isSecure',
      to: 'const isAllowed = isHere || allowsLoopback || (isSecure',
      tests: calls,
    },
    {
      name: 'Any IPv6 address that is in no list is public',
      file: 'functions/adapters/webhook/public-address.ts',
      from: ' && (address.family === 4 || isIn(ipv6, address))',
      to: '',
      tests: ['tests/unit/functions/adapters/webhook/'],
    },
    {
      name: 'The secret before signs for ever',
      file: 'functions/domain/webhook/endpoint.ts',
      from: 'formerUntil !== null && formerUntil > now',
      to: 'formerUntil !== null',
      tests: ['tests/unit/functions/domain/webhook/'],
    },
    {
      name: 'A key that did not make the secrets signs',
      file: 'infra/local/credits/webhooks-command.ts',
      from: "return isOurs && key !== '' ?",
      to: "return isOurs || key !== '' ?",
      tests: commands,
    },
    {
      name: 'An endpoint is told of a wallet by the times of its events',
      file: `${outbox}outbox-store.ts`,
      from: 'order by event_number nulls first, created_at, id limit 1',
      to: 'order by created_at, id limit 1',
    },
    {
      name: 'Endpoints are told of events that they have not chosen',
      file: `${outbox}write-message.ts`,
      from: "wants.split(' ').includes(event)",
      to: "wants !== '' && event !== ''",
    },
    {
      name: 'An event is due again while a worker has it',
      file: `${outbox}endpoint-store.ts`,
      from: 'now.getTime() + leaseMs',
      to: 'now.getTime() - leaseMs',
      tests: commands,
    },
    {
      name: 'A service is told about an account after its end',
      file: 'functions/messages/webhook-receiver.ts',
      from: "    if (sub === undefined) return { kind: 'dropped', failure: 'the account is deleted' };\n",
      to: '',
    },
    {
      name: 'A service that is gone is called again',
      file: 'functions/messages/webhook-receiver.ts',
      from: '    if (isGone) await endpoints.change(endpoint.id, { disabledAt: now() });\n',
      to: '',
    },
    {
      name: 'The subject of a deleted user stays once it was sent',
      file: `${outbox}outbox-store.ts`,
      from: " && event !== 'user.deleted'",
      to: '',
    },
  ],
};
