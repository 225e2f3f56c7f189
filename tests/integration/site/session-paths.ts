import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copyTemplate } from '../../support/database.ts';
import { freePort } from '../../support/free-ports.ts';
import { memoryFolder } from '../../support/memory-folder.ts';
import {
  type BuiltSite,
  copySources,
  projectRoot,
  sharedCompileCache,
} from '../../support/site-copy.ts';

/** Somebody's own addresses of the session. */
const own = { '/api/auth/login': '/api/begin', '/api/auth/me': '/api/session' } as const;

const program = 'tests/support/start-without-pages.ts';

/** Changes both settings in a copy of the project, and nothing else. */
export async function setPaths(copy: string): Promise<void> {
  const file = join(copy, 'src/contract/session.ts');
  let text = await readFile(file, 'utf8');
  for (const [path, mine] of Object.entries(own)) text = text.replace(`'${path}'`, `'${mine}'`);
  await writeFile(file, text);
}

/** The addresses in a built site, and at a server with the same settings. */
export function describeSessionPaths(site: () => BuiltSite): void {
  let folder: string;
  let origin: string;
  let stop = () => Promise.resolve();

  beforeAll(async () => {
    folder = memoryFolder('session-paths-');
    await copySources(folder);
    copyTemplate(join(folder, 'data/database'));
    await setPaths(folder);
    await cp(join(projectRoot, program), join(folder, program));
    const port = await freePort();
    origin = `http://localhost:${port}`;
    const child = spawn(process.execPath, [program], {
      cwd: folder,
      env: {
        ...{ PATH: process.env.PATH, PORT: String(port), DATA_DIR: join(folder, 'data') },
        ...sharedCompileCache(),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    stop = async () => {
      child.kill();
      await once(child, 'exit');
    };
    await once(child.stdout, 'data');
  }, 60_000);

  afterAll(async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  });

  // Specification, section 7: "GET /api/auth/me (path configurable)"; section 9: "Default login path
  // /api/auth/login; default profile path /api/auth/me".
  it('table, edge and gateway answer at the addresses that are set', async () => {
    const statuses = await Promise.all(
      ['/api/session', '/api/begin?returnTo=%2Fpricing%2F', '/api/auth/me', '/api/auth/login'].map(
        async (path) => (await fetch(`${origin}${path}`, { redirect: 'manual' })).status,
      ),
    );
    expect(statuses).toEqual([204, 302, 404, 404]);
    // With a session cookie the edge does not answer: the function does.
    const headers = { cookie: `session=${'A'.repeat(43)}` };
    expect((await fetch(`${origin}/api/session`, { headers })).status).toBe(204);
  });

  it('pages and scripts ask at the addresses that are set', () => {
    const texts = [...site()]
      .filter(([path]) => /\.(?:html|js)$/.test(path) && !path.startsWith('/admin/'))
      .map(([, content]) => content.toString());
    for (const [path, mine] of Object.entries(own)) {
      expect(
        texts.filter((text) => text.includes(`${path}\``) || text.includes(`"${path}`)),
      ).toEqual([]);
      expect(texts.some((text) => text.includes(mine))).toBe(true);
    }
  });
}
