import * as z from 'zod/mini';
import { site } from '../site.config.ts';
import { maxAmountCredits, wholeCredits } from './credits.ts';
import { flowIdSchema } from './flows.ts';
import { idParams } from './id.ts';
import { route } from './route.ts';

/** The shares of a cap at which the owner of a key is told, in percent. */
export const capAlertPercents = [50, 80, 100] as const;

/** Absent in the configuration of a product that was adopted before there were personal keys. */
const { keyPrefix = 'mr' }: { readonly keyPrefix?: string } = site;

/** The beginning of every service key, by which people and scanners recognise one. */
export const serviceKeyPrefix = `${keyPrefix}k_`;

/** The beginning of every personal key, likewise. */
export const personalKeyPrefix = `${keyPrefix}p_`;

/** A personal key: its prefix, 38 random characters and a checksum of 7. */
export const personalKeyPattern = new RegExp(`^${personalKeyPrefix}[\\da-z]{45}$`);

/** A key may read besides its own runs: the balance with the use, and all runs of its owner. */
export const keyReads = ['balance', 'runs'] as const;

export type KeyRead = (typeof keyReads)[number];

/** How many keys of a wallet may be in force, and how many a page of the list has. */
export const maxKeys = 100;
export const keysPerPage = 20;

/** For how many days the former secret of a key still works, once there is a new one. */
export const formerSecretDays = 7;

/** A name of a key, for people: printable. */
export const keyNamePattern = /^[^\p{Cc}\p{Cs}]{1,60}$/u;
const name = z.string().check(z.trim(), z.regex(keyNamePattern));

const capCredits = z.int().check(z.gte(1), z.lte(maxAmountCredits));

/** A day as `2026-11-30`, in UTC. */
const day = z.iso.date();

/** The choices of its owner about a key. Absent members set no limit. */
const keyChoices = {
  name,
  /** The flows that it may run; all, also later ones, where it is absent. */
  flows: z.optional(z.array(flowIdSchema).check(z.minLength(1), z.maxLength(100))),
  reads: z.array(z.enum(keyReads)).check(z.maxLength(keyReads.length)),
  /** The last day on which it works. */
  lastDay: z.optional(day),
  /** The most credits that it may spend and hold in each window. */
  caps: z.strictObject({
    life: z.optional(capCredits),
    month: z.optional(capCredits),
    day: z.optional(capCredits),
  }),
};

export const keyRequestSchema = z.object(keyChoices);

export type KeyChoices = z.output<typeof keyRequestSchema>;

/** The use of a key in a window, in credits. */
const windowSchema = z.object({
  spent: wholeCredits,
  held: wholeCredits,
  cap: z.optional(wholeCredits),
  /** When the window ends; absent for the life of the key. */
  resetsAt: z.optional(z.iso.datetime()),
});

export const keySchema = z.object({
  ...keyChoices,
  id: z.uuid(),
  /** The last characters of its secret, to tell keys apart. */
  ending: z.string(),
  use: z.object({ life: windowSchema, month: windowSchema, day: windowSchema }),
  createdAt: z.iso.datetime(),
  /** The day of the latest call with it. */
  usedOn: z.optional(day),
  /** Until when the secret before its present one works. */
  formerUntil: z.optional(z.iso.datetime()),
  /** When its owner ended it. */
  endedAt: z.optional(z.iso.datetime()),
});

export type KeyReply = z.infer<typeof keySchema>;

/** A key with its secret, which no later answer has. */
export const newKeySchema = z.extend(keySchema, { secret: z.string() });

export type NewKey = z.infer<typeof newKeySchema>;

export const keysSchema = z.object({
  keys: z.array(keySchema),
  /** The cursor of the earlier keys; null when there are none. */
  next: z.nullable(z.uuid()),
});

/** The key of the call, and what can be spent where it may read that. */
export const ownKeySchema = z.extend(keySchema, { available: z.optional(wholeCredits) });

export const listKeys = /* @__PURE__ */ route('listKeys', {
  summary: 'The user’s keys, newest first',
  method: 'GET',
  path: '/api/user/keys',
  file: 'keys/list',
  caller: 'session',
  query: z.object({ cursor: z.optional(z.uuid()) }),
  replies: { 200: keysSchema },
});

export const makeKey = /* @__PURE__ */ route('makeKey', {
  summary: 'Makes a key, and shows its secret once',
  method: 'POST',
  path: '/api/user/keys',
  file: 'keys/make',
  caller: 'session',
  body: keyRequestSchema,
  refuses: ['too_many_keys'],
  limit: 'change',
  replies: { 201: newKeySchema },
});

/** A change of caps leaves what the key has spent. */
export const changeKey = /* @__PURE__ */ route('changeKey', {
  summary: 'Changes what a key may do',
  method: 'POST',
  path: '/api/user/keys/{id}',
  file: 'keys/change',
  caller: 'session',
  params: idParams,
  body: keyRequestSchema,
  fieldProblems: { id: 'key_not_found' },
  limit: 'change',
  replies: { 200: keySchema },
});

export const rotateKey = /* @__PURE__ */ route('rotateKey', {
  summary: 'Gives a key a new secret; the former one works for a week',
  method: 'POST',
  path: '/api/user/keys/{id}/secrets',
  file: 'keys/rotate',
  caller: 'session',
  params: idParams,
  fieldProblems: { id: 'key_not_found' },
  limit: 'change',
  replies: { 201: newKeySchema },
});

export const endKey = /* @__PURE__ */ route('endKey', {
  summary: 'Ends a key at once, with both of its secrets',
  method: 'DELETE',
  path: '/api/user/keys/{id}',
  file: 'keys/end',
  caller: 'session',
  params: idParams,
  fieldProblems: { id: 'key_not_found' },
  limit: 'change',
  replies: { 204: 'nothing' },
});

export const readKey = /* @__PURE__ */ route('readKey', {
  summary: 'The key of the call: what it may do, and what it has used',
  method: 'GET',
  path: '/api/key',
  file: 'keys/read',
  caller: 'personal-key',
  replies: { 200: ownKeySchema },
});

export const keyRoutes = { listKeys, makeKey, changeKey, rotateKey, endKey, readKey };
