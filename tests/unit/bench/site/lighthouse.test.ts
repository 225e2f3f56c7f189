import { expect, it } from 'vitest';
import { wholeRun } from '../../../bench/site/lighthouse.ts';

const url = 'http://localhost:1/';
const whole = { score: 1 };
const lost = { runtimeError: { code: 'NO_NAVSTART', message: 'Something went wrong.' } };
const failed = { runtimeError: { code: 'NO_FCP', message: 'The page did not paint.' } };

/** Runs that end one after the other with what is given. */
function runs(...ends: readonly object[]) {
  const left = [...ends];
  const said: string[] = [];
  const take = async () => left.shift() ?? whole;
  return { left, said, result: () => wholeRun(url, take, (line) => said.push(line)) };
}

it('a run that is whole is taken as it is', async () => {
  const { said, result } = runs(whole);
  expect(await result()).toBe(whole);
  expect(said).toEqual([]);
});

it('a run whose recording has no beginning is taken again, and said to be', async () => {
  const { said, result } = runs(lost, lost, whole);
  expect(await result()).toBe(whole);
  expect(said).toEqual([
    `${url}: the recording has no beginning; once more …`,
    `${url}: the recording has no beginning; once more …`,
  ]);
});

it('three such runs are the end', async () => {
  const { left, result } = runs(lost, lost, lost, whole);
  await expect(result()).rejects.toThrow(
    `Lighthouse could not audit ${url}: Something went wrong.`,
  );
  expect(left).toEqual([whole]);
});

it('a page that cannot be audited is not tried again', async () => {
  const { left, result } = runs(failed, whole);
  await expect(result()).rejects.toThrow('The page did not paint.');
  expect(left).toEqual([whole]);
});
