import { expect, onTestFinished, test, vi } from 'vitest';
import type { Route } from '../../../../src/contract/route.ts';
import { emptyParts, synthesizeOnce } from '../../../support/deployment.ts';

/** How many resources forty routes may add: no function, no integration, and no right of theirs. */
const MAX_ADDED = 60;

test('forty more routes leave the stack far below its limit', async () => {
  const inApi = (made: ReturnType<typeof synthesizeOnce>) =>
    made.resources.filter(({ stack }) => stack === 'api');
  const before = inApi(synthesizeOnce(emptyParts(), {}, false));
  vi.resetModules();
  // The next file of this process loads its own modules again, without the added routes.
  onTestFinished(() => {
    vi.doUnmock('../../../../src/contract/routes.ts');
    vi.resetModules();
  });
  vi.doMock('../../../../src/contract/routes.ts', async (original) => {
    const real = await original<typeof import('../../../../src/contract/routes.ts')>();
    return { ...real, routes: { ...real.routes, ...addedTo(real.routes) } };
  });
  const renewed = await import('../../../support/deployment.ts');
  const after = inApi(renewed.synthesizeOnce(renewed.emptyParts(), {}, false));
  const keys = after.map(({ properties }) => String(properties.RouteKey));
  expect(keys.filter((key) => key.includes('/added/'))).toHaveLength(40);
  expect(after.length - before.length).toBeLessThanOrEqual(MAX_ADDED);
}, 60_000);

function addedTo({
  readCredits,
  holdCredits,
  listRuns,
}: Readonly<Record<string, Route>>): Readonly<Record<string, Route>> {
  const models = [readCredits, holdCredits, listRuns].filter((model) => model !== undefined);
  const added = Array.from({ length: 40 }, (_, index) => {
    const model = models[index % models.length];
    const path = model?.audience === 'flows' ? `/added/${index}` : `/api/added/${index}/{id}`;
    return model ? [[`added${index}`, { ...model, path }] as const] : [];
  });
  return Object.fromEntries(added.flat());
}
