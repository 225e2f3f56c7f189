/** The type's number in Postgres' catalogue (pg_type.oid). */
export const INT8_OID = 20;

/**
 * A `bigint` column as a number. Everything we count stays far inside what a double holds exactly;
 * a value outside is a defect, and a wrong balance would be worse than an error.
 *
 * @throws RangeError when the value is not a safe integer
 */
export function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint value ${text} is out of range`);
  return value;
}
