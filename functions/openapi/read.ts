import { type OpenApiDocument, openApiDocument } from '../../src/contract/openapi/document.ts';
import { site } from '../../src/site.config.ts';
import type { Handler } from '../http/handler.ts';
import { lambda } from '../http/lambda.ts';
import { flowsSettings } from '../settings/flows.ts';

interface Deps {
  readonly document: OpenApiDocument;
}

/** The description of the API that answers, made of the table of its routes. */
export const readOpenApi: Handler<'readOpenApi', Deps> = (_request, { document }) => ({
  status: 200,
  body: { ...document },
});

export const handler = lambda('readOpenApi', readOpenApi, (env) => {
  const { siteOrigin: origin, flowsOrigin } = flowsSettings(env);
  return { document: openApiDocument({ name: site.name, origin, flowsOrigin }) };
});
