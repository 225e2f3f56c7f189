import { type Kysely, sql } from 'kysely';
import { mailboxOf } from '../../../../domain/account/trial.ts';
import { addColumn, createIndex } from '../ddl.ts';

/** How many users one statement reads or writes: far fewer rows than DSQL lets a transaction change. */
const USERS_AT_ONCE = 500;

/** Sorts before every user's id (RFC 9562, section 5.9). */
const NIL_ID = '00000000-0000-0000-0000-000000000000';

interface AddressRow {
  readonly id: string;
  readonly email: string;
}

/**
 * The maker of a hold, and the mailbox of a verified address, both to search by. Older holds have
 * no actor: they are open for a day at most, and can be settled by their ids.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumn(db, 'holds', 'actor', 'text');
  const byStatus = ['actor', 'state', 'id'];
  await createIndex(db, { name: 'holds_actor_state', table: 'holds', columns: byStatus });
  const byReference = ['actor', 'reference', 'id'];
  await createIndex(db, { name: 'holds_actor_reference', table: 'holds', columns: byReference });
  await addColumn(db, 'users', 'mailbox', 'text');
  await fillMailboxes(db);
  await createIndex(db, { name: 'users_mailbox', table: 'users', columns: ['mailbox'] });
}

/** In parts, so that an interruption loses little, and a second run does the rest. */
async function fillMailboxes(db: Kysely<never>): Promise<void> {
  let last = NIL_ID;
  for (;;) {
    const { rows } = await sql<AddressRow>`
      select id, email from users
      where id > ${last} and email_verified and email is not null and mailbox is null
      order by id limit ${USERS_AT_ONCE}`.execute(db);
    const values = rows.flatMap(({ id, email }) => {
      const mailbox = mailboxOf({ email, email_verified: true });
      return mailbox === undefined ? [] : [sql`(${id}::uuid, ${mailbox}::text)`];
    });
    if (values.length > 0) {
      await sql`
        update users set mailbox = found.mailbox
        from (values ${sql.join(values)}) as found (id, mailbox)
        where users.id = found.id`.execute(db);
    }
    const end = rows.at(-1);
    if (!end || rows.length < USERS_AT_ONCE) return;
    last = end.id;
  }
}
