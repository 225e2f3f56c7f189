import { createHash } from 'node:crypto';
import { uploadSchema } from '../../../src/contract/uploads.ts';
import type { Api } from './api.ts';
import { callFlows } from './flow-calls.ts';

/** A caller's announcement of a file, with changes. */
export function announcementOf(file: Uint8Array, mediaType = 'image/jpeg') {
  const sha256 = createHash('sha256').update(file).digest('hex');
  return { mediaType, bytes: file.length, sha256 };
}

/** Announces a file, and returns where to send it. */
export async function announce(api: Api, token: string, body: object) {
  const answer = await callFlows(api, '/uploads', { method: 'POST', token, body });
  if (answer.status !== 201) throw new Error(await answer.text());
  return uploadSchema.parse(await answer.json());
}

/** Uploads a file as a program does, and returns the name for the input of a run. */
export async function uploadFile(
  api: Api,
  token: string,
  file: Uint8Array<ArrayBuffer>,
  mediaType?: string,
) {
  const { id, url, headers } = await announce(api, token, announcementOf(file, mediaType));
  const sent = await fetch(url, { method: 'PUT', headers, body: file });
  if (sent.status !== 200) throw new Error(await sent.text());
  return { upload: id };
}
