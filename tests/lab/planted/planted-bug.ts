/** A bug that the tests have to catch, as a replacement in one file. */
export interface PlantedBug {
  /** A sentence in the present tense that says what is wrong. */
  readonly name: string;
  /** The path of the file from the project's folder. */
  readonly file: string;
  /** The text that the bug replaces. It stands in the file exactly once. */
  readonly from: string;
  readonly to: string;
  /** Path parts of the tests that see this bug, if they differ from those of its area. */
  readonly tests?: readonly string[];
}

/** Bugs of one subject, and the path parts of the tests that should catch them. */
export interface Area {
  readonly name: string;
  readonly tests: readonly string[];
  readonly bugs: readonly PlantedBug[];
}

/** A file's text with a bug in it; nothing unless `from` stands in it exactly once. */
export function withBug(
  text: string,
  { from, to }: Pick<PlantedBug, 'from' | 'to'>,
): string | undefined {
  const [before, after, ...more] = text.split(from);
  if (before === undefined || after === undefined || more.length > 0) return undefined;
  return `${before}${to}${after}`;
}

/** The path parts of the tests that should catch a bug. */
export function testsOf(area: Area, bug: PlantedBug): readonly string[] {
  return bug.tests ?? area.tests;
}
