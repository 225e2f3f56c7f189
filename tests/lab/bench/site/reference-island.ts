import { join } from 'node:path';
import { measureProgram } from '../programs.ts';
import { buildOf, writeProject } from './project.ts';
import { type Served, serveFolder } from './servers.ts';

const BUILD_TIMEOUT_MS = 600_000;

/** The user whom the reference's server knows. */
const user = { sub: 'local|ann', name: 'Ann Miller', app_metadata: { credits: 25 } };

/**
 * Builds and serves the reference for the bar of signed-in visitors: an Astro page with one island
 * under `client:load`, React 19 with Headless UI's menu, which fetches the session and shows avatar
 * and credits. The page has nothing else.
 *
 * @param folder a new folder
 */
export async function serveReferenceIsland(folder: string, signal: AbortSignal): Promise<Served> {
  await writeProject(folder, project);
  await measureProgram(buildOf(folder), { signal, timeoutMs: BUILD_TIMEOUT_MS });
  return serveFolder(join(folder, 'dist'), { '/api/auth/me': JSON.stringify(user) });
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
