import { describe, expect, test } from 'vitest';
import { flows } from '../../functions/flows/catalog.ts';
import { offerOf } from '../../functions/flows/flow-listing.ts';
import { flowSchema, maxRunMs } from '../../src/contract/flows.ts';
import { byLanguage, languages } from '../../src/contract/language.ts';
import { flowName } from '../../src/i18n/words.ts';
import { site } from '../../src/site.config.ts';
import { sourceFiles } from './source-files.ts';

/** The values of a choice, from the schema of a field or of its items. */
function valuesOf(property: unknown): readonly unknown[] {
  if (typeof property !== 'object' || property === null) return [];
  if ('enum' in property && Array.isArray(property.enum)) return property.enum;
  return 'items' in property ? valuesOf(property.items) : [];
}

test('every file of the catalogue is a flow of its name, and every flow has a file', () => {
  const files = sourceFiles('functions/flows/catalog', ['.ts']).map(({ path }) => path);
  const named = flows.map(({ id }) => `functions/flows/catalog/${id}.ts`);
  expect(files.toSorted()).toEqual(named.toSorted());
});

describe.each(flows)('the flow $id', (flow) => {
  test('has its words under its id, where mail finds its name', () => {
    expect(byLanguage((language) => flowName(flow.id, language))).toEqual(flow.name);
  });

  test.each(languages)('is listed in %s, with a title for every field and choice', (language) => {
    const offer = offerOf(flow, language);
    expect(flowSchema.parse(offer)).toEqual(offer);
    for (const field of Object.keys(flow.input.shape)) {
      expect(flow.labels[field]?.[language], field).toMatch(/\S/);
    }
    for (const [field, property] of Object.entries(Object(offer.input.properties))) {
      for (const value of valuesOf(property).filter((one) => typeof one === 'string')) {
        expect(flow.labels[`${field}.${value}`]?.[language], `${field}.${value}`).toMatch(/\S/);
      }
    }
  });

  test('has a text of its own in every language', () => {
    const said = [flow.name, flow.description, ...Object.values(flow.hints ?? {})];
    for (const texts of said) expect(new Set(languages.map((one) => texts[one])).size).toBe(2);
  });

  test('costs something, and not more than the trial gives', () => {
    expect(flow.credits).toBeGreaterThan(0);
    expect(flow.credits).toBeLessThanOrEqual(site.trial.credits);
  });

  test('ends within the time limit of a run', () => {
    expect(flow.timeoutMs).toBeLessThanOrEqual(maxRunMs);
  });

  test('gives hints on fields and results that exist', () => {
    const named = [...Object.keys(flow.input.shape), ...Object.keys(flow.labels)];
    expect(Object.keys(flow.hints ?? {}).filter((name) => !named.includes(name))).toEqual([]);
  });
});
