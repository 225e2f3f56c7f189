import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { AstroError } from 'astro/errors';
import { localizedPath } from '../contract/language.ts';
import { readSources } from './check/check-content.ts';
import { ofSeverity, reportOf } from './check/report.ts';
import type { Post } from './check/sources.ts';
import { buildContext, buildMarkdown, projectFindings, readContentFiles } from './project.ts';

/**
 * Checks the content and the prices before every build, with the messages of `npm run check:content`.
 * Errors stop the build before Astro reads the content, because Astro's own messages say less. In development it lists
 * the drafts and the dated posts.
 * @param buildTime the day or time of the build, now by default. `src/prerender/blog/posts.ts` refuses
 * a malformed one
 * Source: Astro's Integration API, `astro:config:setup`.
 */
export function checkedContent(buildTime = ''): AstroIntegration {
  let root = '';
  return {
    name: 'product:checked-content',
    hooks: {
      'astro:config:setup': ({ command, config, logger }) => {
        root = fileURLToPath(config.root);
        if (command !== 'build') return;
        const builtMs = Date.parse(buildTime);
        const nowMs = Number.isNaN(builtMs) ? Date.now() : builtMs;
        const findings = projectFindings(root, buildContext(nowMs, config.site));
        if (findings.length === 0) return;
        const report = reportOf(findings);
        if (ofSeverity('error', findings).length > 0) throw refusal(report);
        logger.warn(report);
      },
      'astro:server:setup': ({ server }) => {
        server.middlewares.use(draftsPath, (_request, response) => {
          const { posts } = readSources(readContentFiles(root), buildMarkdown);
          response.setHeader('content-type', 'text/html; charset=utf-8');
          response.end(unpublishedPage(posts, Date.now()));
        });
      },
    },
  };
}

/** Without a stack: the mistake is in the content, not in our code. */
function refusal(report: string): AstroError {
  const error = new AstroError(report);
  delete error.stack;
  return error;
}

/** Where `npm run dev` lists drafts and posts of later days; no build has this page. */
const draftsPath = '/drafts/';

/** A page that links to what is not published yet, the next day first, drafts last. */
export function unpublishedPage(posts: readonly Post[], nowMs: number): string {
  const rows = posts
    .filter(({ fromMs }) => fromMs > nowMs)
    .toSorted((one, other) => (one.fromMs === other.fromMs ? 0 : one.fromMs - other.fromMs))
    .map(({ file, language, slug, isDraft, fromMs }) => {
      const day = isDraft ? 'Draft' : new Date(fromMs).toISOString().slice(0, 10);
      const path = localizedPath(`/blog/${encodeURIComponent(slug)}/`, language);
      return `<li>${day}: <a href="${path}">${path}</a>, <code>${encodeURI(file)}</code></li>`;
    });
  const list = rows.length > 0 ? `<ul>${rows.join('')}</ul>` : '<p>Everything is published.</p>';
  return `<!doctype html><html lang="en"><title>Not published yet</title><h1>Not published yet</h1>${list}`;
}
