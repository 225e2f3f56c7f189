import type { browserNames, ListedSession, systemNames } from '../../../src/contract/account.ts';
import type { StoredSession } from '../session/session.ts';

/** A session with what the browser said of itself at the sign-in. */
export interface UserSession extends Omit<StoredSession, 'userId' | 'account'> {
  readonly userAgent: string;
}

/** The sessions of a user, whichever of them asks. */
export interface UserSessionStore {
  /** Those that have not come to their limit: `firstId` first, then the one that was seen last. */
  list(wanted: {
    readonly userId: string;
    readonly firstId: string;
    readonly now: Date;
    readonly limit: number;
  }): Promise<readonly UserSession[]>;
  /** Ends one; false when the user has none of that id. */
  end(userId: string, id: string): Promise<boolean>;
  /** Ends all, or all but one. */
  endAll(userId: string, keptId?: string): Promise<void>;
}

/** A session as its owner sees it. */
export function sessionReplyOf(session: UserSession, currentId: string): ListedSession {
  return {
    id: session.id,
    createdAt: session.createdAt.toISOString(),
    lastSeenAt: session.lastSeenAt.toISOString(),
    expiresAt: session.expiresAt.toISOString(),
    ...deviceOf(session.userAgent),
    current: session.id === currentId,
  };
}

/** What a user agent names, as far as its owner would recognise it. */
interface Device {
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
