import { isBuiltin } from 'node:module';
import type { Plugin } from 'esbuild';

/**
 * Node's own modules by `process.getBuiltinModule()`. An `import` of one makes a module of all that
 * it exports, so Node loads what it otherwise loads when it is asked for: for `util` alone streams,
 * worker threads and a differ. Packages in CommonJS are served as well, whose `require` a module
 * does not have.
 */
export function builtinModules(): Plugin {
  return {
    name: 'builtin modules',
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^(?:node:)?[a-z_/]+$/ }, ({ path, kind }) => {
        // What is loaded when it is needed stays so.
        if (!isBuiltin(path) || kind === 'dynamic-import') return undefined;
        return { path, namespace: kind === 'require-call' ? 'builtin-required' : 'builtin' };
      });
      onLoad({ filter: /./, namespace: 'builtin-required' }, ({ path }) => ({
        contents: `module.exports = ${builtin(path)};`,
      }));
      onLoad({ filter: /./, namespace: 'builtin' }, async ({ path }) => ({
        contents: await moduleOf(path),
      }));
    },
  };
}

function builtin(path: string): string {
  return `process.getBuiltinModule('${path}')`;
}

/** A module with the same exports, of which those that nobody imports are never looked at. */
async function moduleOf(path: string): Promise<string> {
  const all: object = await import(path);
  const names = Object.keys(all).filter((name) => name !== 'default');
  const exported = names.map(
    (name) => `export const ${name} = /* @__PURE__ */ valueOfExport('${name}');`,
  );
  return `const whole = ${builtin(path)};
function valueOfExport(name) { return whole[name]; }
${exported.join('\n')}
export default whole;`;
}
