import { isProject } from './module.ts';

/** The rooms of the site that run code, in the order in which they may import one another. */
const order = [
  'pages',
  'layouts',
  'components',
  'islands',
  'hydration',
  'flows',
  'account',
  'signed-in',
  'state',
  'auth',
  'api',
];

/** The rooms that every other one of the site may import. */
const shared = ['search', 'i18n', 'contract'];

/** The rooms whose code runs at build time only, each of which may import those after it. */
const buildTime = ['blog', 'content', 'drawing', 'pricing'];

/** The rooms that are rendered at build time, and so may use what runs only then. */
const rendered = ['pages', 'layouts', 'components'];

const after = (rooms: readonly string[], room: string) => rooms.slice(rooms.indexOf(room) + 1);

/** What each room of the site may import of the site besides itself, by the room's name. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(order.map((room) => [room, [...after(order, room), ...shared]])),
  ...Object.fromEntries(
    rendered.map((room) => [room, [...after(order, room), ...shared, ...buildTime, 'styles']]),
  ),
  ...Object.fromEntries(buildTime.map((room) => [room, [...after(buildTime, room), ...shared]])),
  // What two pages have in common lies in a room below both: neither knows the other.
  flows: [...after(order, 'account'), ...shared],
  search: ['contract'],
  i18n: ['contract'],
  contract: [],
  styles: [],
  // Astro insists on the place of this file; the collections that it names are in the room.
  'content.config.ts': ['content'],
  // And on the place and name of this one: it works on the pages as they are built.
  'middleware.ts': ['hydration'],
  'site.config.ts': [],
};

/** The rooms of the site, which are the folders of `src/`, and the files beside them. */
export const siteRooms: readonly string[] = Object.keys(allowed);

/** The room of the site that a path lies in: the name of the folder, or of a file beside them. */
export function roomOf(path: string): string | undefined {
  return /^src\/([^/]+)/.exec(path)?.[1];
}

/**
 * Whether a file of the site may not import another of the site. What lies in no room that this
 * file knows may import nothing and be imported by nobody, so a new room has to be placed here.
 */
export function isOutOfOrder(target: string, path: string): boolean {
  const [from, to] = [roomOf(path), roomOf(target)];
  if (from === undefined || to === undefined || !isProject(target)) return false;
  if (to === 'site.config.ts') return from === 'contract' || from === 'i18n';
  return from !== to && !allowed[from]?.includes(to);
}
