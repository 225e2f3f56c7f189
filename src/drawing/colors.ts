/** The paper of the dark theme, as `src/styles/global.css` has it. */
export const darkPaper = '#131a29';

/** The contrast of two colours, from 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(first: string, second: string): number {
  const [light = 0, dark = 0] = [first, second].map(luminance).sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/**
 * A colour between two others, which are written `#rrggbb`.
 * @param share how much of the second there is, from 0 to 1
 */
export function mixed(first: string, second: string, share: number): string {
  const others = channelsOf(second);
  const channels = channelsOf(first).map((channel, index) =>
    Math.round(255 * (channel * (1 - share) + (others[index] ?? 0) * share)),
  );
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/**
 * The colour nearest in lightness, of the same hue, that reaches a contrast; else white or black.
 * @param least its contrast to each of the others
 */
export function readable(
  color: string,
  others: readonly string[],
  lighter: boolean,
  least: number,
): string {
  const [hue, saturation, start] = hslOf(color);
  for (let step = 0; step <= 100; step += 1) {
    const lightness = start + ((lighter ? 1 - start : -start) * step) / 100;
    const tried = hexOf(hue, saturation, lightness);
    if (others.every((other) => contrast(tried, other) >= least)) return tried;
  }
  return lighter ? '#ffffff' : '#000000';
}

function channelsOf(color: string): readonly number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);
}

/** The relative luminance (WCAG 2.2). */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((one) =>
    one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Hue in degrees, saturation and lightness from 0 to 1 (CSS Color 4, section 7). */
function hslOf(color: string): readonly [number, number, number] {
  const [red = 0, green = 0, blue = 0] = channelsOf(color);
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const [lightness, range] = [(most + least) / 2, most - least];
  if (range === 0) return [0, 0, lightness];
  const saturation = range / (1 - Math.abs(2 * lightness - 1));
  if (most === red) return [(60 * (green - blue)) / range, saturation, lightness];
  if (most === green) return [60 * ((blue - red) / range + 2), saturation, lightness];
  return [60 * ((red - green) / range + 4), saturation, lightness];
}

/** CSS Color 4, section 7.1. */
function hexOf(hue: number, saturation: number, lightness: number): string {
  const channel = (offset: number) => {
    const at = (((offset + hue / 30) % 12) + 12) % 12;
    const range = saturation * Math.min(lightness, 1 - lightness);
    const value = lightness - range * Math.max(-1, Math.min(at - 3, 9 - at, 1));
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
}
