import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const help = `Takes the pictures of README.md, and one of every page type in each language, theme and width.

  npm run screenshots                takes them: docs/screenshots, test-results/screenshots
  npm run screenshots -- --accept    and keeps them as the accepted set: .data/screenshots
  npm run screenshots -- --compare   and fails for each that differs from the accepted one;
                                     test-results/e2e has both and the difference as a picture
`;

const { values } = parseArgs({
  options: {
    accept: { type: 'boolean', default: false },
    compare: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

if (values.help) process.stdout.write(help);
else process.exitCode = await takeScreenshots();

async function takeScreenshots(): Promise<number> {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const writes = values.accept ? 'all' : 'none';
  const child = spawn(
    process.execPath,
    [
      ...['node_modules/playwright/cli.js', 'test', '--config=tests/screenshots.config.ts'],
      `--update-snapshots=${writes}`,
    ],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...(values.accept || values.compare ? { COMPARED: '1' } : {}) },
    },
  );
  const [code] = await once(child, 'close');
  return Number(code ?? 1);
}
