import { basename } from 'node:path';
import { type Selector, transform } from 'lightningcss';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { moduleOf } from './module.ts';
import { type SourceFile, sourceFiles } from './source-files.ts';

/** Folders of islands whose classes have sheets beside them (decision 0031). */
const rooms = ['account', 'flows'].map((name) => ({
  name,
  parts: sourceFiles(`src/islands/${name}`, ['.tsx']),
  sheets: sourceFiles(`src/islands/${name}`, ['.css']),
}));
const sharedParts = sourceFiles('src/islands/shared', ['.tsx']);
const sharedClasses = classesIn(sourceFiles('src/styles', ['.css']));
/** Utilities that every public page has. */
const utilities = ['text-soft', 'sr-only'];
/** Classes that a library gives to its elements. */
const ofLibraries = ['u-cursor-x'];

test.each(rooms)(
  'each class of an island of $name has a rule beside it or in src/styles',
  (room) => {
    const defined = [...classesIn(room.sheets), ...sharedClasses, ...utilities];
    expect(namesIn(room.parts).filter((name) => !defined.includes(name))).toEqual([]);
  },
);

test.each(rooms)('each class in a sheet of $name is on an element of its islands', (room) => {
  const given = [...namesIn([...room.parts, ...sharedParts]), ...ofLibraries];
  expect(classesIn(room.sheets).filter((name) => !given.includes(name))).toEqual([]);
});

test.each(rooms)('each sheet of $name is loaded by the part of its name', ({ parts, sheets }) => {
  const loaded = parts.flatMap((part) =>
    moduleOf(part).imports.filter((path) => basename(path, '.css') === basename(part.path, '.tsx')),
  );
  expect(loaded.toSorted()).toEqual(sheets.map(({ path }) => path).toSorted());
});

test('the shared sheets have no class of one room', () => {
  const isOfRoom = (name: string) => rooms.some((room) => name.startsWith(`${room.name}-`));
  expect(sharedClasses.filter(isOfRoom)).toEqual([]);
});

test('classes are found in every way that markup gives them', () => {
  const text = `<p className="line mt-4" /><p className={a ? 'flex' : 'bar'} /><p title="no" />`;
  expect(namesIn([{ path: 'a.tsx', text }])).toEqual(['line', 'mt-4', 'flex', 'bar']);
});

/** The classes in the selectors of some sheets. Sheets of Tailwind have syntax of their own. */
function classesIn(sheets: readonly SourceFile[]): readonly string[] {
  const classes = new Set<string>();
  const addClasses = (selector: Selector): void => {
    for (const part of selector) {
      if (part.type === 'class') classes.add(part.name);
      const isList = part.type === 'pseudo-class' && 'selectors' in part && part.kind !== 'host';
      if (isList) for (const inner of part.selectors) addClasses(inner);
    }
  };
  for (const { path, text } of sheets) {
    const code = Buffer.from(text);
    transform({ filename: path, code, errorRecovery: true, visitor: { Selector: addClasses } });
  }
  return [...classes];
}

/** The class names that the markup of some parts gives. */
function namesIn(parts: readonly SourceFile[]): readonly string[] {
  const names: string[] = [];
  const look = (node: ts.Node, isClass: boolean): void => {
    if (isClass && ts.isStringLiteral(node)) names.push(...node.text.split(' '));
    const isList = isClass || (ts.isJsxAttribute(node) && node.name.getText() === 'className');
    ts.forEachChild(node, (child) => look(child, isList));
  };
  for (const { path, text } of parts) {
    look(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX), false);
  }
  return names;
}
