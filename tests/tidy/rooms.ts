import { isProject } from './module.ts';

/** The rooms that each room of the site may import besides itself, by the room's name. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  // Rendered at build time. A page names the scripts that its visitor's browser will run.
  pages: [
    'layouts',
    'components',
    'islands',
    'client',
    'prerender',
    'content',
    'search',
    'drawing',
    'i18n',
    'contract',
    'styles',
  ],
  layouts: [
    'components',
    'islands',
    'client',
    'prerender',
    'content',
    'search',
    'drawing',
    'i18n',
    'contract',
    'styles',
  ],
  components: [
    'islands',
    'client',
    'prerender',
    'content',
    'search',
    'drawing',
    'i18n',
    'contract',
    'styles',
  ],
  prerender: ['content', 'search', 'drawing', 'i18n', 'contract'],
  content: ['i18n', 'contract'],
  // In the browser.
  islands: ['client', 'search', 'drawing', 'i18n', 'contract'],
  client: ['search', 'i18n', 'contract'],
  // Everywhere.
  search: ['contract'],
  drawing: ['contract'],
  i18n: ['contract'],
  contract: ['languages.config.ts'],
  styles: [],
  // Astro demands the place of this file; the collections that it names are in the room.
  'content.config.ts': ['content', 'contract'],
  // Astro also demands the place and name of this one: it changes the pages as they are built.
  'middleware.ts': ['prerender'],
  'languages.config.ts': [],
  'site.config.ts': [],
};

/** The rooms of the site, which are the folders of `src/`, and the files beside them. */
export const siteRooms: readonly string[] = Object.keys(allowed);

/** The room of a path in the site: the name of its folder, or of a file beside the folders. */
export function roomOf(path: string): string | undefined {
  return /^src\/([^/]+)/.exec(path)?.[1];
}

/**
 * Whether a file of the site must not import another of the site. A file in no room of this list
 * may import nothing and be imported by no file, so a new room has to be added here.
 */
export function isOutOfOrder(target: string, path: string): boolean {
  const [from, to] = [roomOf(path), roomOf(target)];
  if (from === undefined || to === undefined || !isProject(target)) return false;
  if (to === 'site.config.ts') return from === 'i18n';
  return from !== to && !allowed[from]?.includes(to);
}
