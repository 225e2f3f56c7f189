import type { CallToolResult, Tool } from '@modelcontextprotocol/server';
import * as z from 'zod/mini';
import { exactly } from '../../src/contract/exact-route.ts';
import { flowIdSchema, quoteRequestSchema, runRequestSchema } from '../../src/contract/flows.ts';
import { idempotencyKeyPattern } from '../../src/contract/id.ts';
import type { Language } from '../../src/contract/language.ts';
import { jsonSchemaOf } from '../../src/contract/openapi/schema.ts';
import type { ProblemCode } from '../../src/contract/problem.ts';
import { fill } from '../../src/i18n/fill.ts';
import { mcpWords } from '../../src/i18n/words.ts';
import type { Flow } from '../flows/flow.ts';
import { offerOf } from '../flows/flow-listing.ts';
import { describeIssue } from '../http/schema-issue.ts';

/** The tool that tells a price; no flow has an underscore in its id. */
export const quoteToolName = 'quote_price';

/** The arguments of the tool of a flow: the call of the API, with its key among them. */
export const runArguments = exactly(
  z.extend(runRequestSchema, {
    idempotencyKey: z.string().check(z.regex(idempotencyKeyPattern)),
  }),
);

export const quoteArguments = exactly(z.extend(quoteRequestSchema, { flow: flowIdSchema }));

type Words = (typeof mcpWords)[Language];

/** The tools of a caller, in a language: one that tells prices, and one for each flow. */
export function toolsOf(flows: readonly Flow[], language: Language): readonly Tool[] {
  const words = mcpWords[language];
  const quote: Tool = {
    name: quoteToolName,
    title: words.quoteTitle,
    description: words.quote,
    inputSchema: argumentsOf(quoteArguments, words, {
      flow: { type: 'string', enum: flows.map(({ id }) => id) },
      input: { type: 'object' },
    }),
    annotations: { readOnlyHint: true, openWorldHint: false },
  };
  return [quote, ...flows.map((flow) => toolOf(flow, language))];
}

function toolOf(flow: Flow, language: Language): Tool {
  const words = mcpWords[language];
  const {
    id,
    name,
    description,
    input,
    credits,
    quoted,
    each = '',
    example = '',
  } = offerOf(flow, language);
  const priced = fill(each ? words.priceEach : quoted ? words.priceFrom : words.price, {
    ...{ description, credits, each, example },
  });
  return {
    name: id,
    title: name,
    description: priced,
    inputSchema: argumentsOf(runArguments, words, { input: { ...input, title: words.input } }),
    annotations: { destructiveHint: false, idempotentHint: true, openWorldHint: false },
  };
}

/** The JSON Schema of arguments; `own` has the schemas of those that depend on the flows. */
function argumentsOf(
  schema: z.ZodMiniObject,
  words: Words,
  own: Readonly<Record<string, object>>,
): Tool['inputSchema'] {
  const { properties = {}, required = [] } = jsonSchemaOf(schema, 'input');
  const described = Object.entries(properties).map(([name, property]) => {
    const description = Object.entries(words.arguments).find(([one]) => one === name)?.[1];
    return [name, { ...(own[name] ?? Object(property)), ...(description && { description }) }];
  });
  return {
    type: 'object',
    properties: Object.fromEntries(described),
    required: [...required],
    additionalProperties: false,
  };
}

/** The refusal of arguments that a tool does not take. */
export function refusedArguments(error: z.core.$ZodError, schema: z.ZodMiniType): CallToolResult {
  const detail = describeIssue(error, 'The call', schema);
  return refusedResult(detail, { code: 'body_invalid' satisfies ProblemCode, detail });
}

/** A result that is a refusal: its sentence for people, and the problem for programs. */
export function refusedResult(
  sentence: string,
  problem: Readonly<Record<string, unknown>> & { readonly code: string },
): CallToolResult {
  return {
    isError: true,
    content: [{ type: 'text', text: sentence }],
    structuredContent: problem,
  };
}
