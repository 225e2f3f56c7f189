import { expect, test } from 'vitest';
import { type Bench, BenchRefusal, type OptionValues } from '../../bench/bench.ts';
import { buildsBench } from '../../bench/builds.ts';
import { commandOf } from '../../bench/command.ts';
import { pagesBench } from '../../bench/pages.ts';

const seen: OptionValues[] = [];
const pace: Bench = {
  about: 'how fast it runs',
  options: { laps: { default: '4', about: 'how many laps' } },
  quick: { laps: '1' },
  prepare(values) {
    seen.push(values);
    return async () => [];
  },
};
const benches = { pace, builds: buildsBench, pages: pagesBench };

test('a bench uses its defaults for options that are not given', () => {
  const runs = [{ name: 'pace' }];
  expect(commandOf(['pace'], benches)).toMatchObject({ runs, json: undefined });
  expect(seen.at(-1)).toEqual({ laps: '4' });
  const asked = ['pace', '--laps', '2', '--json', 'out.json'];
  expect(commandOf(asked, benches)).toMatchObject({ runs, json: 'out.json' });
  expect(seen.at(-1)).toEqual({ laps: '2' });
});

test('without a name, every bench runs quickly', () => {
  expect(commandOf([], { pace, again: pace })).toMatchObject({
    runs: [{ name: 'pace' }, { name: 'again' }],
    json: 'test-results/bench.json',
  });
  expect(seen.at(-1)).toEqual({ laps: '1' });
});

test('help names every bench with its options', () => {
  const help = commandOf(['--help'], benches);
  expect(help).toMatchObject({ text: expect.stringMatching(/^ {2}pace +how fast it runs$/m) });
  expect(help).toMatchObject({ text: expect.stringMatching(/^ {4}--laps +how many laps \(4\)$/m) });
});

test.each([
  [
    ['speed'],
    /^There is no bench speed; there are: pace, builds, pages\. See npm run bench -- --help\.$/,
  ],
  [['toString'], /^There is no bench toString;/],
  [['--laps', '2'], /^Unknown option '--laps'\. See npm run bench -- --help\.$/],
  [['pace', '--lap', '2'], /^Unknown option '--lap'\./],
  [['pace', 'pages'], /^Unexpected argument 'pages'.* See npm run bench -- --help\.$/],
  [['pages', '--runs', '0'], /^--runs has 0; write a whole number from 1 to 20\.$/],
  [['pages', '--runs', '1.5'], /^--runs has 1\.5;/],
  [
    ['builds', '--posts', '10,99999'],
    /^--posts has 99999; write a whole number from 1 to 20000\.$/,
  ],
  [['builds', '--posts', '7'], /^--posts has 7; half of them are Chinese/],
  [['pages', '--pages', '//evil.example'], /^There is no page \/\/evil.*write paths such as/],
])('%j is answered by what to write instead', (args, expected) => {
  expect(() => commandOf(args, benches)).toThrow(BenchRefusal);
  expect(() => commandOf(args, benches)).toThrow(expected);
});
