/**
 * A process that buys the top-ups that are due, until it is killed or done.
 *
 * Run with the URL of a database, the address of the stand-in for Stripe, and the time.
 */
import { closeDatabases, database } from '../../functions/adapters/postgres/connection/database.ts';
import { purchaseStore } from '../../functions/adapters/postgres/purchase/purchase-store.ts';
import { topUpStore } from '../../functions/adapters/postgres/purchase/saved-cards.ts';
import { allReports, stripeCards } from '../../functions/adapters/stripe/saved-cards.ts';
import { makeTopUps } from '../../functions/purchases/make-top-ups.ts';

const [databaseUrl = '', apiBase = '', secretKey = '', siteOrigin = '', time = ''] =
  process.argv.slice(2);
const db = database({ databaseUrl });
const access = { secretKey, apiBase, siteOrigin };
await makeTopUps(new Date(time), {
  topUps: topUpStore(db),
  purchases: purchaseStore(db),
  cards: stripeCards(access),
  payments: allReports(access),
  currentTime: () => new Date(time),
});
await closeDatabases();
