import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildSite } from '../../../../infra/local/build-site.ts';
import { StartError } from '../../../../infra/local/errors.ts';

let root: string;
const stop = () => new AbortController();

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'millrace-build-'));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Builds with a program in place of Astro's. */
function build(program: string, { signal }: AbortController): Promise<void> {
  const bin = join(root, 'node_modules/astro/bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'astro.mjs'), program);
  return buildSite({ root, outDir: 'out', cacheDir: 'cache', variables: { A: 'a' }, signal });
}

it('a successful build prints nothing, and gets its folders and variables', async () => {
  const program = `
    const { A, MILLRACE_OUT_DIR, MILLRACE_CACHE_DIR } = process.env;
    process.exit([A, MILLRACE_OUT_DIR, MILLRACE_CACHE_DIR].join() === 'a,out,cache' ? 0 : 1);`;
  await expect(build(program, stop())).resolves.toBeUndefined();
});

it('a failed build throws its output and a sentence', async () => {
  const failing = build("console.log('a broken page'); process.exit(1)", stop());
  await expect(failing).rejects.toThrow(StartError);
  await expect(failing).rejects.toThrow(/^a broken page\nThe site could not be built: /);
});

it('a killed build names the signal', async () => {
  const killed = build("process.kill(process.pid, 'SIGKILL')", stop());
  await expect(killed).rejects.toThrow(/^The site could not be built, .* ended by SIGKILL: /);
});

it('a stop ends the build with the reason of the stop', async () => {
  const stopping = stop();
  const running = build('setInterval(() => {}, 1_000)', stopping);
  stopping.abort(new Error('enough'));
  await expect(running).rejects.toThrow('enough');
});

it('a build that was stopped earlier does not begin', async () => {
  const stopping = stop();
  stopping.abort(new Error('enough'));
  await expect(build('process.exit(1)', stopping)).rejects.toThrow('enough');
});
