import { expect, test } from 'vitest';
import { readSources } from '../../../../../src/content/check/check-content.ts';
import {
  completed,
  lookOf,
  sectionPlaces,
  withoutPlaces,
} from '../../../../../src/content/editor/section-places.ts';
import { buildMarkdown, readContentFiles } from '../../../../../src/content/project.ts';
import { sectionKinds } from '../../../../../src/content/section-schema.ts';
import { projectRoot } from '../../../../support/site-copy.ts';

const places = sectionPlaces();

test('every section of this site has a look that the build draws, of every kind', () => {
  const { pages } = readSources(readContentFiles(projectRoot), buildMarkdown);
  const looks = pages.flatMap(({ sections }) => sections.map(({ section }) => lookOf(section)));
  expect(looks.length).toBeGreaterThan(20);
  expect(looks.filter((look) => !places.has(look))).toEqual([]);
  const drawn = new Set([...places.values()].map(({ kind }) => kind));
  expect([...drawn]).toEqual(sectionKinds.map(({ kind }) => kind));
});

test.each(sectionKinds)('a $kind that somebody has just added has a look', ({ kind }) => {
  const section = completed({ kind, items: [null, { title: 'One' }], columns: null, link: '' });
  expect(section && places.has(lookOf(section))).toBe(true);
});

test('an unfinished section has texts where it lacks them, and no kind is none', () => {
  expect(completed({ kind: 'questions', items: [{ title: 'Why?' }] })).toEqual({
    ...{ kind: 'questions', title: '', lead: undefined },
    items: [{ title: 'Why?', text: '' }],
  });
  expect(completed({ kind: 'posts', count: 40 })).toMatchObject({ count: 6 });
  expect(completed({ kind: 'ballad' })).toBeUndefined();
  expect(completed(null)).toBeUndefined();
});

test('the place of a text is filled by its path, with what somebody typed and nothing of it is read', () => {
  const typed = (path: string) => (path === 'items.1.text' ? '$& ⟦title⟧' : '');
  expect(withoutPlaces('a ⟦items.1.text⟧ b ⟦title⟧.', typed)).toBe('a $& ⟦title⟧ b .');
});
