import { readUse, type UseRow, usedMonths } from '../../src/contract/usage.ts';
import { flowName, useColumnsWords } from '../../src/i18n/words.ts';
import { usageStore } from '../adapters/postgres/ledger/entry-store.ts';
import { forSession, type SessionRequest } from '../callers/for-session.ts';
import { serviceActorPrefix } from '../domain/ledger/entry-reply.ts';
import { monthStart, type UsageStore, type UseSum } from '../domain/ledger/usage.ts';
import { asText } from '../http/csv.ts';
import type { Reply } from '../http/handler.ts';
import { acceptsCsv } from '../http/negotiation.ts';

interface Deps {
  readonly usage: Pick<UsageStore, 'uses'>;
}

/** The credits that the caller has used, by month in UTC, flow and key: as JSON, or a file as CSV. */
export async function read(
  { caller, headers, language, now }: SessionRequest<typeof readUse>,
  { usage }: Deps,
): Promise<Reply<typeof readUse>> {
  const first = monthStart(now, usedMonths - 1);
  const sums = await usage.uses({ walletId: caller.account.walletId, first });
  const rows = sums.map(useRowOf);
  if (!acceptsCsv(headers.accept)) return { status: 200, body: { rows } };
  const names = useColumnsWords[language];
  const head = [names.month, names.tool, names.key, names.charges, names.used];
  const cells = rows.map(({ month, flow, service = '', key, charges, used }) => {
    const tool = flow === undefined ? service : flowName(flow, language);
    return [month, asText(tool), asText(key?.name ?? ''), charges, used];
  });
  return { status: 200, csv: { name: 'use.csv', rows: [head, ...cells] } };
}

function useRowOf({ start, actor, flowId, keyId, keyName, charges, usedCredits }: UseSum): UseRow {
  return {
    month: start.toISOString().slice(0, 'YYYY-MM'.length),
    ...(flowId === null ? { service: actor.replace(serviceActorPrefix, '') } : { flow: flowId }),
    ...(keyId === null ? {} : { key: { id: keyId, name: keyName ?? '' } }),
    ...{ charges, used: usedCredits },
  };
}

export const handler = forSession(readUse, read, (db) => ({ usage: usageStore(db) }));
