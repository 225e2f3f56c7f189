import { satteri } from '@astrojs/markdown-satteri';
import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, envField } from 'astro/config';
import astroI18next from 'astro-i18next';
import { codeBoxes } from './src/content/code-boxes.ts';
import { checkedContent } from './src/content/integration.ts';
import { siteFacts } from './src/content/site-facts.ts';
import { tables } from './src/content/tables.ts';
import { onDemand } from './src/hydration/integration.ts';

const local = { siteOrigin: 'http://localhost:4321', domain: 'http://localhost:4323' };
const siteOrigin = process.env.SITE_ORIGIN ?? local.siteOrigin;
const identityOrigin = new URL(
  /^https?:/.test(process.env.AUTH0_DOMAIN ?? local.domain)
    ? (process.env.AUTH0_DOMAIN ?? local.domain)
    : `https://${process.env.AUTH0_DOMAIN}`,
).origin;

export default defineConfig({
  site: siteOrigin,
  outDir: process.env.MILLRACE_OUT_DIR ?? './dist',
  cacheDir: process.env.MILLRACE_CACHE_DIR ?? './node_modules/.astro',
  trailingSlash: 'always',
  build: { format: 'directory' },
  // Shiki colours by style attributes, which the content security policy refuses; Prism by classes.
  markdown: {
    syntaxHighlight: 'prism',
    processor: satteri({ mdastPlugins: [siteFacts], hastPlugins: [tables, codeBoxes] }),
  },
  prefetch: false,
  devToolbar: { enabled: false },
  integrations: [
    react(),
    astroI18next({ configPath: './src/i18n/astro-i18next.config.cjs' }),
    onDemand(),
    checkedContent(process.env.BUILD_TIME),
  ],
  env: {
    schema: {
      AUTH0_DOMAIN: envField.string({ context: 'client', access: 'public', default: local.domain }),
      BUILD_TIME: envField.string({ context: 'server', access: 'public', optional: true }),
      AUTH0_CLIENT_ID: envField.string({
        context: 'client',
        access: 'public',
        default: 'millrace-local',
      }),
    },
  },
  security: {
    csp: {
      directives: [
        "default-src 'self'",
        `connect-src 'self' ${identityOrigin}`,
        `img-src 'self' data: https: ${identityOrigin}`,
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
      ],
    },
  },
  vite: { plugins: [tailwindcss()] },
});
