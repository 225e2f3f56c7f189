import { spawnSync } from 'node:child_process';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { memoryFolder } from '../../../support/memory-folder.ts';
import { copySources, projectRoot } from '../../../support/site-copy.ts';
import { addThirdLanguage } from '../../../support/third-language.ts';

const CHECK_TIMEOUT_MS = 240_000;

it(
  'a third language makes no test of ours wrong: the types of all tests stay right',
  async () => {
    const folder = memoryFolder('third-language-');
    try {
      await copySources(folder, ['.astro']);
      const filter = (path: string) => !path.endsWith('/node_modules');
      for (const part of ['tests', 'clients']) {
        await cp(join(projectRoot, part), join(folder, part), { recursive: true, filter });
      }
      await addThirdLanguage(folder);
      const compiler = join(folder, 'node_modules/typescript-7/bin/tsc');
      const options = { cwd: folder, encoding: 'utf8' } as const;
      expect(spawnSync(process.execPath, [compiler, '--noEmit'], options).stdout).toBe('');
    } finally {
      await rm(folder, { recursive: true });
    }
  },
  CHECK_TIMEOUT_MS,
);
