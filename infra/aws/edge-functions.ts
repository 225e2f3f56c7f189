import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import ts from 'typescript';

/** The functions that CloudFront runs, by their files in `infra/edge/`. */
export const edgeFiles = ['api-request', 'site-request', 'site-response'] as const;

export type EdgeFile = (typeof edgeFiles)[number];

export type EdgeFunctions = Readonly<Record<EdgeFile, string>>;

/** CloudFront's limit for the code of a function, in bytes (quotas of CloudFront Functions). */
export const MAX_EDGE_BYTES = 10 * 1024;

const folder = fileURLToPath(new URL('../edge/', import.meta.url));

/**
 * Bundles the edge functions for CloudFront's runtime 2.0, which knows ECMAScript 5.1 and a few
 * later things: what the entry files may use is checked by esbuild, and TypeScript writes the rules
 * that they share down to it.
 *
 * @throws {Error} when one is too large
 */
export async function bundleEdgeFunctions(): Promise<EdgeFunctions> {
  const [api, request, response] = await Promise.all(edgeFiles.map(bundleEdgeFunction));
  if (api === undefined || request === undefined || response === undefined) {
    throw new TypeError('An edge function was made without its output.');
  }
  return { 'api-request': api, 'site-request': request, 'site-response': response };
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
  const code = withoutExport(result.outputFiles[0]?.text ?? '');
  const bytes = Buffer.byteLength(code);
  if (bytes > MAX_EDGE_BYTES) {
    throw new Error(`${file} has ${bytes} bytes; CloudFront takes ${MAX_EDGE_BYTES}.`);
  }
  return code;
}

/** The entry stays as it is: TypeScript would write its `async` away too, which CloudFront has. */
function olderSyntax(entry: string): Plugin {
  return {
    name: 'older syntax',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        if (path === entry) return undefined;
        const { outputText } = ts.transpileModule(await readFile(path, 'utf8'), {
          compilerOptions: {
            target: ts.ScriptTarget.ES5,
            module: ts.ModuleKind.ESNext,
            ignoreDeprecations: '6.0',
          },
        });
        return { contents: outputText, loader: 'js' };
      });
    },
  };
}

/** CloudFront looks for a function of that name and knows no exports. */
function withoutExport(code: string): string {
  return code.replace(/export\{handler\};?\s*$/, '');
}
