import { escapeXml } from '../contract/text-encoding.ts';

/** The fenced blocks that the build draws: `bars` to scale, and the steps of a `sequence`. */
export const figureKinds = ['bars', 'sequence'] as const;

export type FigureKind = (typeof figureKinds)[number];

/** Why a block can't be drawn. Its lines count from 1 within the block. */
export interface FigureFault {
  readonly line: number;
  readonly problem: string;
  readonly fix: string;
}

/** A value as it was written, its number, and the words around that, such as `kB`. */
interface Figure {
  readonly text: string;
  readonly number: number;
  readonly unit: string;
}

interface Bars {
  /** The names of the parts of each bar; empty where a bar has one part. */
  readonly parts: readonly string[];
  readonly rows: readonly { readonly label: string; readonly figures: readonly Figure[] }[];
}

interface Sequence {
  /** The participants, from left to right. */
  readonly actors: readonly string[];
  readonly steps: readonly { readonly from: number; readonly to: number; readonly text: string }[];
}

interface Line {
  readonly text: string;
  readonly line: number;
}

const MAX_ROWS = 24;
const MAX_PARTS = 3;
const MIN_ACTORS = 2;
const MAX_ACTORS = 4;

export function isFigureKind(name: string | null | undefined): name is FigureKind {
  return figureKinds.some((kind) => kind === name);
}

/** The fault of a block, or undefined. */
export function faultIn(kind: FigureKind, source: string): FigureFault | undefined {
  const read = kind === 'bars' ? readBars(source) : readSequence(source);
  return 'problem' in read ? read : undefined;
}

/** Draws a block as HTML. @throws {Error} that says what is wrong with it */
export function drawFigure(kind: FigureKind, source: string): string {
  return kind === 'bars'
    ? drawBars(unlessFault(readBars(source)))
    : drawSequence(unlessFault(readSequence(source)));
}

function unlessFault<Read extends object>(read: Read | FigureFault): Read {
  if ('problem' in read) throw new Error(`${read.problem} ${read.fix}`);
  return read;
}

function linesOf(source: string): readonly Line[] {
  const lines = source.split('\n').map((text, index) => ({ text: text.trim(), line: index + 1 }));
  return lines.filter(({ text }) => text !== '');
}

const partsLine = /^parts\s*[:：]\s*(.+)$/;
/** A label, which may have colons itself, and the values after the last one. */
const barLine = /^(.+)[:：]\s*([^:：]+)$/;
/** One number with what stands around it. A comma sets thousands apart, so `16,5` is none. */
const oneNumber = /^(\D*)(?<![.,，])((?:[1-9]\d{0,2}(?:,\d{3})+|\d+)(?:\.\d+)?)(\D*)$/;
const negative = /^\D*[-−]\D*\d/;

function readBars(source: string): Bars | FigureFault {
  const lines = linesOf(source);
  const [, named] = partsLine.exec(lines[0]?.text ?? '') ?? [];
  const parts = named === undefined ? [] : named.split('|').map((name) => name.trim());
  const rows: Bars['rows'][number][] = [];
  for (const { text, line } of named === undefined ? lines : lines.slice(1)) {
    const [, label, values] = barLine.exec(text) ?? [];
    const figures = values?.split('|').map(figureOf) ?? [];
    if (label === undefined || !figures.every((one) => one !== undefined)) {
      return { line, ...faults.bar };
    }
    if (figures.some(({ text: value }) => negative.test(value)))
      return { line, ...faults.negative };
    if (figures.length !== Math.max(parts.length, 1)) return { line, ...faults.parts };
    if (unitsOf([...rows, { figures }]).size > 1) return { line, ...faults.units };
    rows.push({ label: label.trim(), figures });
  }
  const isDrawable = rows.length > 0 && rows.length <= MAX_ROWS && longestOf(rows) > 0;
  if (!isDrawable || parts.length > MAX_PARTS) return { line: 1, ...faults.bars };
  return { parts, rows };
}

function figureOf(value: string): Figure | undefined {
  const text = value.trim();
  const [, before = '', found, after = ''] = oneNumber.exec(text) ?? [];
  if (found === undefined) return undefined;
  return { text, number: Number(found.replaceAll(',', '')), unit: before.trim() + after.trim() };
}

/** The units of all numbers; a bare zero is zero in each of them. */
function unitsOf(rows: readonly { readonly figures: readonly Figure[] }[]): ReadonlySet<string> {
  const figures = rows.flatMap((row) => row.figures);
  return new Set(figures.filter(({ text }) => text !== '0').map(({ unit }) => unit));
}

const stepLine = /^(.+?)\s*(?:->|→)\s*(.+?)\s*[:：]\s*(.+)$/;

function readSequence(source: string): Sequence | FigureFault {
  const actors: string[] = [];
  const placeOf = (name: string) => {
    if (!actors.includes(name)) actors.push(name);
    return actors.indexOf(name);
  };
  const steps: Sequence['steps'][number][] = [];
  for (const { text: written, line } of linesOf(source)) {
    const [, from, to, text] = stepLine.exec(written) ?? [];
    if (from === undefined || to === undefined || text === undefined || from === to) {
      return { line, ...faults.step };
    }
    steps.push({ from: placeOf(from), to: placeOf(to), text });
  }
  const isDrawable = actors.length >= MIN_ACTORS && actors.length <= MAX_ACTORS;
  if (!isDrawable || steps.length > MAX_ROWS) return { line: 1, ...faults.sequence };
  return { actors, steps };
}

const faults = {
  bar: {
    problem: 'A line of the bars has no label, or not one number in its place.',
    fix: 'Write a label, a colon and a number such as 1,600.5: A long post: 16 kB',
  },
  negative: { problem: 'A bar can’t show less than zero.', fix: 'Leave the line out.' },
  parts: {
    problem: 'A line of the bars has more or fewer numbers than there are parts.',
    fix: 'Name the parts first, and write a number for each: parts: Paid | Free',
  },
  units: {
    problem: 'The bars have numbers in different units.',
    fix: 'Write all of them in one, in the same words: 500 kB, and 1,500 kB instead of 1.5 MB',
  },
  bars: {
    problem: 'These bars can’t be drawn.',
    fix: 'Write 1 to 24 lines of at most 3 parts, and one number above zero at least.',
  },
  step: {
    problem: 'A step of the sequence does not say who sends what to whom.',
    fix: 'Write it so: Browser -> Server: a question',
  },
  sequence: {
    problem: 'This sequence can’t be drawn.',
    fix: 'Write 1 to 24 steps among 2 to 4 who take part.',
  },
} as const;

function longestOf(rows: Bars['rows']): number {
  return Math.max(0, ...rows.map(({ figures }) => sumOf(figures)));
}

function sumOf(figures: readonly Figure[]): number {
  return figures.reduce((sum, figure) => sum + figure.number, 0);
}

function percent(share: number): string {
  return `${Number((share * 100).toFixed(2))}%`;
}

function drawBars({ parts, rows }: Bars): string {
  const longest = longestOf(rows);
  const names = parts.map((name, part) => `<span>${swatch(part)}${escapeXml(name)}</span>`);
  const legend = names.length > 0 ? `<p aria-hidden="true">${names.join(' ')}</p>` : '';
  const items = rows.map(({ label, figures }) => {
    // A part that is zero is said to those who listen, and not drawn.
    const shown = figures.map(({ text, number }, part) =>
      parts.length === 0
        ? `<span>${escapeXml(text)}</span>`
        : `<span${number === 0 ? ' class="sr-only"' : ''}><span class="sr-only">${escapeXml(parts[part] ?? '')} </span>${swatch(part)}${escapeXml(text)}</span>`,
    );
    const rects = figures.map((figure, part) => {
      if (figure.number === 0) return '';
      const [before, width] = [sumOf(figures.slice(0, part)), figure.number];
      const x = before === 0 ? '' : ` x="${percent(before / longest)}"`;
      return `<rect class="${partClass(part, parts.length)}"${x} width="${percent(width / longest)}"/>`;
    });
    const bar = `<svg aria-hidden="true">${rects.join('')}</svg>`;
    return `<li><span>${escapeXml(label)}</span> <span class="bars-figures">${shown.join(' ')}</span>${bar}</li>`;
  });
  return `<figure class="bars">${legend}<ul>${items.join('')}</ul></figure>`;
}

function swatch(part: number): string {
  return `<svg aria-hidden="true"><rect class="${partClass(part, MAX_PARTS)}" width="100%"/></svg>`;
}

/** Bars of one part have the colour of the last of several. */
function partClass(part: number, parts: number): string {
  return `part-${parts === 0 ? 2 : part + 1}`;
}

function drawSequence({ actors, steps }: Sequence): string {
  const centreOf = (actor: number) => percent((actor + 0.5) / actors.length);
  const lives = actors.map((_, actor) => {
    const x = centreOf(actor);
    return `<line x1="${x}" x2="${x}" y1="0" y2="100%"/>`;
  });
  const heads = actors.map((name) => `<span>${escapeXml(name)}</span>`).join('');
  const items = steps.map(({ from, to, text }) => {
    const [start, end] = [centreOf(from), centreOf(to)];
    const tip = from < to ? 'M-8-5L0 0L-8 5' : 'M8-5L0 0L8 5';
    const arrow = `<line x1="${start}" x2="${end}" y1="8" y2="8"/><svg x="${end}" y="8" overflow="visible"><path d="${tip}"/></svg>`;
    const who = `<span class="sr-only">${escapeXml(`${actors[from]} → ${actors[to]}: `)}</span>`;
    const place = `from-${Math.min(from, to) + 1} span-${Math.abs(from - to) + 1}`;
    return `<li><span class="${place}"><span>${who}${escapeXml(text)}</span></span><svg width="100%" height="16" aria-hidden="true">${arrow}</svg></li>`;
  });
  const lifelines = `<svg class="lives" width="100%" height="100%" aria-hidden="true">${lives.join('')}</svg>`;
  return `<figure class="sequence of-${actors.length}">${lifelines}<p aria-hidden="true">${heads}</p><ol>${items.join('')}</ol></figure>`;
}
