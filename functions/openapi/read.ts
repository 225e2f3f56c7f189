import { readOpenApi } from '../../src/contract/api.ts';
import { type OpenApiDocument, openApiDocument } from '../../src/contract/openapi/document.ts';
import { site } from '../../src/site.config.ts';
import { type AnyoneRequest, forAnyone } from '../callers/for-anyone.ts';
import type { Reply } from '../http/handler.ts';
import { flowsSettings } from '../settings.ts';

/** The description of the API, made from the table of its routes. */
export function read(
  _request: AnyoneRequest<typeof readOpenApi>,
  document: OpenApiDocument,
): Reply<typeof readOpenApi> {
  return {
    status: 200,
    body: { ...document },
  };
}

export const handler = forAnyone(readOpenApi, read, (env) => {
  const { siteOrigin: origin, flowsOrigin } = flowsSettings(env);
  return openApiDocument({ name: site.name, origin, flowsOrigin });
});
