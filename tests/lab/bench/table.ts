/** The value of a cell; `undefined` and `NaN` were not measured. */
export type Cell = string | number | undefined;

export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** Notes for its readers. */
  readonly notes: readonly string[];
}

/** Decimals of numbers below ten, and of larger ones. */
const DECIMALS = { small: 2, large: 1 } as const;
const LARGE = 10;

/** A table in Markdown, its columns as wide as their cells, so that a terminal shows it too. */
export function markdownOf({ title, columns, rows, notes }: Table): string {
  const texts = [columns, ...rows.map((row) => row.map(cellText))];
  const widths = columns.map((_, column) =>
    Math.max(...texts.map((row) => (row[column] ?? '').length)),
  );
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`;
  const [head = [], ...body] = texts;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  const table = [line(head), rule, ...body.map(line)].join('\n');
  return [`## ${title}`, table, ...notes.map((note) => `- ${note}`)].join('\n\n');
}

function cellText(cell: Cell): string {
  if (cell === undefined || Number.isNaN(cell)) return '–';
  if (typeof cell === 'string') return cell.replaceAll('|', '\\|');
  if (Number.isInteger(cell)) return cell.toLocaleString('en');
  return cell.toFixed(Math.abs(cell) < LARGE ? DECIMALS.small : DECIMALS.large);
}
