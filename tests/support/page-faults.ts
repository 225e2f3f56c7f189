import axe, { type AxeResults, type RunOptions } from 'axe-core';
import type { Page } from 'playwright';

/**
 * Looks for faults on a page by all rules of axe, or by some.
 *
 * @returns a line for each fault: its rule, its element and what to do
 */
export async function pageFaults(
  page: Page,
  rules?: readonly string[],
): Promise<readonly string[]> {
  // Half a megabyte of script: a page that is looked at several times gets it once.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  // Without the elements in which there is no fault, which take a fifth of its time.
  const options: RunOptions = {
    resultTypes: ['violations'],
    ...(rules && { runOnly: [...rules] }),
  };
  const { violations } = await page.evaluate(
    (given): Promise<AxeResults> => Reflect.get(globalThis, 'axe').run(given),
    options,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
  );
}
