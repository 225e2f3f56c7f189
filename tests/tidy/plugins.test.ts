import { getViteConfig } from 'astro/config';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';

/** The hooks by which a Vite plugin stands for a module, with the ids that it filters. */
const hookSchema = z.object({ filter: z.object({ id: z.instanceof(RegExp) }) });
const hooks = z.optional(hookSchema);
const pluginSchema = z.object({
  name: z.string(),
  resolveId: hooks,
  load: hooks,
  transform: hooks,
});

const isOurs = (plugin: unknown) =>
  /^(?:product|millrace):/.test(z.object({ name: z.string() }).parse(plugin).name);

/** Vite's convention: an id that begins so is private to the plugin that made it. */
const PRIVATE = '\0';

test('each plugin of ours in the loaded configuration names its modules, none with a private id', async () => {
  const load = getViteConfig({}, { logLevel: 'silent' });
  const { plugins = [] } = await load({ mode: 'development', command: 'serve' });
  const nested: readonly unknown[] = plugins;
  const loaded = nested.flat(Number.POSITIVE_INFINITY).filter(Boolean);
  const ours = loaded.filter(isOurs).map((plugin) => pluginSchema.parse(plugin));
  expect(ours.map(({ name }) => name)).toContain('product:inline-scripts');
  const ids = ours.flatMap(({ resolveId, load: loads, transform }) =>
    [resolveId, loads, transform].flatMap((hook) => hook?.filter.id ?? []),
  );
  expect(ids.length).toBeGreaterThan(1);
  expect(
    ids.filter(({ source }) => source.includes(PRIVATE) || /\\(?:0|x00|u0000)/.test(source)),
  ).toEqual([]);
}, 60_000);
