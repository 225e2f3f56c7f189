import { type Kysely, sql } from 'kysely';
import { addColumn, createIndex } from '../ddl.ts';

/**
 * All tables of the first version; `schema.ts` says what they hold. The product writes some columns in
 * every row that may be null here: databases from before the first version were made so.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const [table, definition] of Object.entries(tables)) {
    await sql`create table if not exists ${sql.table(table)} (${sql.raw(definition)})`.execute(db);
  }
  await addColumn(db, 'users', 'devices', 'text');
  await addColumn(db, 'wallets', 'event_count', 'bigint');
  await addColumn(db, 'outbox', 'event_number', 'bigint');
  for (const [name, on] of Object.entries(indexes)) await createIndex(db, { name, ...on });
}

const accounts = {
  users: `
    id uuid primary key,
    sub text not null unique,
    email text, email_verified boolean, family_name text, given_name text, locale text, name text,
    nickname text, picture text, updated_at text,
    wallet_id uuid not null unique,
    created_at timestamptz not null,
    saved_at timestamptz not null,
    trial_withheld text,
    mailbox text,
    language text,
    unwanted_mail text`,
  sessions: `
    id uuid primary key,
    token_hash text not null unique,
    user_id uuid not null,
    user_agent text not null,
    created_at timestamptz not null,
    last_seen_at timestamptz not null,
    expires_at timestamptz not null`,
  used_id_tokens: `
    token_hash text primary key,
    forget_at timestamptz not null`,
  trials: `
    key text primary key,
    wallet_id uuid not null,
    granted_at timestamptz not null`,
  erasures: `
    wallet_id uuid primary key,
    asked_at timestamptz not null`,
  departures: `
    wallet_id uuid primary key,
    sub_key text not null,
    address_key text,
    left_at timestamptz not null`,
};

const ledger = {
  wallets: `
    id uuid primary key,
    entry_count bigint not null,
    available bigint not null,
    held bigint not null,
    owed bigint not null,
    updated_at timestamptz not null,
    low_mark bigint,
    head text,
    own_low_mark bigint,
    top_up_below bigint,
    constraint wallets_never_negative check (available >= 0 and held >= 0 and owed >= 0)`,
  lots: `
    id uuid primary key,
    wallet_id uuid not null,
    source text not null,
    amount bigint not null,
    remaining bigint not null,
    reference text not null,
    reason text,
    actor text not null,
    granted_at timestamptz not null,
    expires_at timestamptz not null,
    held bigint, owed bigint, expired bigint, refunded bigint,
    told_days bigint,
    constraint lots_within_amount check (remaining >= 0 and remaining <= amount)`,
  entries: `
    wallet_id uuid not null,
    number bigint not null,
    kind text not null,
    amount bigint not null,
    balance_before bigint not null,
    balance_after bigint not null,
    available_after bigint not null,
    held_after bigint not null,
    owed_after bigint not null,
    lot_id uuid,
    reference text not null,
    idempotency_key text not null,
    actor text not null,
    at timestamptz not null,
    hold_id uuid,
    quantity bigint,
    effects text,
    hash text,
    primary key (wallet_id, number),
    constraint entries_add_up check (balance_before + amount = balance_after)`,
  holds: `
    id uuid primary key,
    wallet_id uuid not null,
    amount bigint not null,
    split text not null,
    state text not null,
    captured text not null,
    reference text not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    actor text,
    constraint holds_hold_something check (amount > 0)`,
  idempotency_keys: `
    wallet_id uuid not null,
    key text not null,
    request_hash text not null,
    response text not null,
    created_at timestamptz not null,
    actor text,
    primary key (wallet_id, key),
    constraint idempotency_keys_bounded check (char_length(key) between 1 and 255)`,
  audit_checkpoints: `
    wallet_id uuid primary key,
    entry_count bigint not null,
    state text not null,
    seal text not null,
    read_at timestamptz`,
};

const payments = {
  purchases: `
    id uuid primary key,
    wallet_id uuid not null,
    pack_id text not null,
    credits bigint not null,
    currency text not null,
    amount_minor bigint not null,
    progress text not null,
    payment_id text unique,
    taken_back bigint not null,
    created_at timestamptz not null,
    open_until timestamptz not null,
    paid_at timestamptz,
    session_id text,
    asked_at timestamptz,
    card text,
    constraint purchases_within_bargain
      check (amount_minor > 0 and taken_back >= 0 and taken_back <= credits)`,
  reversals: `
    id text primary key,
    purchase_id uuid not null,
    kind text not null,
    amount_minor bigint not null,
    standing text not null,
    noted_at timestamptz not null`,
  owed_refunds: `
    purchase_id uuid primary key,
    payment_id text not null,
    currency text not null,
    amount_minor bigint not null,
    owed_since timestamptz not null,
    tries bigint not null,
    next_try_at timestamptz not null,
    state text not null,
    refund_id text,
    settled_at timestamptz`,
  saved_cards: `
    session_id text primary key,
    wallet_id uuid not null,
    state text not null,
    pack_id text, currency text, price_minor bigint, monthly bigint,
    attempt_id uuid,
    failures bigint not null,
    due_at timestamptz,
    saved_at timestamptz not null`,
};

// A file lies in pieces of base64: DSQL has columns of 1 MiB, and bytes are not in the subset.
// The places of uploads are in `upload_places`; older functions write `uploads.place`, which counts no more.
const runs = {
  runs: `
    id uuid primary key,
    wallet_id uuid not null,
    flow_id text not null,
    status text not null,
    amount bigint not null,
    failure text,
    sentences text,
    result text,
    started_at timestamptz not null,
    finished_at timestamptz,
    ends_by timestamptz not null,
    kept_until timestamptz not null,
    is_kept boolean not null,
    paused_at timestamptz,
    constraint runs_cost_something check (amount > 0)`,
  run_files: `
    run_id uuid not null,
    name text not null,
    number smallint not null,
    content text not null,
    primary key (run_id, name, number)`,
  uploads: `
    id uuid primary key,
    wallet_id uuid not null,
    media_type text not null,
    bytes bigint not null,
    sha256 text not null,
    place bigint,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    constraint uploads_place unique (wallet_id, place)`,
  upload_places: `
    sub_key text not null,
    place bigint not null,
    upload_id uuid not null,
    bytes bigint not null,
    expires_at timestamptz not null,
    primary key (sub_key, place)`,
};

const messages = {
  outbox: `
    id uuid primary key,
    wallet_id uuid not null,
    event text not null,
    payload text not null,
    created_at timestamptz not null,
    sent_at timestamptz,
    receiver text, state text, failure text,
    due_at timestamptz, give_up_at timestamptz,
    tries bigint`,
  stopped_mailboxes: `
    key text primary key,
    reason text not null,
    stopped_at timestamptz not null`,
  webhook_endpoints: `
    id uuid primary key,
    url text not null unique,
    events text not null,
    secret_number bigint not null,
    former_until timestamptz,
    key_check text not null,
    created_at timestamptz not null,
    disabled_at timestamptz`,
  webhook_tries: `
    id uuid primary key,
    endpoint_id uuid not null,
    message_id uuid not null,
    event text not null,
    duration_ms bigint not null,
    status bigint,
    failure text,
    at timestamptz not null`,
};

// The time of a bucket has no index: rows live for minutes, and an update without one is the cheapest.
const operation = {
  service_keys: `
    id uuid primary key,
    name text not null,
    key_hash text not null unique,
    scopes text not null,
    created_at timestamptz not null,
    revoked_at timestamptz`,
  rate_limits: `
    key text primary key,
    full_at timestamptz not null`,
  sweep_positions: `
    part text primary key,
    position text,
    forgotten_before timestamptz`,
};

const tables = { ...accounts, ...ledger, ...payments, ...runs, ...messages, ...operation };

const isWaiting = sql<boolean>`state = 'waiting'`;

// Partial ones leave out what is done: millions of lots may be spent, and of messages sent.
const indexes = {
  sessions_user_id: { table: 'sessions', columns: ['user_id'] },
  users_mailbox: { table: 'users', columns: ['mailbox'] },
  departures_sub_key: { table: 'departures', columns: ['sub_key'] },
  departures_address_key: { table: 'departures', columns: ['address_key'] },
  lots_wallet_id: { table: 'lots', columns: ['wallet_id'] },
  lots_open: {
    table: 'lots',
    columns: ['wallet_id'],
    where: sql<boolean>`remaining > 0 or held > 0 or owed > 0`,
  },
  lots_due: { table: 'lots', columns: ['expires_at'], where: sql<boolean>`remaining > 0` },
  holds_due: { table: 'holds', columns: ['wallet_id', 'state', 'expires_at'] },
  holds_open: { table: 'holds', columns: ['state', 'expires_at'] },
  holds_actor_state: { table: 'holds', columns: ['actor', 'state', 'id'] },
  holds_actor_reference: { table: 'holds', columns: ['actor', 'reference', 'id'] },
  audit_checkpoints_read: { table: 'audit_checkpoints', columns: ['read_at'] },
  purchases_wallet_id: { table: 'purchases', columns: ['wallet_id', 'id'] },
  purchases_progress: { table: 'purchases', columns: ['progress', 'created_at'] },
  reversals_purchase_id: { table: 'reversals', columns: ['purchase_id'] },
  owed_refunds_next: { table: 'owed_refunds', columns: ['state', 'next_try_at'] },
  saved_cards_due: {
    table: 'saved_cards',
    columns: ['due_at'],
    where: sql<boolean>`due_at is not null`,
  },
  saved_cards_wallet: { table: 'saved_cards', columns: ['wallet_id'] },
  runs_wallet_id: { table: 'runs', columns: ['wallet_id', 'id'] },
  runs_kept_until: { table: 'runs', columns: ['is_kept', 'kept_until'] },
  uploads_expires_at: { table: 'uploads', columns: ['expires_at'] },
  upload_places_upload_id: { table: 'upload_places', columns: ['upload_id'] },
  upload_places_expires_at: { table: 'upload_places', columns: ['expires_at'] },
  outbox_due: { table: 'outbox', columns: ['due_at'], where: isWaiting },
  outbox_queue: {
    table: 'outbox',
    columns: ['receiver', 'created_at', 'id'],
    where: isWaiting,
  },
  outbox_event_number: {
    table: 'outbox',
    columns: ['receiver', 'wallet_id', 'event_number'],
    where: isWaiting,
  },
} as const;
