import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import ts from 'typescript';

/** The functions that CloudFront runs, by their files in `infra/edge/`. */
export const edgeFiles = [
  'api-request',
  'redirect-request',
  'site-request',
  'site-response',
] as const;

export type EdgeFile = (typeof edgeFiles)[number];

export type EdgeFunctions = Readonly<Record<EdgeFile, string>>;

/** CloudFront's limit for the code of a function, in bytes (quotas of CloudFront Functions). */
export const MAX_EDGE_BYTES = 10 * 1024;

const folder = fileURLToPath(new URL('../edge/', import.meta.url));

/**
 * Bundles the edge functions for CloudFront's runtime 2.0, which knows ECMAScript 5.1 and a few
 * later features. esbuild checks the entry files, and TypeScript compiles their imports.
 * @throws {Error} when one is too large
 */
export async function bundleEdgeFunctions(): Promise<EdgeFunctions> {
  return {
    'api-request': await bundleEdgeFunction('api-request'),
    'redirect-request': await bundleEdgeFunction('redirect-request'),
    'site-request': await bundleEdgeFunction('site-request'),
    'site-response': await bundleEdgeFunction('site-response'),
  };
}

async function bundleEdgeFunction(file: EdgeFile): Promise<string> {
  const entry = `${folder}${file}.ts`;
  const result = await build({
    entryPoints: [entry],
    bundle: true,
    format: 'esm',
    target: 'es5',
    // The runtime's own page lists these, and none of what stands between them in the standard.
    supported: {
      arrow: true,
      'async-await': true,
      'const-and-let': true,
      'template-literal': true,
    },
    external: ['cloudfront'],
    minifyWhitespace: true,
    legalComments: 'none',
    plugins: [olderSyntax(entry)],
    write: false,
    logLevel: 'silent',
  });
  // CloudFront looks for a function `handler` and knows no exports.
  const code = (result.outputFiles[0]?.text ?? '').replace(/export\{handler\};?\s*$/, '');
  const bytes = Buffer.byteLength(code);
  if (bytes <= MAX_EDGE_BYTES) return code;
  throw new Error(`${file} has ${bytes} bytes; CloudFront takes ${MAX_EDGE_BYTES}.`);
}

/** Skips the entry: TypeScript would compile its `async` away too, which CloudFront has. */
function olderSyntax(entry: string): Plugin {
  return {
    name: 'older syntax',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        if (path === entry) return undefined;
        const source = await readFile(path, 'utf8');
        const { outputText } = ts.transpileModule(source, { compilerOptions });
        return { contents: outputText, loader: 'js' };
      });
    },
  };
}

const compilerOptions = {
  target: ts.ScriptTarget.ES5,
  module: ts.ModuleKind.ESNext,
  ignoreDeprecations: '6.0',
} as const;
