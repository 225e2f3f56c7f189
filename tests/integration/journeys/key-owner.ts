import { expect } from 'vitest';
import { auditLedger } from '../../../functions/adapters/postgres/audit/audit.ts';
import type { KeyChoices } from '../../../src/contract/keys.ts';
import { startApi } from './api.ts';
import { startRun } from './flow-calls.ts';
import { callAsUser, signIn } from './signed-in.ts';

type Json = Readonly<Record<string, unknown>>;

export const plainKey: KeyChoices = { name: 'CI', reads: ['balance', 'runs'], caps: {} };

/** The API, and what people and their keys call of it. */
export async function startWithKeys() {
  const api = await startApi();
  let people = 0;

  /** A new user with the trial's 25 credits, and the calls about their keys. */
  async function somebody() {
    people += 1;
    const sub = `owner-${people}`;
    const cookie = await signIn(api, sub);
    const call = async (path: string, method = 'GET', body?: object) => {
      const answer = await callAsUser(api, cookie, `/api/user/keys${path}`, { method, body });
      const json: Json = answer.status === 204 ? {} : Object(await answer.json());
      return { status: answer.status, json };
    };
    const make = async (choices: object = {}) => {
      const { json } = await call('', 'POST', { ...plainKey, ...choices });
      return { id: String(json.id), secret: String(json.secret), json };
    };
    return { sub, cookie, call, make };
  }

  async function aboutKey(secret: string, headers: Readonly<Record<string, string>> = {}) {
    const answer = await fetch(`${api.origin}/api/key`, {
      headers: { authorization: `Bearer ${secret}`, ...headers },
    });
    const json: Json = Object(await answer.json());
    return { status: answer.status, json };
  }

  const spend = (secret: string, price: number) => startRun(api, secret, 'meter', { price });

  /** Closes the API, whose ledger must be sound. */
  async function close() {
    expect(await auditLedger(api.db)).toEqual([]);
    await api.close();
  }

  return { api, somebody, aboutKey, spend, close };
}
