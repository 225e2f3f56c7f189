import type { browserNames, systemNames } from '../../../src/contract/account.ts';

/** What a user agent names, as far as its owner would recognise it. */
export interface Device {
  readonly browser?: (typeof browserNames)[number];
  readonly system?: (typeof systemNames)[number];
}

/**
 * The browser and the system that a user agent names (RFC 9110, section 10.1.5). It is told to
 * whoever looks at their sessions and decides nothing, so the few names that people know suffice:
 * browsers say little else by now (Chromium's "User-Agent Reduction"), and whoever lies is
 * believed.
 */
export function deviceOf(userAgent: string): Device {
  const browser = browsers.find(([, pattern]) => pattern.test(userAgent))?.[0];
  const system = systems.find(([, pattern]) => pattern.test(userAgent))?.[0];
  return { ...(browser ? { browser } : {}), ...(system ? { system } : {}) };
}

type Table<Name> = readonly (readonly [Name, RegExp])[];

/** In this order: those that are built on another say its name too, and all of them Safari's. */
const browsers: Table<NonNullable<Device['browser']>> = [
  ['Edge', /\bEdg(?:A|iOS)?\//],
  ['Opera', /\b(?:OPR|OPT|OPX|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//],
  ['Safari', /\bVersion\/[\d.]+.*\bSafari\//],
];

/** In this order: Android says Linux too, and a phone of Apple's that it is like a Mac. */
const systems: Table<NonNullable<Device['system']>> = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(?:iPhone|iPad|iPod)\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b|\bMac OS X\b/],
  ['Linux', /\bLinux\b|\bX11\b/],
];
