import type { Schema } from '../schema/schema.ts';

/** Runs statements of SQL one by one, outside of a transaction or in one. */
export interface SqlClient {
  /** @throws the driver's error, whose code `errorCode` reads */
  query<Row extends object>(statement: Sql): Promise<readonly Row[]>;
}

type Insert = string | number | boolean | Date | null | Sql;

/** A statement or a part of one. A class, so that no object from outside can pass for text. */
export class Sql {
  readonly texts: readonly string[];
  readonly inserts: readonly Insert[];

  constructor(texts: readonly string[], inserts: readonly Insert[]) {
    this.texts = texts;
    this.inserts = inserts;
  }
}

/** SQL as text. An insert is a parameter, unless `sql` made it as well. */
export function sql(texts: TemplateStringsArray, ...inserts: readonly Insert[]): Sql {
  return new Sql(texts, inserts);
}

/** Columns of a table, with commas between them. */
export function columns<Table extends keyof Schema>(
  table: Table,
  names: readonly (keyof Schema[Table] & string)[],
): Sql {
  return new Sql([names.map((name) => `${table}.${name}`).join(', ')], []);
}

/** The text with `$1`, `$2` … for the values, which it adds to a list. */
export function statementText({ texts, inserts }: Sql, values: unknown[]): string {
  const put = (insert: unknown) =>
    insert instanceof Sql ? statementText(insert, values) : `$${values.push(insert)}`;
  return String.raw({ raw: texts }, ...inserts.map(put));
}
