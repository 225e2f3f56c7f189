import { isBuiltin } from 'node:module';
import type { Plugin } from 'esbuild';

/**
 * Node's own modules by `process.getBuiltinModule()`, also for packages in CommonJS, because a
 * module has no `require`. An `import` would load everything that the module exports: for `util`
 * alone streams, worker threads and a differ.
 */
export function builtinModules(): Plugin {
  return {
    name: 'builtin modules',
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^(?:node:)?[a-z_/]+$/ }, ({ path, kind }) => {
        // An import that loads later still loads later.
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

/** A module with the same exports; unused ones are never read. */
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
