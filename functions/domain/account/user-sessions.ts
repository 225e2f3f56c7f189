import type { browserNames, ListedSession, systemNames } from '../../../src/contract/account.ts';
import type { StoredSession } from '../session/session.ts';

/** A session with the user agent of its sign-in. */
export interface UserSession extends Omit<StoredSession, 'userId' | 'account'> {
  readonly userAgent: string;
}

export interface UserSessionStore {
  /** Lists sessions that have not expired: `firstId` first, then the one that was seen last. */
  list(query: {
    readonly userId: string;
    readonly firstId: string;
    readonly now: Date;
    readonly limit: number;
  }): Promise<readonly UserSession[]>;
  /** Ends a session; false when the user has no session of that id. */
  end(userId: string, id: string): Promise<boolean>;
  /** Ends all sessions, or all but `keptId`. */
  endAll(userId: string, keptId?: string): Promise<void>;
}

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

/** A browser and a system by the names that their users know. */
export interface Device {
  readonly browser?: (typeof browserNames)[number];
  readonly system?: (typeof systemNames)[number];
}

/** A device in a list of them: without a version, so that an update makes no other device. */
export function nameOfDevice({ browser, system }: Device): string {
  return `${browser ?? '?'}/${system ?? '?'}`;
}

/**
 * The browser and the system that a user agent names (RFC 9110, section 10.1.5). A user sees them in
 * the list of their sessions, and is told of a sign-in from others; nothing is allowed by them. So a
 * few known names suffice. Browsers say little else (Chromium's "User-Agent Reduction").
 */
export function deviceOf(userAgent: string): Device {
  const browser = browsers.find(([, pattern]) => pattern.test(userAgent))?.[0];
  const system = systems.find(([, pattern]) => pattern.test(userAgent))?.[0];
  return { ...(browser ? { browser } : {}), ...(system ? { system } : {}) };
}

type Table<Name> = readonly (readonly [Name, RegExp])[];

/** The order matters: a browser also names the one that it is built on, and all name Safari. */
const browsers: Table<NonNullable<Device['browser']>> = [
  ['Edge', /\bEdg(?:A|iOS)?\//],
  ['Opera', /\b(?:OPR|OPT|OPX|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//],
  ['Safari', /\bVersion\/[\d.]+.*\bSafari\//],
];

/** The order matters: Android also names Linux, and an iPhone also names Mac OS X. */
const systems: Table<NonNullable<Device['system']>> = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(?:iPhone|iPad|iPod)\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b|\bMac OS X\b/],
  ['Linux', /\bLinux\b|\bX11\b/],
];
