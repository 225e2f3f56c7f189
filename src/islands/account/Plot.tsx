import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import type { Formats } from '../../client/formats.ts';
import type { UsageBucket, UsagePeriod } from '../../contract/usage.ts';
import type { AccountLabels } from './labels.ts';
import { labelledPlaces } from './usage-view.ts';

interface PlotProps {
  readonly buckets: readonly UsageBucket[];
  readonly by: UsagePeriod;
  readonly labels: AccountLabels['usage'];
  readonly format: Formats;
  /** Takes the place of the bucket that is pointed at, or nothing. */
  readonly onPlace: (place: number | undefined) => void;
}

/** Heights of the two panels and the width that their axes have in common, in CSS pixels. */
const size = { balance: 190, used: 130, valueAxis: 52, timeAxis: 28 } as const;

/** The room that the label of a period takes, in CSS pixels. */
const labelRoom = 84;

/**
 * The balance as a line of steps, and below it the use as bars, over the same periods and with one
 * pointer. Two panels rather than two scales on one: those would make chance crossings look like
 * something.
 */
export default function Plot({ buckets, by, labels, format, onPlace }: PlotProps) {
  const balancePanel = useRef<HTMLDivElement>(null);
  const usedPanel = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const [above, below] = [balancePanel.current, usedPanel.current];
    if (!above || !below) return;
    const labelOf = (place: number) => {
      const bucket = buckets[place];
      return bucket ? format.period(by, bucket.start, 'short') : '';
    };
    const draw = () => {
      const shared = { buckets, labelOf, whole: format.whole, onPlace };
      return [drawBalance(above, shared), drawUsed(below, shared)];
    };
    let plots = draw();
    const clear = () => {
      for (const plot of plots) plot.destroy();
    };
    const stop = onLookChange(above, () => {
      clear();
      plots = draw();
    });
    return () => {
      stop();
      clear();
    };
  }, [buckets, by, format, onPlace]);

  return (
    <>
      <p className="account-key balance">{labels.balance}</p>
      <div ref={balancePanel} className="account-panel balance" />
      <p className="account-key used">{labels.used}</p>
      <div ref={usedPanel} className="account-panel used" />
    </>
  );
}

interface Drawn extends Pick<PlotProps, 'buckets' | 'onPlace'> {
  readonly labelOf: (place: number) => string;
  readonly whole: (count: number) => string;
}

function drawBalance(panel: HTMLElement, drawn: Drawn): UPlot {
  const look = lookOf(panel);
  const series: UPlot.Series = {
    stroke: look.balance,
    fill: look.balanceArea,
    width: 2,
    points: { show: false },
    ...pathsOf(UPlot.paths.stepped?.({ align: 1 })),
  };
  return drawPanel(panel, drawn, series, {
    height: size.balance,
    // What is left at the end of a period is drawn across it: from half a place before to half after.
    places: [...drawn.buckets.map((_, place) => place - 0.5), drawn.buckets.length - 0.5],
    values: [...drawn.buckets, ...drawn.buckets.slice(-1)].map(({ balance }) => balance),
    hasTimes: false,
  });
}

function drawUsed(panel: HTMLElement, drawn: Drawn): UPlot {
  const { used: colour } = lookOf(panel);
  const series: UPlot.Series = {
    stroke: colour,
    fill: colour,
    width: 0,
    points: { show: false },
    ...pathsOf(UPlot.paths.bars?.({ size: [0.6, 40], align: 0 })),
  };
  return drawPanel(panel, drawn, series, {
    height: size.used,
    places: drawn.buckets.map((_, place) => place),
    values: drawn.buckets.map(({ used }) => used),
    hasTimes: true,
  });
}

/** The library types its drawing functions as ones that may be missing. */
function pathsOf(paths: UPlot.Series.PathBuilder | undefined) {
  return paths ? { paths } : {};
}

function drawPanel(
  panel: HTMLElement,
  drawn: Drawn,
  series: UPlot.Series,
  shape: {
    readonly height: number;
    readonly places: readonly number[];
    readonly values: readonly number[];
    readonly hasTimes: boolean;
  },
): UPlot {
  const { buckets, onPlace } = drawn;
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
      hooks: { setCursor: [(plot) => onPlace(placeAtPointer(plot))] },
    },
    [[...shape.places], [...shape.values]],
    panel,
  );
}

/** The place of the period that is pointed at; pointers outside the panel are at negative offsets. */
function placeAtPointer({ cursor: { left = -1 }, posToVal }: UPlot): number | undefined {
  return left < 0 ? undefined : Math.round(posToVal(left, 'x'));
}

function axesOf(
  panel: HTMLElement,
  { buckets, labelOf, whole }: Drawn,
  hasTimes: boolean,
): UPlot.Axis[] {
  const { text, rule, font } = lookOf(panel);
  const plain = { stroke: text, font, ticks: { show: false } };
  const maxLabels = Math.floor((panel.clientWidth - size.valueAxis) / labelRoom);
  return [
    {
      ...plain,
      grid: { show: false },
      size: hasTimes ? size.timeAxis : 0,
      splits: () => [...labelledPlaces(buckets.length, maxLabels)],
      values: (_plot, places) => (hasTimes ? places.map(labelOf) : places.map(() => '')),
    },
    {
      ...plain,
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

/** The colours of the theme and the type of the page, as the canvas takes them. */
function lookOf(panel: HTMLElement) {
  const probe = document.createElement('i');
  panel.append(probe);
  const resolved = (colour: string) => {
    probe.style.color = colour;
    return getComputedStyle(probe).color;
  };
  const look = {
    balance: resolved('var(--water)'),
    balanceArea: resolved('color-mix(in srgb, var(--water) 16%, transparent)'),
    used: resolved('var(--copper)'),
    text: resolved('var(--soft)'),
    rule: resolved('var(--line)'),
    font: `12px ${getComputedStyle(panel).fontFamily}`,
  };
  probe.remove();
  return look;
}

/** Calls back when what a drawing depends on changes: the theme, or the width of its place. */
function onLookChange(panel: HTMLElement, changed: () => void): () => void {
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
