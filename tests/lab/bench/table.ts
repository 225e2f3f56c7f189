/** The value of a cell; `undefined` was not measured. */
export type Cell = string | number | undefined;

export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** Notes for its readers, a sentence each. */
  readonly notes: readonly string[];
}

/** Significant decimals of numbers below ten; larger numbers have none or one. */
const DECIMALS = { small: 2, large: 1 } as const;
const LARGE = 10;

/** A table in Markdown, its columns as wide as their cells, so that a terminal shows it too. */
export function markdownOf({ title, columns, rows, notes }: Table): string {
  const texts = [columns, ...rows.map((row) => row.map(cellText))];
  const widths = columns.map((_, column) =>
    Math.max(...texts.map((row) => widthOf(row[column] ?? ''))),
  );
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => padded(cells[column] ?? '', width)).join(' | ')} |`;
  const [head = [], ...body] = texts;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  const table = [line(head), rule, ...body.map(line)].join('\n');
  return [`## ${title}`, table, ...notes.map((note) => `- ${note}`)].join('\n\n');
}

function cellText(cell: Cell): string {
  if (cell === undefined) return '–';
  if (typeof cell === 'string') return cell.replaceAll('|', '\\|');
  if (Number.isInteger(cell)) return cell.toLocaleString('en');
  return cell.toFixed(Math.abs(cell) < LARGE ? DECIMALS.small : DECIMALS.large);
}

/** Chinese characters take two places in a terminal. */
function widthOf(text: string): number {
  return text.length + [...text.matchAll(/\p{Script=Han}/gu)].length;
}

function padded(text: string, width: number): string {
  return text + ' '.repeat(width - widthOf(text));
}
