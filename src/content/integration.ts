import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { AstroError } from 'astro/errors';
import type { ErrorPayload, ViteDevServer } from 'vite';
import { utcDay } from '../contract/durations.ts';
import { localizedPath } from '../contract/language.ts';
import { readSources } from './check/check-content.ts';
import { type Finding, ofSeverity, reportOf } from './check/report.ts';
import { emptyOutline, type Post } from './check/sources.ts';
import { buildContext, buildMarkdown, projectFindings, readContentFiles } from './project.ts';

/**
 * Checks the content and the prices before every build, with the messages of `npm run check:content`.
 * Errors stop the build before Astro reads the content, because Astro's own messages say less. In
 * development it lists the drafts and the dated posts, and shows the errors of a file over the page.
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
        showErrors(server, root);
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

/**
 * Shows over every open page that a file of the content has an error by itself, until none has one:
 * Astro keeps the version before, and says so in the terminal alone. Errors between files wait for the
 * check: a writer may save a link before the page to which it leads.
 * Source: Vite's HMR API, the payload `error`; the fields of Astro's overlay (`errors/overlay.js`).
 */
function showErrors({ watcher, ws }: ViteDevServer, root: string): void {
  let shown: ErrorPayload | undefined;
  watcher.on('all', (_event, path) => {
    if (!path.startsWith(join(root, 'src/content/'))) return;
    const wasShown = shown !== undefined;
    shown = overlayOf(fileErrors(root), root);
    if (shown) ws.send(shown);
    else if (wasShown) ws.send({ type: 'full-reload' });
  });
  ws.on('vite:client:connect', (_data, client) => {
    if (shown) client.send(shown);
  });
}

/** The errors of each file by itself. */
function fileErrors(root: string): readonly Finding[] {
  const files = readContentFiles(root);
  const { posts, pages, flows, authors, tags } = readSources(files, () => emptyOutline);
  const read = [...posts, ...pages, ...flows, ...authors, ...tags];
  const findings = read.flatMap((source) => source.findings);
  return ofSeverity('error', findings);
}

/** The first error that has a line, with all of them below; the overlay reads the message as HTML. */
function overlayOf(errors: readonly Finding[], root: string): ErrorPayload | undefined {
  const first = errors.find(({ line }) => line !== undefined) ?? errors[0];
  if (!first) return;
  const { file, line = 1, problem, fix } = first;
  const message = fix.replace(/[&<]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const loc = { file: join(root, file), line, column: 1 };
  return {
    type: 'error',
    err: { name: 'Content', title: problem, message, loc, stack: reportOf(errors) },
  };
}

/** Where `npm run dev` lists drafts and posts of later days; no build has this page. */
const draftsPath = '/drafts/';

/** A page that links to what is not published yet, the next day first, drafts last. */
export function unpublishedPage(posts: readonly Post[], nowMs: number): string {
  const rows = posts
    .filter(({ fromMs }) => fromMs > nowMs)
    .toSorted((one, other) => (one.fromMs === other.fromMs ? 0 : one.fromMs - other.fromMs))
    .map(({ file, language, slug, isDraft, fromMs }) => {
      const day = isDraft ? 'Draft' : utcDay(new Date(fromMs));
      const path = localizedPath(`/blog/${encodeURIComponent(slug)}/`, language);
      return `<li>${day}: <a href="${path}">${path}</a>, <code>${encodeURI(file)}</code></li>`;
    });
  const list = rows.length > 0 ? `<ul>${rows.join('')}</ul>` : '<p>Everything is published.</p>';
  return `<!doctype html><html lang="en"><title>Not published yet</title><h1>Not published yet</h1>${list}`;
}
