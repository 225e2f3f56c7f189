import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { listen } from '../../../../infra/local/listen.ts';
import { readSiteFiles } from '../../../../infra/local/site-files.ts';
import { staticFiles } from '../../../../infra/local/static-files.ts';
import { freePort } from '../../../support/free-ports.ts';
import { type Limits, measureProgram } from '../programs.ts';
import { buildOf, linkPackages } from './bare-blog.ts';

const BUILD_TIMEOUT_MS = 180_000;

/** The user whom the reference's server knows. */
const user = { sub: 'local|ann', name: 'Ann Miller', app_metadata: { credits: 25 } };

/**
 * Builds and serves the reference for the bar of signed-in visitors: an Astro page with one island
 * under `client:load`, React 19 with Headless UI's menu, which fetches the session and shows avatar
 * and credits. The page has nothing else.
 *
 * @param folder an empty folder
 */
export async function serveReferenceIsland(
  folder: string,
  limits: Omit<Limits, 'timeoutMs'>,
): Promise<{ readonly origin: string; readonly stop: () => Promise<void> }> {
  for (const [path, text] of Object.entries(project)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  await linkPackages(folder);
  await measureProgram(buildOf(folder), { ...limits, timeoutMs: BUILD_TIMEOUT_MS });
  const report = (text: string) => void process.stderr.write(`${text}\n`);
  const answer = staticFiles(await readSiteFiles(join(folder, 'dist')), 'http://localhost', report);
  const port = await freePort();
  const stop = await listen(port, () =>
    createServer((request, response) => {
      if (request.url === '/api/auth/me') {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(user));
      } else answer(request, response);
    }),
  );
  return { origin: `http://localhost:${port}`, stop };
}

const project: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({
    name: 'bare-island',
    type: 'module',
    private: true,
    // Astro bundles a renderer that is named here.
    dependencies: { '@astrojs/react': '*' },
  }),
  'astro.config.mjs': `import react from '@astrojs/react';
import { defineConfig } from 'astro/config';

export default defineConfig({ integrations: [react()] });
`,
  'src/pages/index.astro': `---
import Corner from '../Corner.jsx';
---

<html lang="en">
  <head><meta charset="utf-8" /><meta name="viewport" content="width=device-width" /><title>Bare</title></head>
  <body><header><Corner client:load /></header><main><h1>Bare</h1></main></body>
</html>
`,
  'src/Corner.jsx': `import { Menu, MenuButton, MenuItem, MenuItems } from '@headlessui/react';
import { useEffect, useState } from 'react';

export default function Corner() {
  const [user, setUser] = useState();
  useEffect(() => {
    fetch('/api/auth/me').then((reply) => reply.json()).then(setUser);
  }, []);
  if (!user) return <a href="/login">Try for Free</a>;
  return (
    <>
      <span className="bar-credits">Credits: {user.app_metadata.credits}</span>
      <Menu>
        <MenuButton title="Open settings"><span className="avatar">{user.name[0]}</span></MenuButton>
        <MenuItems>
          <MenuItem disabled><span>Credits: {user.app_metadata.credits}</span></MenuItem>
          <MenuItem><a href="/logout">Logout</a></MenuItem>
        </MenuItems>
      </Menu>
    </>
  );
}
`,
};
