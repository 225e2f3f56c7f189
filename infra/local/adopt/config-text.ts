import ts from 'typescript';

/** A value of the configuration, by its place: the constant's name, then the fields' names. */
export type ConfigValues = ReadonlyMap<string, unknown>;

/**
 * The text of a module with other values for its exported constants and their fields. Everything
 * else, comments included, stays.
 * @param values by their places, such as `site.name`
 * @throws {Error} when the module has no such place
 */
export function withValues(text: string, values: ConfigValues): string {
  const source = ts.createSourceFile('config.ts', text, ts.ScriptTarget.Latest, true);
  const edits = Array.from(values, ([place, value]) => ({
    ...rangeOf(source, place),
    code: JSON.stringify(value),
  }));
  // From the end, so that the places before an edit stay where they are.
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce(
      (changed, { start, end, code }) => changed.slice(0, start) + code + changed.slice(end),
      text,
    );
}

function rangeOf(
  source: ts.SourceFile,
  place: string,
): { readonly start: number; readonly end: number } {
  const [constant = '', ...fields] = place.split('.');
  const declared = source.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => [...declarationList.declarations])
    .find(({ name }) => name.getText() === constant);
  let value = declared?.initializer && bare(declared.initializer);
  for (const field of fields) value = value && fieldOf(value, field);
  if (!value) throw new Error(`There is no ${place} in it.`);
  return { start: value.getStart(), end: value.getEnd() };
}

/** An expression without `as const`. */
function bare(expression: ts.Expression): ts.Expression {
  return ts.isAsExpression(expression) ? bare(expression.expression) : expression;
}

function fieldOf(object: ts.Expression, name: string): ts.Expression | undefined {
  if (!ts.isObjectLiteralExpression(object)) return undefined;
  const field = object.properties.find((one) => one.name?.getText() === name);
  return field && ts.isPropertyAssignment(field) ? bare(field.initializer) : undefined;
}
