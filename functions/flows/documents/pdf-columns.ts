import { inkOf, LEAST_GUTTER, type Line, lineOf, medianOf, sharedHeight } from './pdf-lines.ts';

/** A row of a table, with the lines of each cell. */
export interface TableRow {
  readonly cells: readonly (readonly Line[])[];
}

/** A part of a page that is read from top to bottom: a row, or lines of one column. */
export type Region =
  | TableRow
  /** `isWhole` where no other column stands beside it. */
  | { readonly lines: readonly Line[]; readonly isWhole: boolean };

/** Lines that stand side by side, from left to right. */
export type Row = readonly Line[];

/** A stretch between columns that no line crosses, in points. */
interface Gutter {
  readonly from: number;
  readonly to: number;
}

/** Rows that one or more gutters part. */
interface Band {
  readonly rows: readonly Row[];
  readonly gutters: readonly Gutter[];
}

/** More columns than this have no text. */
const MAX_GUTTERS = 30;

/**
 * The columns and tables of a page in the order of reading, from its lines in rows.
 * @param known the left edges of all columns of prose so far; `regionsOf` adds the edges on this page
 */
export function regionsOf(lines: readonly Line[], known: Set<number>): readonly Region[] {
  const regions: Region[] = [];
  for (const region of bandsOf(rowsOf(lines)).flatMap((band) => regionsIn(band, known))) {
    const last = regions.at(-1);
    const goesOn = last && isWhole(last) && isWhole(region);
    if (goesOn) regions.splice(-1, 1, { ...last, lines: [...last.lines, ...region.lines] });
    else regions.push(region);
  }
  return regions;
}

function isWhole(region: Region): region is Exclude<Region, TableRow> {
  return 'lines' in region && region.isWhole;
}

export function rowsOf(lines: readonly Line[]): readonly Row[] {
  const rows: Line[][] = [];
  for (const line of lines) {
    const row = rows.at(-1);
    const isBeside = row
      ?.slice(-MAX_GUTTERS)
      .every(
        (other) =>
          sharedHeight(line, other) > 0.15 && (line.x >= other.right || line.right <= other.x),
      );
    if (row && isBeside) row.push(line);
    else rows.push([line]);
  }
  return rows.map((row) => row.toSorted((one, other) => one.x - other.x));
}

/** Parts rows into those that share a gutter, and others. */
function bandsOf(rows: readonly Row[]): readonly Band[] {
  const bands: { rows: Row[]; gutters: readonly Gutter[] }[] = [];
  for (const row of rows) {
    const band = bands.at(-1);
    const isOpen = band !== undefined && band.gutters.length > 0;
    const shared = isOpen ? sharedGutters(band.gutters, row) : [];
    // A line alone that crosses a gutter stands below a table, and is no row of it.
    const isBelow = isOpen && row.length === 1 && shared.length < band.gutters.length;
    if (isOpen && shared.length > 0 && !isBelow) {
      const more = row.length > shared.length + 1 ? furtherGutters(band.rows, shared, row) : [];
      band.rows.push(row);
      band.gutters = [...shared, ...more].toSorted((one, other) => one.from - other.from);
    } else if (row.length > 1) {
      const gutters = guttersOf(row);
      bands.push({ rows: [...takenFrom(band, gutters), row], gutters });
    } else if (band && !isOpen) band.rows.push(row);
    else bands.push({ rows: [row], gutters: [] });
  }
  return bands.flatMap(withoutTail);
}

/** The rows right above that stand on one side of the first gutter: a column begins lower than another. */
function takenFrom(
  band: { readonly rows: Row[] } | undefined,
  [first]: readonly Gutter[],
): readonly Row[] {
  if (!band || !first) return [];
  const isAside = (row: Row) =>
    row.every(({ x }) => x >= first.to - 1) || row.every(({ right }) => right < first.to);
  return band.rows.splice(band.rows.findLastIndex((row) => !isAside(row)) + 1);
}

function guttersOf(row: Row): readonly Gutter[] {
  const gutters = row.slice(1).map((line, at) => ({ from: row[at]?.right ?? 0, to: line.x }));
  return gutters.slice(0, MAX_GUTTERS);
}

/** The gutters of a row that no row above crosses: a column may begin below others. */
function furtherGutters(
  above: readonly Row[],
  known: readonly Gutter[],
  row: Row,
): readonly Gutter[] {
  const isNew = ({ from, to }: Gutter) => known.every((one) => to <= one.from || from >= one.to);
  return above.reduce(sharedGutters, guttersOf(row).filter(isNew));
}

/** Narrows gutters to the parts that no line of another row crosses. */
function sharedGutters(gutters: readonly Gutter[], row: Row): readonly Gutter[] {
  return gutters.flatMap((gutter) => {
    let { from, to } = gutter;
    for (const line of row) {
      const [{ x, right }, { size }] = [inkOf(line), line];
      if (right <= from || x >= to) continue;
      if (x > from && to - x < right - from) to = Math.min(to, x);
      else from = Math.max(from, right);
      if (to - from < size * LEAST_GUTTER) return [];
    }
    return [{ from, to }];
  });
}

/** Text on the left side alone belongs to what follows on the page where a gap stands before it. */
function withoutTail(band: Band, at: number, bands: readonly Band[]): readonly Band[] {
  const [gutter] = band.gutters;
  if (!gutter || at === bands.length - 1) return [band];
  const lefts = band.rows.flatMap((row) => row.filter(({ x }) => x < gutter.from));
  const least = medianOf(gapsOf(lefts)) * 1.3;
  const last = band.rows.findLastIndex((row) => row.some(({ right }) => right > gutter.from + 1));
  const yOf = (row: number) => band.rows[row]?.[0]?.y ?? 0;
  const end = band.rows.findIndex((_, row) => row > last && yOf(row - 1) - yOf(row) > least);
  if (end < 0) return [band];
  const rest = { rows: band.rows.slice(end), gutters: [] };
  return [{ ...band, rows: band.rows.slice(0, end) }, rest];
}

function gapsOf(lines: readonly Line[]): readonly number[] {
  return lines.slice(1).flatMap((line, at) => {
    const gap = (lines[at]?.y ?? 0) - line.y;
    return gap > 0 ? [gap] : [];
  });
}

/** A band as columns of prose, as rows of a table, or as whole lines where its gaps mean nothing. */
function regionsIn({ rows, gutters }: Band, known: Set<number>): readonly Region[] {
  const asWhole = (some: readonly Row[]) =>
    some.length === 0 ? [] : [{ lines: some.map(joinedRow), isWhole: true }];
  if (gutters.length === 0) return asWhole(rows);
  const columns = splitAt(rows.flat(), gutters);
  const prose = columns.filter(isProse);
  const edges = columns.map((lines) => Math.round(leftOf(lines)));
  const areKnown = edges.every((x) => [x - 1, x, x + 1].some((near) => known.has(near)));
  const areProse = prose.length > 1 && prose.length >= columns.length - 1;
  if (areKnown || areProse || isBegun(rows, columns)) {
    for (const x of edges) known.add(x);
    return columns.map((lines) => ({ lines, isWhole: false }));
  }
  if (rows.length < 2 || !columns.slice(1).every(isAligned)) return asWhole(rows);
  const first = rows.findIndex((row) => row.length > 1);
  const end = endOfTable(rows, columns);
  const table = splitAt(rows.slice(first, end).flat(), gutters);
  return [
    ...asWhole(rows.slice(0, first)),
    ...tableRows(table).map((cells) => ({ cells })),
    ...asWhole(rows.slice(end)),
  ];
}

/** A column of fewer lines than prose has ends a text that fills so many lines beside it. */
const FILLED_LINES = 10;

/** Whether the second of two columns has only begun, at the top of the first. */
function isBegun(rows: readonly Row[], columns: readonly (readonly Line[])[]): boolean {
  const [main = [], other = [], more] = columns;
  const last = rows.findLastIndex((row) => row.length > 1);
  const isFilled = main.length >= FILLED_LINES && isProse(main);
  return !more && isFilled && other.length < PROSE.lines && last < PROSE.lines;
}

function splitAt(lines: readonly Line[], gutters: readonly Gutter[]): readonly (readonly Line[])[] {
  const columns: Line[][] = [[], ...gutters.map(() => [])];
  for (const line of lines) {
    const { x } = inkOf(line);
    const at = gutters.findLastIndex(({ from, to }) => x >= (from + to) / 2);
    columns[at + 1]?.push(line);
  }
  return columns.map((column) => rowsOf(column).map(joinedRow));
}

/** The shortest median of lines of prose, in sizes of letters, and how much of their width is in full ones. */
const PROSE = { lines: 3, width: 8, full: 0.75, share: 0.65 } as const;

/** Whether lines are those of running text: several, long, and most end near the right edge. */
function isProse(lines: readonly Line[]): boolean {
  if (lines.length < PROSE.lines) return false;
  const left = leftOf(lines);
  const width = lines.reduce((most, { right }) => Math.max(most, right), left) - left;
  const widths = lines.map(({ x, right }) => right - x);
  const sum = (some: readonly number[]) => some.reduce((total, one) => total + one, 0);
  const full = widths.filter((_, at) => (lines[at]?.right ?? 0) - left > width * PROSE.full);
  const median = medianOf(lines.map(({ x, right, size }) => (right - x) / size));
  return median > PROSE.width && sum(full) > sum(widths) * PROSE.share;
}

/** Where the first of lines begins on the left. */
export function leftOf(lines: readonly Line[]): number {
  return lines.reduce((least, { x }) => Math.min(least, x), Number.POSITIVE_INFINITY);
}

/** How far the cells of a column may be from its edge or its middle, in points. */
const ALIGNED = 2;

/** Whether most lines of a column have their left edges, right edges or middles in common. */
function isAligned(lines: readonly Line[]): boolean {
  const places = [
    lines.map(({ x }) => x),
    lines.map(({ right }) => right),
    lines.map(({ x, right }) => (x + right) / 2),
  ];
  return places.some((all) => {
    const median = medianOf(all);
    return all.filter((place) => Math.abs(place - median) < ALIGNED).length > all.length / 2;
  });
}

/** The rows after the last with two cells belong to the table where they go on in a further cell. */
function endOfTable(rows: readonly Row[], columns: readonly (readonly Line[])[]): number {
  const edges = columns.slice(1).flatMap((lines) => lines.map(({ x }) => x));
  const isInCell = (row: Row) =>
    row.every(({ x }) => edges.some((edge) => Math.abs(edge - x) < ALIGNED));
  let end = rows.findLastIndex((row) => row.length > 1) + 1;
  while (rows[end] !== undefined && isInCell(rows[end] ?? [])) end += 1;
  return end;
}

/** A gap between rows of a table is larger than that between lines of a cell by this factor. */
const ROW_GAP = 1.12;

/** The rows of a table, from the lines of its columns: cells side by side are a row. */
function tableRows(
  columns: readonly (readonly Line[])[],
): readonly (readonly (readonly Line[])[])[] {
  const gaps = columns.flatMap(gapsOf);
  const pitch = gaps.reduce((least, gap) => Math.min(least, gap), Number.POSITIVE_INFINITY);
  const longest = columns.toSorted((one, other) => other.length - one.length)[0] ?? [];
  const areAlike = gapsOf(longest).every((gap) => gap < pitch * ROW_GAP);
  const tops = new Set((columns[0] ?? []).map((line) => Math.round(topOf(line))));
  const isNew = (line: Line, before: Line) =>
    areAlike
      ? [-1, 0, 1].some((off) => tops.has(Math.round(topOf(line)) + off))
      : before.y - line.y > pitch * ROW_GAP;
  const cells = columns.flatMap((lines, column) =>
    cellsOf(lines, isNew).map((cell) => ({ cell, column })),
  );
  const rows: { bottom: number; readonly cells: Line[][] }[] = [];
  for (const { cell, column } of cells.toSorted(
    (one, other) => topOf(other.cell[0]) - topOf(one.cell[0]),
  )) {
    const last = rows.at(-1);
    const bottom = cell.at(-1)?.y ?? 0;
    const isBeside = last && topOf(cell[0]) > last.bottom + 1 && last.cells[column]?.length === 0;
    const row = isBeside ? last : { bottom, cells: columns.map(() => []) };
    if (row !== last) rows.push(row);
    row.bottom = Math.min(row.bottom, bottom);
    row.cells[column]?.push(...cell);
  }
  return rows.map(({ cells: found }) => found);
}

function topOf(line: Line | undefined): number {
  return line ? line.y + line.size * 0.75 : 0;
}

function cellsOf(
  lines: readonly Line[],
  isNew: (line: Line, before: Line) => boolean,
): readonly (readonly Line[])[] {
  const cells: Line[][] = [];
  for (const [at, line] of lines.entries()) {
    const before = lines[at - 1];
    if (!before || isNew(line, before)) cells.push([line]);
    else cells.at(-1)?.push(line);
  }
  return cells;
}

/** The lines of a row as one, where the gaps between them mean nothing; it looks like the longest. */
export function joinedRow(row: Row): Line {
  const [longest] = row.toSorted((one, other) => other.text.length - one.text.length);
  if (!longest) throw new RangeError('A row has a line.');
  if (row.length === 1) return longest;
  const { text, x, right, pieces } = lineOf(row.flatMap((line) => line.pieces));
  return { ...longest, isJoined: true, text, x, right, pieces };
}
