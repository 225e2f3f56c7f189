import { expect, test } from 'vitest';
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
    return async () => ({ tables: [], figures: {}, comparisons: [] });
  },
};
const benches = { pace, site: siteBench };

test('a bench uses its defaults for options that are not given', () => {
  expect(commandOf(['pace'], benches)).toMatchObject({ name: 'pace', json: undefined });
  expect(seen.at(-1)).toEqual({ laps: '4', warm: true });
  const asked = ['pace', '--laps', '2', '--no-warm', '--json', 'out.json'];
  expect(commandOf(asked, benches)).toMatchObject({ kind: 'bench', json: 'out.json' });
  expect(seen.at(-1)).toEqual({ laps: '2', warm: false });
});

test('without a name, every bench that can be quick runs so, and the others are left out', () => {
  const quick = { ...pace, quick: { laps: '1' } };
  expect(commandOf([], { slow: pace, quick })).toMatchObject({
    runs: [{ name: 'quick' }],
    json: 'test-results/bench.json',
  });
  expect(seen.at(-1)).toEqual({ laps: '1', warm: true });
});

test.each([
  [['speed'], /^There is no bench speed; there are: pace, site\. See npm run bench -- --help\.$/],
  [['toString'], /^There is no bench toString;/],
  [['--laps', '2'], /^Unknown option '--laps'\. See npm run bench -- --help\.$/],
  [['pace', '--lap', '2'], /^Unknown option '--lap'\./],
  [['pace', 'site'], /^Unexpected argument 'site'.* See npm run bench -- --help\.$/],
  [['pace', '--warm=no'], /^Option '--warm' does not take an argument.* See npm run bench/],
  [['site', '--runs', '0'], /^--runs has 0; write a whole number from 1 to 20\.$/],
  [['site', '--runs', '1.5'], /^--runs has 1\.5;/],
  [['site', '--posts', '10,99999'], /^--posts has 99999; write a whole number from 1 to 20000\.$/],
  [['site', '--posts', '7'], /^--posts has 7; half of them are Chinese/],
  [['site', '--pages', '//evil.example'], /^--pages has \/\/evil.*write paths such as/],
])('%j is answered by what to write instead', (args, expected) => {
  expect(() => commandOf(args, benches)).toThrow(BenchRefusal);
  expect(() => commandOf(args, benches)).toThrow(expected);
});
