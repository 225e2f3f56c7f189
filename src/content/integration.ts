import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { AstroError } from 'astro/errors';
import { site } from '../site.config.ts';
import { buildMarkdown } from './check/outline.ts';
import { readContentFiles } from './check/read-files.ts';
import { reportOf } from './check/report.ts';
import { checkContent } from './check.ts';

/**
 * Checks the content before every build, with the messages of `npm run check:content`. Errors stop the
 * build before Astro reads the content, because Astro's own messages say less.
 * @param buildTime the day or time of the build, now by default. `src/prerender/blog/posts.ts` refuses
 * a malformed one
 * Source: Astro's Integration API, `astro:config:setup`.
 */
export function checkedContent(buildTime = ''): AstroIntegration {
  return {
    name: 'product:checked-content',
    hooks: {
      'astro:config:setup': ({ command, config, logger }) => {
        if (command !== 'build') return;
        const builtMs = Date.parse(buildTime);
        const nowMs = Number.isNaN(builtMs) ? Date.now() : builtMs;
        const origins = [site.url, config.site ?? site.url].map((url) => new URL(url).origin);
        const findings = checkContent(readContentFiles(fileURLToPath(config.root)), {
          nowMs,
          origins,
          markdown: buildMarkdown,
        });
        if (findings.length === 0) return;
        const report = reportOf(findings);
        if (findings.some(({ severity }) => severity === 'error')) throw refusal(report);
        logger.warn(report);
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
