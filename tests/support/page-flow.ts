import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as z from 'zod/mini';
import type { Flow } from '../../functions/flows/flow.ts';
import { languages } from '../../src/contract/language.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(join(root, 'docs/your-service.md'), 'utf8');

/** The programs of docs/your-service.md in a language, in their order, without the indent of a list. */
export function programs(language: string): readonly string[] {
  const blocks = page.matchAll(new RegExp(`^( *)\`\`\`${language}\\n([\\s\\S]*?)^ *\`\`\`$`, 'gm'));
  return [...blocks].map(([, indent = '', text = '']) =>
    text.replaceAll(`\n${indent}`, '\n').slice(indent.length),
  );
}

/** The programs and words of the steps that put a flow into a product, in their order. */
export function flowSteps(folder = root): readonly string[] {
  const guide = readFileSync(join(folder, 'docs/your-service.md'), 'utf8');
  const [, steps = ''] = /^## Put a flow in$(.*?)^### /ms.exec(guide) ?? [];
  const blocks = steps.matchAll(/^ {3}```\w+\n([\s\S]*?)^ {3}```$/gm);
  return [...blocks].map(([, text = '']) => text.replaceAll(/^ {3}/gm, ''));
}

/** A flow of the page, and the program that runs it in a process of its own. */
interface PageFlow {
  readonly flow: Flow;
  readonly program: URL;
  readonly folder: string;
}

/**
 * Writes a flow of the page into a folder as the page has it, with the page's words, in English for
 * every language.
 *
 * @param name as the page exports it, such as `lineSort`
 */
export async function pageFlow(name: string): Promise<PageFlow> {
  const folder = mkdtempSync(join(tmpdir(), 'your-flow-'));
  const at = (file: string) => pathToFileURL(join(root, 'functions/flows', file)).href;
  const source = programs('ts').find((text) => text.includes(`export const ${name} = defineFlow`));
  const absolute = (source ?? '')
    .replace("'zod/mini'", `'${import.meta.resolve('zod/mini')}'`)
    .replace("'../../../src/i18n/words.ts'", "'./words.ts'")
    .replaceAll(/'\.\.\/([\w-]+\.ts)'/g, (_, file: string) => `'${at(file)}'`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'words.ts'), wordsOf(name));
  writeFileSync(join(folder, 'flow.ts'), absolute);
  const program = pathToFileURL(join(folder, 'program.ts'));
  writeFileSync(
    program,
    `import { taskRunner } from '${at('flow-task.ts')}';
import { ${name} } from './flow.ts';
export default await taskRunner([${name}]);
`,
  );
  const module = await import(/* @vite-ignore */ pathToFileURL(join(folder, 'flow.ts')).href);
  return { flow: module[name], program, folder };
}

function wordsOf(name: string): string {
  const block = programs('json').find((text) => text.startsWith(`"${name}": {`));
  const dictionary = z.record(z.string(), z.unknown()).parse(JSON.parse(`{${block}}`));
  const inEach = Object.entries(dictionary).map(([set, words]) => [
    set,
    Object.fromEntries(languages.map((language) => [language, words])),
  ]);
  const sets = JSON.stringify(Object.fromEntries(inEach));
  return `const sets = ${sets};\nexport const ownWords = (name) => sets[name];`;
}
