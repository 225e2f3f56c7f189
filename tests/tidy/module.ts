import { posix } from 'node:path';
import ts from 'typescript';
import type { SourceFile } from './source-files.ts';

/** The imports of a file, and its uses of the environment and the like. */
export interface Module {
  readonly path: string;
  /** The file's imports: a path from the project's folder, or the specifier of a package. */
  readonly imports: readonly string[];
  /** The uses among those below that the file contains. */
  readonly uses: readonly Use[];
}

/** Constructs that rules forbid somewhere, as code and not in a comment or text. */
export type Use =
  | 'await'
  | 'Date.now'
  | 'fetch()'
  | 'Math.random'
  | 'new Date()'
  | 'process'
  | 'process.env';

/** Reads a TypeScript, JavaScript or Astro file; of the latter, front matter and scripts. */
export function moduleOf({ path, text }: SourceFile): Module {
  const imports = new Set<string>();
  const uses = new Set<Use>();
  for (const code of path.endsWith('.astro') ? codeOfAstro(text) : [text]) {
    const kind = /x$/.test(path) ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
    const source = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true, kind);
    visit(source, (node) => {
      const specifier = specifierOf(node);
      if (specifier !== undefined) imports.add(resolve(path, specifier));
      for (const use of usesOf(node)) uses.add(use);
    });
  }
  return { path, imports: [...imports], uses: [...uses] };
}

/** Whether a resolved import is a file of the project. */
export function isProject(target: string): boolean {
  return /^(?:src|functions|infra|tests)\//.test(target);
}

function codeOfAstro(text: string): string[] {
  const frontMatter = /^---\r?\n([\s\S]*?)\r?\n---/.exec(text)?.[1] ?? '';
  const scripts = [...text.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/gi)];
  return [frontMatter, ...scripts.map((script) => script[1] ?? '')];
}

function visit(node: ts.Node, look: (node: ts.Node) => void): void {
  look(node);
  ts.forEachChild(node, (child) => visit(child, look));
}

/** The specifier of an import, of a re-export, or of `import()`, `require()` and `import type`. */
function specifierOf(node: ts.Node): string | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
    return literalText(node.moduleSpecifier);
  }
  if (ts.isImportTypeNode(node)) {
    return ts.isLiteralTypeNode(node.argument) ? literalText(node.argument.literal) : undefined;
  }
  if (!ts.isCallExpression(node)) return undefined;
  const isImport = node.expression.kind === ts.SyntaxKind.ImportKeyword;
  const isRequire = ts.isIdentifier(node.expression) && node.expression.text === 'require';
  return isImport || isRequire ? literalText(node.arguments[0]) : undefined;
}

function literalText(node: ts.Node | undefined): string | undefined {
  return node && ts.isStringLiteralLike(node) ? node.text : undefined;
}

/** `./a.ts` as a path from the project's folder; other specifiers as they stand. */
function resolve(from: string, specifier: string): string {
  const plain = specifier.split('?', 1)[0] ?? '';
  return plain.startsWith('.') ? posix.join(posix.dirname(from), plain) : plain;
}

function usesOf(node: ts.Node): Use[] {
  if (ts.isAwaitExpression(node)) return ['await'];
  if (ts.isForOfStatement(node)) return node.awaitModifier ? ['await'] : [];
  if (readsEnvironment(node)) return ['process.env'];
  if (ts.isPropertyAccessExpression(node)) return usesOfAccess(node.getText());
  if (ts.isNewExpression(node)) {
    return node.expression.getText() === 'Date' && !node.arguments?.length ? ['new Date()'] : [];
  }
  if (ts.isCallExpression(node)) {
    return /^(?:(?:globalThis|window|self)\.)?fetch$/.test(node.expression.getText())
      ? ['fetch()']
      : [];
  }
  return ts.isIdentifier(node) && node.text === 'process' ? ['process'] : [];
}

function usesOfAccess(access: string): Use[] {
  return access === 'Date.now' || access === 'Math.random' ? [access] : [];
}

/** `process.env` in every spelling: with a dot, in brackets, taken apart, imported. */
function readsEnvironment(node: ts.Node): boolean {
  if (ts.isPropertyAccessExpression(node)) {
    return node.name.text === 'env' && isProcess(node.expression);
  }
  if (ts.isElementAccessExpression(node)) {
    return literalText(node.argumentExpression) === 'env' && isProcess(node.expression);
  }
  if (ts.isVariableDeclaration(node) && ts.isObjectBindingPattern(node.name)) {
    return isProcess(node.initializer) && node.name.elements.some(isEnv);
  }
  return ts.isImportDeclaration(node) && importsEnvironment(node);
}

function isProcess(node: ts.Node | undefined): boolean {
  return /^(?:globalThis\.)?process$/.test(node?.getText() ?? '');
}

/** An import of the whole module includes the environment. */
function importsEnvironment({ importClause, moduleSpecifier }: ts.ImportDeclaration): boolean {
  if (!/^(?:node:)?process$/.test(literalText(moduleSpecifier) ?? '')) return false;
  const bindings = importClause?.namedBindings;
  return bindings && ts.isNamedImports(bindings) && importClause?.name === undefined
    ? bindings.elements.some(isEnv)
    : importClause !== undefined;
}

function isEnv({ propertyName, name }: ts.BindingElement | ts.ImportSpecifier): boolean {
  return (propertyName ?? name).getText() === 'env';
}
