import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const help = `Takes the pictures of README.md, and one of every page type in each language, theme and width.

  npm run screenshots                takes them: docs/screenshots, test-results/screenshots of the project
  npm run screenshots -- --accept    and keeps them as the accepted set: .data/screenshots
  npm run screenshots -- --compare   and fails for each that differs from the accepted one;
                                     test-results/e2e has both and the difference as a picture
`;

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const flag = { type: 'boolean', default: false } as const;
  try {
    const { values } = parseArgs({ args, options: { accept: flag, compare: flag, help: flag } });
    if (!values.help) return await takeScreenshots(values);
    process.stdout.write(help);
    return 0;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    process.stderr.write(`${error.message}\n\n${help}`);
    return 1;
  }
}

async function takeScreenshots(values: {
  readonly accept: boolean;
  readonly compare: boolean;
}): Promise<number> {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  const writes = values.accept ? 'all' : 'none';
  const child = spawn(
    process.execPath,
    [
      ...['node_modules/playwright/cli.js', 'test', '--config=tests/lab/playwright.config.ts'],
      ...['screenshots', `--update-snapshots=${writes}`],
    ],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        // The pages show their address, so it is the same in each run.
        JOURNEYS_PORT: '4801',
        ...process.env,
        ...(values.accept || values.compare ? { COMPARED: '1' } : {}),
      },
    },
  );
  const [code] = await once(child, 'close');
  return Number(code ?? 1);
}
