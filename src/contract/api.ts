import * as z from 'zod/mini';
import { route } from './route.ts';

export const checkHealth = /* @__PURE__ */ route('checkHealth', {
  summary: 'Whether the service answers and its database takes writes',
  method: 'GET',
  path: '/api/health',
  file: 'health/check',
  caller: 'anyone',
  replies: { 200: z.object({ status: z.literal('ok') }) },
});

export const readOpenApi = /* @__PURE__ */ route('readOpenApi', {
  summary: 'This description',
  method: 'GET',
  path: '/api/openapi.json',
  file: 'openapi/read',
  caller: 'anyone',
  replies: { 200: z.record(z.string(), z.unknown()) },
});

export const answerUnmatched = /* @__PURE__ */ route('answerUnmatched', {
  summary: 'Answers what no other route of the site does',
  method: 'ANY',
  path: '/api/{path+}',
  file: 'unmatched/answer',
  caller: 'anyone',
  refuses: ['method_not_allowed', 'not_found'],
  replies: {},
});

/** The routes about the API itself. */
export const apiRoutes = { checkHealth, readOpenApi, answerUnmatched };
