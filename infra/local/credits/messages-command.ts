import { outboxOperator } from '../../../functions/adapters/postgres/outbox/outbox-store.ts';
import type { Command, CommandDeps, CommandResult } from './command.ts';

type MessageCommand = Extract<Command, { readonly command: `messages ${string}` }>;

type Operator = ReturnType<typeof outboxOperator>;

type Listed = Awaited<ReturnType<Operator['list']>>[number];

/** Shows messages that were not sent, and tries or drops them. Their text names people, and stays. */
export async function runMessageCommand(
  command: MessageCommand,
  { db, now }: CommandDeps,
): Promise<CommandResult> {
  const operator = outboxOperator(db);
  switch (command.command) {
    case 'messages list':
      return listResult(await operator.list());
    case 'messages show': {
      const found = await operator.find(command.id);
      if (!found) return messageRefusal('There is no message with that id.');
      return { ok: true, lines: [lineOf(found)], body: { message: bodyOf(found) } };
    }
    case 'messages resend':
      return (await operator.resend(command.id, now))
        ? done(command.id, 'is due now, and for three days.')
        : messageRefusal('Only a dead message is sent again: see messages list.');
    case 'messages drop':
      return (await operator.drop(command.id))
        ? done(command.id, 'is given up.')
        : messageRefusal('Only a message that waits or is dead is dropped: see messages list.');
  }
}

function listResult(messages: readonly Listed[]): CommandResult {
  const lines = messages.map(lineOf);
  return {
    ok: true,
    lines: lines.length > 0 ? lines : ['No message waits, and none is dead.'],
    body: { messages: messages.map(bodyOf) },
  };
}

function lineOf({ id, event, state, createdAt, tries, dueAt, failure = '' }: Listed): string {
  const due = dueAt ? `next ${dueAt.toISOString()}` : '';
  const parts = [id, event.padEnd(16), state.padEnd(8), createdAt.toISOString(), `${tries} tries`];
  return [...parts, due, failure].filter((part) => part !== '').join('  ');
}

function bodyOf({ createdAt, dueAt, ...message }: Listed) {
  const due = dueAt ? { dueAt: dueAt.toISOString() } : {};
  return { ...message, createdAt: createdAt.toISOString(), ...due };
}

function done(id: string, what: string): CommandResult {
  return { ok: true, lines: [`The message ${id} ${what}`], body: { id } };
}

function messageRefusal(detail: string): CommandResult {
  return { ok: false, lines: [detail], body: { code: 'message_not_found', detail } };
}
