import { PUBLIC_API_BASE } from 'astro:env/client';
import type { Language } from '../contract/language.ts';
import { type Field, fieldsOf, type TypeWords, typeOf } from '../contract/openapi/fields.ts';
import type { Parameter } from '../contract/openapi/operation.ts';
import { type ReferenceCall, referenceCalls } from '../contract/openapi/reference.ts';
import { type SampleLanguage, samplesOf } from '../contract/openapi/samples.ts';
import { routes } from '../contract/routes.ts';
import { translator } from '../i18n/translate.ts';
import { callSummaries } from '../i18n/words.ts';
import { site } from '../site.config.ts';
import { exampleInput } from './pricing/flow-examples.ts';

/** A field as the reference shows it. */
export interface FieldEntry {
  /** With its place or parents: `query cursor`, `grants[].id`. */
  readonly name: string;
  /** The field's type and limits, in words. */
  readonly type: string;
  readonly isOptional: boolean;
  /** A sentence about its meaning. */
  readonly meaning: string;
}

/** A call as the reference shows it, in one language. */
export interface CallEntry extends ReferenceCall {
  readonly summary: string;
  readonly samples: Readonly<Record<SampleLanguage, string>>;
  readonly request: readonly FieldEntry[];
  /** The call's replies but errors; `text` is an example in JSON, where there is one. */
  readonly responses: readonly {
    readonly status: string;
    readonly fields: readonly FieldEntry[];
    readonly text?: string;
  }[];
  /** How a signed-in visitor makes the call from its page, where that is possible and harms nobody. */
  readonly trial: TrialCall | undefined;
}

/** A call with an example's values. */
export interface TrialCall {
  readonly method: string;
  readonly url: string;
  /** JSON, or nothing. */
  readonly body: string | undefined;
  /** Whether it takes an access token instead of the session's cookie. */
  readonly hasToken: boolean;
  /** Whether it may cost credits. */
  readonly costs: boolean;
}

const ofThisBuild = new Map<Language, readonly CallEntry[]>();

/** Every call of the API in words of a language, in the order of the table of routes. */
export function apiReference(language: Language, address: URL | undefined): readonly CallEntry[] {
  if (import.meta.env.DEV) return callsIn(language, address);
  const calls = ofThisBuild.get(language) ?? callsIn(language, address);
  ofThisBuild.set(language, calls);
  return calls;
}

function callsIn(language: Language, address: URL | undefined): readonly CallEntry[] {
  const origin = address?.origin ?? site.url;
  const flowsOrigin = new URL(PUBLIC_API_BASE).origin;
  const summaries: Readonly<Record<string, string>> = callSummaries(routes)[language];
  return referenceCalls({ name: site.name, origin, flowsOrigin }).map((call) => ({
    ...call,
    summary: summaries[call.operation.operationId] ?? call.operation.summary,
    samples: samplesOf(call, origin),
    trial: trialOf(call, language),
    ...(call.group === 'pages' ? { request: [], responses: [] } : fieldsOfCall(call, language)),
  }));
}

/** The flow that visitors try: it needs no file. */
const triedFlow = 'social-card';

/**
 * Visitors can try each call that answers a session or an access token with JSON, and quotes and
 * runs of a flow. A key is no visitor's, and other commands change what a visitor has.
 */
function trialOf(
  { method, path, origin = '', operation }: ReferenceCall,
  language: Language,
): TrialCall | undefined {
  const { security, parameters, responses } = operation;
  const callers = security.flatMap((one) => Object.keys(one));
  const isCommand = method !== 'GET';
  const asksMore = parameters.some(({ required, in: place }) => required && place !== 'header');
  const isOfFlow = path.startsWith('/flows/{id}/');
  const hasJson = Object.values(responses).some(({ content }) => content?.['application/json']);
  const isForKeys = callers.every((one) => one === 'serviceKey' || one === 'personalKey');
  if ((callers.length > 0 && isForKeys) || !hasJson) return undefined;
  if ((isCommand || asksMore) && !isOfFlow) return undefined;
  return {
    method,
    url: `${origin}${path.replace('{id}', triedFlow)}`,
    body: isOfFlow
      ? JSON.stringify({ input: exampleInput(triedFlow, translator(language)) })
      : undefined,
    hasToken: callers.includes('accessToken'),
    costs: path.endsWith('/runs') && isCommand,
  };
}

function fieldsOfCall(
  { operation }: ReferenceCall,
  language: Language,
): Pick<CallEntry, 'request' | 'responses'> {
  const entry = entryIn(language, operation.operationId);
  const body = operation.requestBody?.content['application/json'];
  return {
    request: [
      ...operation.parameters.map(({ name, in: place, schema, required }) =>
        entry({ name, schema, isOptional: !required }, place),
      ),
      ...(body ? fieldsOf(body.schema).map((field) => entry(field)) : []),
    ],
    responses: Object.entries(operation.responses)
      .filter(([status]) => Number(status) < 400)
      .map(([status, { content }]) => {
        const json = content?.['application/json'];
        return {
          status,
          fields: json ? fieldsOf(json.schema).map((field) => entry(field)) : [],
          ...(json?.example ? { text: JSON.stringify(json.example, undefined, 2) } : {}),
        };
      }),
  };
}

/** How a field of a call, or a parameter in its place, is written in a language. */
function entryIn(language: Language, call: string) {
  const t = translator(language);
  const words: TypeWords = (key, values = {}) => t(`developers.types.${key}`, { ...values });
  const meanings = t('apiFields', { returnObjects: true });
  return ({ name, schema, isOptional }: Field, place?: Parameter['in']): FieldEntry => ({
    name: place === undefined || place === 'header' ? name : `${place} ${name}`,
    type: typeOf(schema, words),
    isOptional,
    meaning: meaningOf(meanings, { call, name, place }),
  });
}

/** The sentences about fields: by call, then by name; those of several calls are under `all`. */
type Meanings = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * The sentence about a field. One about a parameter alone has its place: `query kind`.
 * @throws when there is none
 */
function meaningOf(
  meanings: Meanings,
  { call, name, place }: { call: string; name: string; place: Parameter['in'] | undefined },
): string {
  const last = name.split('.').at(-1) ?? name;
  const found =
    meanings[call]?.[`${place} ${last}`] ?? meanings[call]?.[last] ?? meanings.all?.[last];
  if (found === undefined) throw new Error(`No sentence about ${last} of ${call}: see apiFields.`);
  return found;
}
