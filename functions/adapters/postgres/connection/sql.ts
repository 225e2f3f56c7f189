import type { Schema } from '../schema/schema.ts';

/** Runs statements of SQL one by one, outside of a transaction or in one. */
export interface SqlClient {
  /**
   * @returns the rows, whose type the caller states and the tests check
   * @throws the driver's error: `errorCode` reads its code
   */
  query<Row extends object>(statement: Sql): Promise<readonly Row[]>;
}

export type SqlValue = string | number | boolean | Date | null;

/** A class, so that no object from outside can pass for text. */
class Sql {
  /** The text before, between and after the values: one more than there are values. */
  readonly texts: readonly string[];
  readonly values: readonly SqlValue[];

  constructor(texts: readonly string[], values: readonly SqlValue[]) {
    this.texts = texts;
    this.values = values;
  }
}

export type { Sql };

/** A statement or a part of one. What is put into it is a parameter, unless `sql` made it as well. */
export function sql(strings: TemplateStringsArray, ...inserts: readonly (SqlValue | Sql)[]): Sql {
  const [first = '', ...others] = strings;
  const texts = [first];
  const values: SqlValue[] = [];
  const append = ([start = '', ...rest]: readonly string[]) => {
    texts.push(`${texts.pop() ?? ''}${start}`, ...rest);
  };
  for (const [index, insert] of inserts.entries()) {
    const part = insert instanceof Sql ? insert : new Sql(['', ''], [insert]);
    append(part.texts);
    append(others.slice(index, index + 1));
    values.push(...part.values);
  }
  return new Sql(texts, values);
}

/** Columns of a table by their names, with commas between them. */
export function columns<Table extends keyof Schema>(
  table: Table,
  names: readonly (keyof Schema[Table] & string)[],
): Sql {
  return new Sql([names.map((name) => `${table}.${name}`).join(', ')], []);
}
