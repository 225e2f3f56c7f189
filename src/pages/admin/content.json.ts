import { root } from 'astro:config/server';
import { fileURLToPath } from 'node:url';
import type { APIRoute } from 'astro';
import { buildMarkdown } from '../../content/check/outline.ts';
import { readContentFiles } from '../../content/check/read-files.ts';
import { readSources } from '../../content/check/read-sources.ts';
import { folders } from '../../content/check/sources.ts';
import { buildTimeMs } from '../../prerender/blog/posts.ts';

/**
 * The published content, against which the editor checks an entry before it saves: the texts that
 * everybody may read, and of other files the names. Drafts, and posts whose day has not come, are
 * left out.
 */
export const GET: APIRoute = () => {
  const files = readContentFiles(fileURLToPath(root));
  const { posts } = readSources(files, buildMarkdown).sources;
  const hidden = new Set(
    posts.filter(({ fromMs }) => fromMs > buildTimeMs).map(({ file }) => file),
  );
  const shown = files.filter(({ path }) => !hidden.has(path));
  return Response.json(
    shown.map((file) => {
      const isText = Object.values(folders).some((folder) => file.path.startsWith(`${folder}/`));
      return isText ? file : { path: file.path, sizeBytes: 0 };
    }),
  );
};
