import { describe, expect, test } from 'vitest';
import { type Bench, BenchRefusal, type OptionValues } from '../../bench/bench.ts';
import { commandOf } from '../../bench/command.ts';
import { siteBench } from '../../bench/site.ts';

const seen: OptionValues[] = [];
const pace: Bench = {
  about: 'how fast it runs',
  options: [
    { name: 'laps', type: 'string', default: '4', about: 'how many laps' },
    { name: 'warm', type: 'boolean', default: true, about: 'without warming up' },
  ],
  prepare(values) {
    seen.push(values);
    return async () => ({ tables: [], figures: { laps: values.laps }, comparisons: [] });
  },
};
const benches = { pace, site: siteBench };
const context = { signal: new AbortController().signal, clock: () => 0, say: () => {} };

function messageFor(...args: string[]): string {
  try {
    commandOf(args, benches);
    return 'no refusal';
  } catch (error) {
    if (error instanceof BenchRefusal) return error.message;
    throw error;
  }
}

describe('the command line', () => {
  test('--help lists every bench with its options', () => {
    const command = commandOf(['--help'], benches);
    expect(command).toMatchObject({ kind: 'help' });
    expect(command).toHaveProperty('text', expect.stringMatching(/pace +how fast it runs/));
    expect(command).toHaveProperty('text', expect.stringMatching(/--laps +how many laps \(4\)/));
    expect(command).toHaveProperty('text', expect.stringMatching(/--no-warm +without warming up/));
    expect(command).toHaveProperty('text', expect.stringContaining('--no-lighthouse'));
  });

  test('help on one bench names no other', () => {
    const command = commandOf(['pace', '--help'], benches);
    expect(command).toHaveProperty('text', expect.stringContaining('--laps'));
    expect(command).toHaveProperty('text', expect.not.stringContaining('--no-lighthouse'));
  });

  test('names a bench, which gets its defaults', async () => {
    const command = commandOf(['pace'], benches);
    expect(command).toMatchObject({ kind: 'bench', name: 'pace', json: undefined });
    expect(seen.at(-1)).toEqual({ laps: '4', warm: true });
    const report = command.kind === 'bench' ? await command.run(context) : undefined;
    expect(report).toMatchObject({ figures: { laps: '4' } });
  });

  test('sets options, and the file for the figures', () => {
    const command = commandOf(['pace', '--laps', '2', '--no-warm', '--json', 'out.json'], benches);
    expect(command).toMatchObject({ kind: 'bench', json: 'out.json' });
    expect(seen.at(-1)).toEqual({ laps: '2', warm: false });
  });
});

describe('everything', () => {
  const quick = { ...pace, quick: { laps: '1' } };

  test('is every bench that can be quick, told so, and the others are left out', async () => {
    const command = commandOf([], { slow: pace, quick });
    if (command.kind !== 'all') throw new Error(command.kind);
    expect(command.runs.map(({ name }) => name)).toEqual(['quick']);
    expect(seen.at(-1)).toEqual({ laps: '1', warm: true });
    expect(command.json).toBe('test-results/bench.json');
  });

  test('has its figures where they are wanted', () => {
    expect(commandOf(['--json', 'all.json'], { quick })).toMatchObject({ json: 'all.json' });
  });

  test('takes no options of one bench', () => {
    expect(messageFor('--laps', '2')).toBe("Unknown option '--laps'. See npm run bench -- --help.");
  });
});

describe('what is refused', () => {
  test.each([
    [['speed'], 'There is no bench speed; there are: pace, site. See npm run bench -- --help.'],
    [
      ['toString'],
      'There is no bench toString; there are: pace, site. See npm run bench -- --help.',
    ],
    [['pace', '--lap', '2'], "Unknown option '--lap'. See npm run bench -- --help."],
    [['pace', 'site'], /^Unexpected argument 'site'.* See npm run bench -- --help\.$/],
    [['pace', '--laps'], /^Option '--laps <value>' argument missing.* See npm run bench/],
    [['pace', '--warm=no'], /^Option '--warm' does not take an argument.* See npm run bench/],
    [['site', '--runs', '0'], '--runs has 0; write a whole number from 1 to 20.'],
    [['site', '--runs', 'many'], '--runs has many; write a whole number from 1 to 20.'],
    [['site', '--runs', '1.5'], '--runs has 1.5; write a whole number from 1 to 20.'],
    [['site', '--posts', '10,99999'], '--posts has 99999; write a whole number from 1 to 20000.'],
    [['site', '--posts', '7'], /^--posts has 7; half of them are Chinese/],
    [['site', '--pages', 'blog'], '--pages has blog; write paths such as /,/zh/pricing/.'],
    [['site', '--pages', '//evil.example'], /^--pages has \/\/evil/],
  ])('%j is answered by what to write instead', (args, expected) => {
    expect(messageFor(...args)).toMatch(expected);
  });
});
