import { type Line, medianOf, sharedHeight } from './pdf-lines.ts';
import { spaceBetween } from './pdf-signs.ts';

/** A part of a page that is read from top to bottom. */
export type Region =
  /** Lines of one column; `isWhole` where no other column stands beside it. */
  | { readonly kind: 'text'; readonly lines: readonly Line[]; readonly isWhole: boolean }
  /** A row of a table, with the lines of each cell. */
  | { readonly kind: 'row'; readonly cells: readonly (readonly Line[])[] };

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

/** In sizes of letters. */
const LEAST_GUTTER = 0.7;
/** More columns than this have no text. */
const MAX_GUTTERS = 30;

/** The columns and tables of a page in the order of reading, from its lines in rows. */
export function regionsOf(lines: readonly Line[]): readonly Region[] {
  const regions: Region[] = [];
  let whole: Line[] = [];
  const endWhole = () => {
    if (whole.length > 0) regions.push({ kind: 'text', lines: whole, isWhole: true });
    whole = [];
  };
  for (const band of bandsOf(rowsOf(lines))) {
    const parts = band.gutters.length > 0 ? columnsOf(band) : undefined;
    if (!parts) whole.push(...band.rows.map(joinedRow));
    else {
      whole.push(...parts.before);
      endWhole();
      regions.push(...parts.regions);
      whole.push(...parts.after.map(joinedRow));
    }
  }
  endWhole();
  return regions;
}

export function rowsOf(lines: readonly Line[]): readonly Row[] {
  const rows: Line[][] = [];
  for (const line of lines) {
    const row = rows.at(-1);
    const isBeside = row?.every(
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
    if (isOpen && shared.length > 0) {
      band.rows.push(row);
      band.gutters = shared;
    } else if (row.length > 1) {
      bands.push({ rows: [row], gutters: guttersOf(row) });
    } else if (band && !isOpen) band.rows.push(row);
    else bands.push({ rows: [row], gutters: [] });
  }
  return bands.flatMap(withoutTail);
}

function guttersOf(row: Row): readonly Gutter[] {
  const gutters = row.slice(1).map((line, at) => ({ from: row[at]?.right ?? 0, to: line.x }));
  return gutters.slice(0, MAX_GUTTERS);
}

/** What is left of gutters beside another row: no line of it crosses them. */
function sharedGutters(gutters: readonly Gutter[], row: Row): readonly Gutter[] {
  return gutters.flatMap((gutter) => {
    let { from, to } = gutter;
    for (const { x, right, size } of row) {
      if (right <= from || x >= to) continue;
      if (x <= from && right >= to) return [];
      if (x > from && to - x < right - from) to = Math.min(to, x);
      else from = Math.max(from, right);
      if (to - from < size * LEAST_GUTTER) return [];
    }
    return [{ from, to }];
  });
}

/** Rows at the end of a band that have text on its left side alone may belong to what follows. */
function withoutTail(band: Band, at: number, bands: readonly Band[]): readonly Band[] {
  const [gutter] = band.gutters;
  if (!gutter) return [band];
  const isLeft = (row: Row) => row.every(({ right }) => right <= gutter.from + 1);
  const last = band.rows.findLastIndex((row) => !isLeft(row));
  const isLastOfPage = at === bands.length - 1;
  const gaps = gapsOf(band.rows.flatMap((row) => row.filter(({ x }) => x < gutter.from)));
  const pitch = medianOf(gaps);
  const lefts = band.rows.map((row) => row.find(({ x }) => x < gutter.from));
  let end = last + 1;
  for (; end < band.rows.length; end += 1) {
    const gap = (lefts[end - 1]?.y ?? 0) - (lefts[end]?.y ?? 0);
    if (!isLastOfPage && gap > pitch * 1.3) break;
  }
  const tail = band.rows.slice(end);
  return [
    { ...band, rows: band.rows.slice(0, end) },
    { rows: tail, gutters: [] },
  ];
}

function gapsOf(lines: readonly Line[]): readonly number[] {
  return lines.slice(1).flatMap((line, at) => {
    const gap = (lines[at]?.y ?? 0) - line.y;
    return gap > 0 ? [gap] : [];
  });
}

interface Parts {
  readonly before: readonly Line[];
  readonly regions: readonly Region[];
  readonly after: readonly Row[];
}

/** A band as columns of prose or as rows of a table; undefined where its gaps mean nothing. */
function columnsOf({ rows, gutters }: Band): Parts | undefined {
  const columns = splitAt(rows.flat(), gutters);
  const prose = columns.filter(isProse);
  if (prose.length > 1 && prose.length >= columns.length - 1) {
    const regions = columns.map((lines) => ({ kind: 'text', lines, isWhole: false }) as const);
    return { before: [], regions, after: [] };
  }
  if (rows.length < 2 || !columns.slice(1).every(isAligned)) return undefined;
  const first = rows.findIndex((row) => row.length > 1);
  if (columns.length === 2 && (columns[0] ?? []).every(({ text }) => /[:：]$/.test(text)))
    return undefined;
  const end = endOfTable(rows, columns);
  const regions = tableRows(rows.slice(first, end)).map(
    (part) => ({ kind: 'row', cells: splitAt(part.flat(), gutters) }) as const,
  );
  return { before: rows.slice(0, first).flat(), regions, after: rows.slice(end) };
}

function splitAt(lines: readonly Line[], gutters: readonly Gutter[]): readonly (readonly Line[])[] {
  const columns: Line[][] = [[], ...gutters.map(() => [])];
  for (const line of lines) {
    const at = gutters.findLastIndex(({ from, to }) => line.x >= (from + to) / 2);
    columns[at + 1]?.push(line);
  }
  return columns.map((column) => rowsOf(column).map(joinedRow));
}

/** The shortest median of lines of prose, in sizes of letters, and how full most of them are. */
const PROSE = { lines: 3, width: 8, full: 0.75, share: 0.55 } as const;

/** Whether lines are those of running text: several, long, and most end near the right edge. */
function isProse(lines: readonly Line[]): boolean {
  if (lines.length < PROSE.lines) return false;
  const left = Math.min(...lines.map(({ x }) => x));
  const width = Math.max(...lines.map(({ right }) => right)) - left;
  const full = lines.filter(({ right }) => right - left > width * PROSE.full);
  const median = medianOf(lines.map(({ x, right, size }) => (right - x) / size));
  return median > PROSE.width && full.length > lines.length * PROSE.share;
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

/** Lines of a table by its rows: a larger gap parts them, or a new first cell where all gaps are alike. */
function tableRows(rows: readonly Row[]): readonly (readonly Row[])[] {
  const gaps = rows.map((row, at) => (rows[at - 1]?.[0]?.y ?? 0) - (row[0]?.y ?? 0)).slice(1);
  const least = Math.min(...gaps.filter((gap) => gap > 0));
  const areAlike = gaps.every((gap) => gap < least * ROW_GAP);
  const left = Math.min(...rows.flat().map(({ x }) => x));
  const parts: Row[][] = [];
  for (const [at, row] of rows.entries()) {
    const startsLeft = row.some(({ x, size }) => x < left + size);
    const isNew = areAlike ? startsLeft : (gaps[at - 1] ?? 0) > least * ROW_GAP;
    const last = parts.at(-1);
    if (last && !isNew) last.push(row);
    else parts.push([row]);
  }
  return parts;
}

/** The lines of a row as one, where the gaps between them mean nothing. */
export function joinedRow(row: Row): Line {
  const [first] = row;
  if (!first) throw new RangeError('A row has a line.');
  return row.slice(1).reduce((line, next) => {
    const gap = (next.x - line.right) / next.size;
    const text = `${line.text}${spaceBetween(line.text, next.text, gap)}${next.text}`;
    const longer = next.text.length > line.text.length ? next : line;
    return {
      ...longer,
      text,
      x: line.x,
      right: next.right,
      pieces: [...line.pieces, ...next.pieces],
    };
  }, first);
}
