import { satteri } from '@astrojs/markdown-satteri';
import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, envField } from 'astro/config';
import astroI18next from 'astro-i18next';
import { reusePages } from './infra/build/build-inputs.ts';
import { oneBuildAtATime } from './infra/build/one-build.ts';
import { staticHost } from './infra/build/static-host.ts';
import { defaultPort, localClientId, localOrigin, portOffsets } from './infra/local/addresses.ts';
import { editorBundle } from './src/content/editor/integration.ts';
import { checkedContent } from './src/content/integration.ts';
import { elementPlugins, textPlugins } from './src/content/markdown-plugins.ts';
import { providerOrigin } from './src/contract/identity-provider.ts';
import { onDemand } from './src/prerender/pages/integration.ts';
import { ownRenderers } from './src/prerender/pages/islands.ts';

const localProvider = localOrigin(defaultPort + portOffsets.identityProvider);
const identityOrigin = providerOrigin(process.env.AUTH0_DOMAIN || localProvider);
const localFlowsApi = localOrigin(defaultPort + portOffsets.flowsApi);
const flowsOrigin = new URL(process.env.PUBLIC_API_BASE || localFlowsApi).origin;
// As the settings have it: without a bucket, uploads go to the flows' origin, or to a port here.
const { UPLOAD_BASE, PUBLIC_API_BASE } = process.env;
const localUploads = localOrigin(defaultPort + portOffsets.storage);
const uploadOrigin = new URL(UPLOAD_BASE || PUBLIC_API_BASE || localUploads).origin;

export default defineConfig({
  site: process.env.SITE_ORIGIN || localOrigin(defaultPort),
  outDir: process.env.BUILD_OUT_DIR ?? './dist',
  cacheDir: process.env.BUILD_CACHE_DIR ?? './node_modules/.astro',
  trailingSlash: 'always',
  // Styles of components get a class, so that unused ones go like other classes.
  scopedStyleStrategy: 'class',
  build: {
    format: 'directory',
    // While one page is written to the disk, others are rendered: a third of the time of a large blog.
    concurrency: 8,
    // The middleware puts the styles that a page uses into it (`src/prerender/pages/styles.ts`).
    inlineStylesheets: 'never',
  },
  // Shiki colours by style attributes, which the content security policy refuses; Prism by classes.
  markdown: {
    syntaxHighlight: 'prism',
    processor: satteri({
      mdastPlugins: textPlugins,
      hastPlugins: elementPlugins,
    }),
  },
  prefetch: false,
  devToolbar: { enabled: false },
  integrations: [
    oneBuildAtATime(),
    reusePages(process.env),
    ownRenderers(),
    react(),
    astroI18next({ configPath: './src/i18n/astro-i18next.config.cjs' }),
    onDemand(),
    checkedContent(process.env.BUILD_TIME),
    editorBundle(),
    staticHost(process.env.API_ORIGIN),
  ],
  env: {
    schema: {
      AUTH0_DOMAIN: envField.string({
        context: 'client',
        access: 'public',
        default: localProvider,
      }),
      PUBLIC_API_BASE: envField.string({
        context: 'client',
        access: 'public',
        default: localFlowsApi,
      }),
      BUILD_TIME: envField.string({ context: 'server', access: 'public', optional: true }),
      AUTH0_CLIENT_ID: envField.string({
        context: 'client',
        access: 'public',
        default: localClientId,
      }),
    },
  },
  security: {
    csp: {
      directives: [
        "default-src 'self'",
        `connect-src 'self' ${[...new Set([identityOrigin, flowsOrigin, uploadOrigin])].join(' ')}`,
        `img-src 'self' data: https: ${identityOrigin}`,
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
      ],
    },
  },
  vite: {
    plugins: [tailwindcss()],
    // Beside Astro's own, so that a build writes to no other folder of the project.
    cacheDir: '.astro/vite',
    // An editor empties a file before it writes it. Without this wait, Vite reports the empty file
    // and drops the change that fills it, if that follows within 50 ms.
    server: { watch: { awaitWriteFinish: { stabilityThreshold: 60, pollInterval: 20 } } },
  },
});
