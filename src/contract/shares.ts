import * as z from 'zod/mini';
import { fileNameSchema, flowIdSchema, resultPartSchema } from './flows.ts';
import { idParams } from './id.ts';
import { leftOutSchema } from './left-out.ts';
import { route } from './route.ts';

/** The path of the page of a shared result, whose fragment is the token: no log of ours has it. */
export const sharedPath = '/shared/';

/** The secret of a link to a result: 128 random bits in base64url (RFC 4648, section 5). */
export const shareTokenPattern = /^[\w-]{22}$/;

const tokenSchema = z.string().check(z.regex(shareTokenPattern));

export const shareSchema = z.object({ token: tokenSchema });

/** A result as whoever has its link sees it. It says nothing of the person. */
export const sharedResultSchema = z.object({
  flow: flowIdSchema,
  /** The flow's name, in the caller's language. */
  name: z.string(),
  /** When the result is deleted, and the link ends. */
  keptUntil: z.iso.datetime(),
  result: z.array(resultPartSchema),
  leftOut: z.optional(z.array(leftOutSchema)),
});

export const shareRun = /* @__PURE__ */ route('shareRun', {
  summary: 'Makes a link to the result of a run, or gives the one that there is',
  method: 'POST',
  path: '/runs/{id}/share',
  file: 'shares/share',
  audience: 'flows',
  caller: 'access-token',
  params: idParams,
  fieldProblems: { id: 'run_not_found' },
  limit: 'change',
  localized: true,
  replies: { 200: shareSchema },
});

export const endShare = /* @__PURE__ */ route('endShare', {
  summary: 'Ends the link to the result of a run',
  method: 'DELETE',
  path: '/runs/{id}/share',
  file: 'shares/end',
  audience: 'flows',
  caller: 'access-token',
  params: idParams,
  fieldProblems: { id: 'run_not_found' },
  limit: 'change',
  localized: true,
  replies: { 204: 'nothing' },
});

export const readShared = /* @__PURE__ */ route('readShared', {
  summary: 'A result, for whoever has its link',
  method: 'GET',
  path: '/shared/{token}',
  file: 'shares/read',
  audience: 'flows',
  caller: 'anyone',
  params: z.object({ token: tokenSchema }),
  fieldProblems: { token: 'run_not_found' },
  limit: 'shared',
  localized: true,
  replies: { 200: sharedResultSchema },
});

export const readSharedFile = /* @__PURE__ */ route('readSharedFile', {
  summary: 'A file of a result, for whoever has its link',
  method: 'GET',
  path: '/shared/{token}/files/{name}',
  file: 'shares/read-file',
  audience: 'flows',
  caller: 'anyone',
  params: z.object({ token: tokenSchema, name: fileNameSchema }),
  fieldProblems: { token: 'run_not_found', name: 'run_not_found' },
  limit: 'shared',
  localized: true,
  replies: { 200: 'file' },
});

export const shareRoutes = { shareRun, endShare, readShared, readSharedFile };
