import type { Area } from '../planted-bug.ts';

const folder = 'src/content/editor/';

/** Bugs in the editor: each refuses what is right, or tells its user something that is not true. */
export const editor: Area = {
  name: 'editor',
  tests: ['tests/unit/src/content/editor/'],
  bugs: [
    {
      name: 'A new slug is refused for the file that the entry had before',
      file: `${folder}check-entry.ts`,
      from: 'new Set([...written.map(({ path }) => path), settings.former])',
      to: 'new Set(written.map(({ path }) => path))',
    },
    {
      name: 'A tag that somebody else has just made is refused',
      file: `${folder}check-entry.ts`,
      from: 'replaced.has(file) && !missing;',
      to: 'replaced.has(file) && file !== missing;',
    },
    {
      name: 'The translation of a page is not checked',
      file: `${folder}check-entry.ts`,
      from: 'return [[path, data] as const, ...translated].map(',
      to: 'return [[path, data] as const, ...translated].slice(0, 1).map(',
    },
    {
      name: 'An entry is called published while the site has its former text',
      file: `${folder}publication.ts`,
      from: 'return online !== undefined && meaningOf',
      to: 'return online !== undefined || meaningOf',
    },
    {
      name: 'A post of today waits for its day',
      file: `${folder}publication.ts`,
      from: 'if (Date.parse(day) > nowMs && !isOnline',
      to: 'if (Date.parse(day) < nowMs && !isOnline',
    },
    {
      name: 'Any status of a commit counts as that of its publication',
      file: `${folder}publication.ts`,
      from: 'find((one) => one.context === context)',
      to: 'find((one) => one.context !== undefined)',
    },
  ],
};
