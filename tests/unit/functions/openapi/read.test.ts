import { expect, test } from 'vitest';
import { forAnyone } from '../../../../functions/callers/for-anyone.ts';
import { read } from '../../../../functions/openapi/read.ts';
import { readOpenApi } from '../../../../src/contract/api.ts';
import { openApiDocument } from '../../../../src/contract/openapi/document.ts';
import { call } from '../../../support/api-event.ts';
import { edgeOf } from '../../../support/edge.ts';

test('the answer is the whole document, as JSON', async () => {
  const origins = { origin: 'https://www.example.com', flowsOrigin: 'https://api.example.com' };
  const document = openApiDocument({ name: 'Millrace', ...origins });
  const handler = forAnyone(readOpenApi, read, () => document, edgeOf().edge);
  const answer = await call(handler, { path: '/api/openapi.json' });
  expect(answer).toMatchObject({
    status: 200,
    headers: { 'content-type': 'application/json' },
  });
  expect(JSON.parse(answer.body ?? '')).toEqual(JSON.parse(JSON.stringify(document)));
});
