import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import type { Formats } from '../../client/formats.ts';
import type { UsageBucket, UsagePeriod } from '../../contract/usage.ts';
import type { AccountLabels } from './account-props.ts';
import 'uplot/dist/uPlot.min.css';
import './Plot.css';

interface PlotProps {
  readonly buckets: readonly UsageBucket[];
  readonly by: UsagePeriod;
  readonly labels: AccountLabels['usage'];
  readonly format: Formats;
  /** Called with the index of the bucket at the pointer, or `undefined` without one. */
  readonly onPoint: (index: number | undefined) => void;
}

/** The heights of the two panels and the shared sizes of their axes, in CSS pixels. */
const size = { balance: 190, used: 130, valueAxis: 52, timeAxis: 28 } as const;

/** The width of a period's label, in CSS pixels. */
const labelWidth = 84;

/**
 * The balance as a stepped line, and below it the usage as bars, with one cursor. One panel with two
 * scales would give a meaning to the places where lines cross by chance.
 */
export default function Plot({ buckets, by, labels, format, onPoint }: PlotProps) {
  const balancePanel = useRef<HTMLDivElement>(null);
  const usedPanel = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const [above, below] = [balancePanel.current, usedPanel.current];
    if (!above || !below) return;
    const labelOf = (index: number) => {
      const bucket = buckets[index];
      return bucket ? format.period(by, bucket.start, 'short') : '';
    };
    const draw = () => {
      const shared = { buckets, labelOf, whole: format.whole, onPoint };
      return [drawBalance(above, shared), drawUsed(below, shared)];
    };
    let plots = draw();
    const clear = () => {
      for (const plot of plots) plot.destroy();
    };
    const stop = onStyleChange(above, () => {
      clear();
      plots = draw();
    });
    return () => {
      stop();
      clear();
    };
  }, [buckets, by, format, onPoint]);

  return (
    <>
      <p className="account-key balance">{labels.balance}</p>
      <div ref={balancePanel} className="account-panel balance" />
      <p className="account-key used">{labels.used}</p>
      <div ref={usedPanel} className="account-panel used" />
    </>
  );
}

interface Drawn extends Pick<PlotProps, 'buckets' | 'onPoint'> {
  readonly labelOf: (index: number) => string;
  readonly whole: (count: number) => string;
}

function drawBalance(panel: HTMLElement, drawn: Drawn): UPlot {
  const style = styleOf(panel);
  const series: UPlot.Series = {
    stroke: style.balance,
    fill: style.balanceArea,
    width: 2,
    points: { show: false },
    ...pathsOf(UPlot.paths.stepped?.({ align: 1 })),
  };
  return drawPanel(panel, drawn, series, {
    height: size.balance,
    // The balance at the end of a period is drawn across it: from half an index before to half after.
    xs: [...drawn.buckets.map((_, index) => index - 0.5), drawn.buckets.length - 0.5],
    values: [...drawn.buckets, ...drawn.buckets.slice(-1)].map(({ balance }) => balance),
    hasTimes: false,
  });
}

function drawUsed(panel: HTMLElement, drawn: Drawn): UPlot {
  const { used: colour } = styleOf(panel);
  const series: UPlot.Series = {
    stroke: colour,
    fill: colour,
    width: 0,
    points: { show: false },
    ...pathsOf(UPlot.paths.bars?.({ size: [0.6, 40], align: 0 })),
  };
  return drawPanel(panel, drawn, series, {
    height: size.used,
    xs: drawn.buckets.map((_, index) => index),
    values: drawn.buckets.map(({ used }) => used),
    hasTimes: true,
  });
}

/** The library's types say that its drawing functions may be missing. */
function pathsOf(paths: UPlot.Series.PathBuilder | undefined) {
  return paths ? { paths } : {};
}

function drawPanel(
  panel: HTMLElement,
  drawn: Drawn,
  series: UPlot.Series,
  shape: {
    readonly height: number;
    readonly xs: readonly number[];
    readonly values: readonly number[];
    readonly hasTimes: boolean;
  },
): UPlot {
  const { buckets, onPoint } = drawn;
  const width = panel.clientWidth;
  return new UPlot(
    {
      width,
      height: shape.height,
      legend: { show: false },
      padding: [8, 26, shape.hasTimes ? 0 : 8, 0],
      scales: {
        x: { time: false, range: [-0.5, buckets.length - 0.5] },
        y: { range: (_plot, min, max) => [Math.min(0, min), Math.max(1, max) * 1.08] },
      },
      axes: axesOf(panel, drawn, shape.hasTimes),
      series: [{}, series],
      cursor: {
        y: false,
        drag: { x: false, y: false },
        points: { show: false },
        sync: { key: 'usage' },
      },
      hooks: { setCursor: [(plot) => onPoint(indexAtPointer(plot))] },
    },
    [[...shape.xs], [...shape.values]],
    panel,
  );
}

/** The index of the period at the pointer. Outside the panel the offset is negative. */
function indexAtPointer({ cursor: { left = -1 }, posToVal }: UPlot): number | undefined {
  return left < 0 ? undefined : Math.round(posToVal(left, 'x'));
}

function axesOf(
  panel: HTMLElement,
  { buckets, labelOf, whole }: Drawn,
  hasTimes: boolean,
): UPlot.Axis[] {
  const { text, rule, font } = styleOf(panel);
  const common = { stroke: text, font, ticks: { show: false } };
  const maxLabels = Math.floor((panel.clientWidth - size.valueAxis) / labelWidth);
  return [
    {
      ...common,
      grid: { show: false },
      size: hasTimes ? size.timeAxis : 0,
      splits: () => [...labelledIndexes(buckets.length, maxLabels)],
      values: (_plot, indexes) => indexes.map((index) => (hasTimes ? labelOf(index) : '')),
    },
    {
      ...common,
      grid: { stroke: rule, width: 1 },
      size: size.valueAxis,
      space: 36,
      incrs: [
        1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 1e6, 1e7,
        1e8,
      ],
      values: (_plot, credits) => credits.map(whole),
    },
  ];
}

/** The indexes that get a label: the last, and others at even distances, at most `maxLabels`. */
export function labelledIndexes(count: number, maxLabels: number): readonly number[] {
  const step = Math.max(1, Math.ceil(count / Math.max(1, maxLabels)));
  const indexes = Array.from(
    { length: Math.ceil(count / step) },
    (_, nth) => count - 1 - nth * step,
  );
  return indexes.reverse();
}

/** The colours of the theme and the font of the page, for the canvas. */
function styleOf(panel: HTMLElement) {
  const probe = document.createElement('i');
  panel.append(probe);
  const resolved = (colour: string) => {
    probe.style.color = colour;
    return getComputedStyle(probe).color;
  };
  const balance = resolved('var(--water)');
  const style = {
    balance,
    // The canvas mixes it: a browser that forces its colours on the probe gives none in part.
    balanceArea: `color-mix(in srgb, ${balance} 16%, transparent)`,
    used: resolved('var(--copper)'),
    text: resolved('var(--soft)'),
    rule: resolved('var(--line)'),
    font: `12px ${getComputedStyle(panel).fontFamily}`,
  };
  probe.remove();
  return style;
}

/** Calls back when the theme or the panel's width changes, and the plot must be drawn again. */
function onStyleChange(panel: HTMLElement, changed: () => void): () => void {
  let width = panel.clientWidth;
  const sizes = new ResizeObserver(() => {
    if (panel.clientWidth === width) return;
    width = panel.clientWidth;
    changed();
  });
  const themes = new MutationObserver(changed);
  const system = matchMedia('(prefers-color-scheme: dark)');
  sizes.observe(panel);
  themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  system.addEventListener('change', changed);
  return () => {
    sizes.disconnect();
    themes.disconnect();
    system.removeEventListener('change', changed);
  };
}
