import { describe, expect, test } from 'vitest';
import { readArguments } from '../../../../../infra/local/credits/arguments.ts';

const id = '0195f0a0-0000-7000-8000-000000000002';

function read(line: string, ...more: readonly string[]) {
  const args = [...line.split(' ').filter((word) => word !== ''), ...more];
  return readArguments(args, { operator: 'mo', makeKey: () => 'made-key' });
}

const granted = 'credits.granted';
const since = { since: '2026-11-01' };
const keyed = { key: 'made-key', operator: 'mo' };

describe('a command line is a command', () => {
  test.each([
    [
      'grant --user ada@example.com --amount 100 --reason thanks',
      { command: 'grant', user: 'ada@example.com', amount: 100, reason: 'thanks', ...keyed },
    ],
    [
      'grant --amount=1 --user=auth0|1 --reason=r --days=30 --key=mine',
      {
        command: 'grant',
        user: 'auth0|1',
        amount: 1,
        reason: 'r',
        days: 30,
        key: 'mine',
        operator: 'mo',
      },
    ],
    ['show --user auth0|1', { command: 'show', user: 'auth0|1' }],
    ['audit', { command: 'audit' }],
    ['audit --whole', { command: 'audit', whole: true }],
    ['books --csv', { command: 'books', csv: true }],
    ['books --invoices', { command: 'books', invoices: true }],
    ['payments reconcile', { command: 'payments reconcile' }],
    [
      'payments reconcile --since 2026-11-01 --apply',
      { command: 'payments reconcile', ...since, apply: true },
    ],
    [
      'hold --user a --amount 5 --seconds 60 --reference run-7',
      { command: 'hold', user: 'a', amount: 5, seconds: 60, reference: 'run-7', ...keyed },
    ],
    [`capture ${id}`, { command: 'capture', id, ...keyed }],
    [`capture --amount 3 ${id}`, { command: 'capture', id, amount: 3, ...keyed }],
    [`release ${id} --key mine`, { command: 'release', id, key: 'mine', operator: 'mo' }],
    [
      'keys create --name render-farm --scopes holds,grants',
      { command: 'keys create', name: 'render-farm', scopes: ['holds', 'grants'] },
    ],
    ['keys list', { command: 'keys list' }],
    [`keys revoke ${id}`, { command: 'keys revoke', id }],
    ['webhooks list', { command: 'webhooks list' }],
    [
      'webhooks add https://example.com/ --events credits.granted,user.deleted',
      { command: 'webhooks add', url: 'https://example.com/', events: [granted, 'user.deleted'] },
    ],
    [
      `webhooks change ${id} --events hold.ended`,
      { command: 'webhooks change', id, events: ['hold.ended'] },
    ],
    [`webhooks rotate --now ${id}`, { command: 'webhooks rotate', id, now: true }],
    ['webhooks log', { command: 'webhooks log' }],
    [`webhooks log ${id}`, { command: 'webhooks log', id }],
    [`webhooks resend ${id}`, { command: 'webhooks resend', id }],
    [
      'webhooks resend --since 2026-11-01 --sent',
      { command: 'webhooks resend', ...since, sent: true },
    ],
  ])('%s', (line, command) => {
    expect(read(line)).toEqual({ kind: 'command', command, json: false });
    expect(read(line, '--json')).toMatchObject({ command, json: true });
  });

  test('with spaces and letters of any language in a value', () => {
    const command = { reason: '谢谢 you' };
    expect(read('grant --user a --amount 1 --reason', '谢谢 you')).toMatchObject({ command });
  });
});

describe('a command line is refused', () => {
  test.each([
    ['give', 'There is no command "give": see credits --help.'],
    ['keys', 'There is no command "keys": see credits --help.'],
    ['toString', 'There is no command "toString": see credits --help.'],
    ['show', '--user is missing; it must be the subject or the e-mail address of a user.'],
    ['show --user', "Option '--user <value>' argument missing: see credits show --help."],
    ['show --usr a', "Unknown option '--usr': see credits show --help."],
    ['payments reconcile --since noon', /^--since must be the first day, such as /],
    ['payments', 'There is no command "payments": see credits --help.'],
    ['audit now', "Unexpected argument 'now': see credits audit --help."],
    ['grant --user a --amount 1', /^--reason is missing; it must be why they are given/],
    ['grant --user a --amount 0 --reason r', /^--amount must be a whole number .* 1 to 1000000000/],
    ['grant --user a --amount 1.5 --reason r', /^--amount must be a whole number/],
    ['grant --user a --amount=-5 --reason r', /^--amount must be a whole number/],
    ['grant --user a --amount 1e21 --reason r', /^--amount must be a whole number/],
    ['grant --user a --amount 9999999999999999 --reason r', /^--amount must be a whole number/],
    ['grant --user a --amount 1 --reason r --days 4000', /^--days must be .* 1 to 3650 days/],
    ['hold --user a --amount 1 --seconds 90000', /^--seconds must be .* 1 to 86400 seconds/],
    [`hold --user a --amount 1 --key ${'k'.repeat(300)}`, /^--key must be .* 1 to 255/],
    ['capture', '<id> is missing; it must be the id that was printed when it was made.'],
    ['capture 7', '<id> must be the id that was printed when it was made.'],
    [`capture ${id} 7`, 'There is one argument too many: 7.'],
    [
      'keys create --name a --scopes all',
      /^--scopes must be .*: holds, grants, holds:read, balances:read, entries:read, users:find\.$/,
    ],
    ['keys create --name a --scopes holds,', /^--scopes must be /],
    ['keys create --name <b> --scopes holds', /^--name must be /],
    ['keys create --name flows --scopes holds', /^--name must be .*, but not flows\.$/],
    ['webhooks', 'There is no command "webhooks": see credits --help.'],
    [
      'webhooks add',
      '<url> is missing; it must be the address of your service, such as https://example.com/webhooks.',
    ],
    ['webhooks add https://a.example', /^--events is missing; it must be what it is told of/],
    [
      'webhooks add https://a.example --events credits.given',
      /^--events must be what it is told of, separated by commas: balance\.low, .*user\.deleted\.$/,
    ],
    [
      `webhooks add https://a.example/${'a'.repeat(2_000)} --events user.deleted`,
      /^<url> must be /,
    ],
    ['webhooks test 7', '<id> must be the id that was printed when it was made.'],
    ['webhooks resend --since noon', /^--since must be the first day/],
  ])('%s', (line, sentence) => {
    const typed = read(line);
    expect(typed).toEqual({
      kind: 'misuse',
      sentence: typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
    });
  });

  test('an empty value', () => {
    expect(read('show --user', '')).toMatchObject({ kind: 'misuse' });
  });

  test('a reason with a line break', () => {
    expect(read('grant --user a --amount 1 --reason', 'a\nb')).toMatchObject({ kind: 'misuse' });
  });
});

const options: Readonly<Record<string, string>> = {
  grant: '--user <user> --amount <amount> --reason <reason> [--days <days>] [--key <key>]',
  show: '--user <user>',
  audit: '[--whole]',
  books: '[--invoices] [--csv]',
  'payments reconcile': '[--since <since>] [--apply]',
  hold: '--user <user> --amount <amount> [--seconds <seconds>] [--reference <reference>] [--key <key>]',
  capture: '<id> [--amount <amount>] [--key <key>]',
  release: '<id> [--key <key>]',
  'keys create': '--name <name> --scopes <scopes>',
  'keys list': '',
  'keys revoke': '<id>',
};

describe('the help', () => {
  test.each(['', '--help', 'nonsense --help'])(
    'is the answer to "%s" and names every command',
    (line) => {
      const typed = read(line);
      expect(typed.kind).toBe('help');
      for (const name of Object.keys(options))
        expect(typed).toHaveProperty('text', expect.stringContaining(`\n  ${name} `));
    },
  );

  test.each(Object.entries(options))('of %s shows its options %s', (name, usage) => {
    const typed = read(`${name} --help`);
    const line = ['npm run credits --', name, ...(usage ? [usage] : []), '[--json]'].join(' ');
    expect(typed).toHaveProperty('text', expect.stringMatching(/^[^\n]*\n\n[A-Z][^\n]*\.(?:\n|$)/));
    if (typed.kind !== 'help') throw new Error('this is no help');
    const [first, , , , ...explained] = typed.text.split('\n');
    expect(first).toBe(line);
    const names = explained.map((text) => text.trim().split(' ', 1)[0]);
    expect(names).toEqual(usage.match(/--\w+|^<id>/g) ?? []);
  });
});
