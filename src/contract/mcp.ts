import * as z from 'zod/mini';
import { maxRunBodyBytes } from './flows.ts';
import { route } from './route.ts';

/** A message of JSON-RPC 2.0. */
const messageSchema = z.record(z.string(), z.unknown());

/** What a message may have around the call of a flow, in bytes. */
const ENVELOPE_BYTES = 4_096;

export const callMcp = /* @__PURE__ */ route('callMcp', {
  summary: 'The flows as tools of the Model Context Protocol (Streamable HTTP, without a session)',
  method: 'POST',
  path: '/mcp',
  file: 'mcp/answer',
  runsIn: 'runs',
  audience: 'flows',
  caller: 'personal-key',
  body: 'bytes',
  maxBodyBytes: maxRunBodyBytes + ENVELOPE_BYTES,
  ignoresUnknown: true,
  limit: 'change',
  localized: true,
  replies: {
    200: messageSchema,
    202: 'nothing',
    400: messageSchema,
    404: messageSchema,
    415: messageSchema,
  },
});

export const mcpRoutes = { callMcp };
