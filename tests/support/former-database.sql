create table audit_checkpoints (wallet_id uuid not null, entry_count bigint not null, state text not null, seal text not null, read_at timestamptz, constraint audit_checkpoints_pkey primary key (wallet_id));
create table departures (wallet_id uuid not null, sub_key text not null, address_key text, left_at timestamptz not null, constraint departures_pkey primary key (wallet_id));
create table entries (wallet_id uuid not null, number bigint not null, kind text not null, amount bigint not null, balance_before bigint not null, balance_after bigint not null, available_after bigint not null, held_after bigint not null, owed_after bigint not null, lot_id uuid, reference text not null, idempotency_key text not null, actor text not null, at timestamptz not null, hold_id uuid, quantity bigint, effects text, hash text, constraint entries_pkey primary key (wallet_id, number), constraint entries_add_up check (((balance_before + amount) = balance_after)));
create table erasures (wallet_id uuid not null, asked_at timestamptz not null, constraint erasures_pkey primary key (wallet_id));
create table holds (id uuid not null, wallet_id uuid not null, amount bigint not null, split text not null, state text not null, captured text not null, reference text not null, created_at timestamptz not null, expires_at timestamptz not null, actor text, constraint holds_pkey primary key (id), constraint holds_hold_something check ((amount > 0)));
create table idempotency_keys (wallet_id uuid not null, key text not null, request_hash text not null, response text not null, created_at timestamptz not null, actor text, constraint idempotency_keys_pkey primary key (wallet_id, key), constraint idempotency_keys_bounded check (((char_length(key) >= 1) AND (char_length(key) <= 255))));
create table kysely_migration (name varchar(255) not null, timestamp varchar(255) not null, constraint kysely_migration_pkey primary key (name));
create table kysely_migration_lock (id varchar(255) not null, is_locked integer not null default 0, constraint kysely_migration_lock_pkey primary key (id));
create table lots (id uuid not null, wallet_id uuid not null, source text not null, amount bigint not null, remaining bigint not null, reference text not null, reason text, actor text not null, granted_at timestamptz not null, expires_at timestamptz not null, held bigint, owed bigint, expired bigint, refunded bigint, told_days bigint, constraint lots_pkey primary key (id), constraint lots_within_amount check (((remaining >= 0) AND (remaining <= amount))));
create table outbox (id uuid not null, wallet_id uuid not null, event text not null, payload text not null, created_at timestamptz not null, sent_at timestamptz, receiver text, state text, failure text, due_at timestamptz, give_up_at timestamptz, tries bigint, constraint outbox_pkey primary key (id));
create table owed_refunds (purchase_id uuid not null, payment_id text not null, currency text not null, amount_minor bigint not null, owed_since timestamptz not null, tries bigint not null, next_try_at timestamptz not null, state text not null, refund_id text, settled_at timestamptz, constraint owed_refunds_pkey primary key (purchase_id));
create table purchases (id uuid not null, wallet_id uuid not null, pack_id text not null, credits bigint not null, currency text not null, amount_minor bigint not null, progress text not null, payment_id text, taken_back bigint not null, created_at timestamptz not null, open_until timestamptz not null, paid_at timestamptz, session_id text, asked_at timestamptz, card text, constraint purchases_payment_id_key unique (payment_id), constraint purchases_pkey primary key (id), constraint purchases_within_bargain check (((amount_minor > 0) AND (taken_back >= 0) AND (taken_back <= credits))));
create table rate_limits (key text not null, full_at timestamptz not null, constraint rate_limits_pkey primary key (key));
create table reversals (id text not null, purchase_id uuid not null, kind text not null, amount_minor bigint not null, standing text not null, noted_at timestamptz not null, constraint reversals_pkey primary key (id));
create table run_files (run_id uuid not null, name text not null, number smallint not null, content text not null, constraint run_files_pkey primary key (run_id, name, number));
create table runs (id uuid not null, wallet_id uuid not null, flow_id text not null, status text not null, amount bigint not null, failure text, sentences text, result text, started_at timestamptz not null, finished_at timestamptz, ends_by timestamptz not null, kept_until timestamptz not null, is_kept boolean not null, paused_at timestamptz, constraint runs_pkey primary key (id), constraint runs_cost_something check ((amount > 0)));
create table saved_cards (session_id text not null, wallet_id uuid not null, state text not null, pack_id text, currency text, price_minor bigint, monthly bigint, attempt_id uuid, failures bigint not null, due_at timestamptz, saved_at timestamptz not null, constraint saved_cards_pkey primary key (session_id));
create table service_keys (id uuid not null, name text not null, key_hash text not null, scopes text not null, created_at timestamptz not null, revoked_at timestamptz, constraint service_keys_key_hash_key unique (key_hash), constraint service_keys_pkey primary key (id));
create table sessions (id uuid not null, token_hash text not null, user_id uuid not null, user_agent text not null, created_at timestamptz not null, last_seen_at timestamptz not null, expires_at timestamptz not null, constraint sessions_token_hash_key unique (token_hash), constraint sessions_pkey primary key (id));
create table stopped_mailboxes (key text not null, reason text not null, stopped_at timestamptz not null, constraint stopped_mailboxes_pkey primary key (key));
create table sweep_positions (part text not null, position text, forgotten_before timestamptz, constraint sweep_positions_pkey primary key (part));
create table trials (key text not null, wallet_id uuid not null, granted_at timestamptz not null, constraint trials_pkey primary key (key));
create table uploads (id uuid not null, wallet_id uuid not null, media_type text not null, bytes bigint not null, sha256 text not null, place bigint, created_at timestamptz not null, expires_at timestamptz not null, constraint uploads_place unique (wallet_id, place), constraint uploads_pkey primary key (id));
create table used_id_tokens (token_hash text not null, forget_at timestamptz not null, constraint used_id_tokens_pkey primary key (token_hash));
create table users (id uuid not null, sub text not null, email text, email_verified boolean, family_name text, given_name text, locale text, name text, nickname text, picture text, updated_at text, wallet_id uuid not null, created_at timestamptz not null, saved_at timestamptz not null, trial_withheld text, mailbox text, language text, unwanted_mail text, devices text, constraint users_sub_key unique (sub), constraint users_wallet_id_key unique (wallet_id), constraint users_pkey primary key (id));
create table wallets (id uuid not null, entry_count bigint not null, available bigint not null, held bigint not null, owed bigint not null, updated_at timestamptz not null, low_mark bigint, head text, own_low_mark bigint, top_up_below bigint, constraint wallets_pkey primary key (id), constraint wallets_never_negative check (((available >= 0) AND (held >= 0) AND (owed >= 0))));
create table webhook_endpoints (id uuid not null, url text not null, events text not null, secret_number bigint not null, former_until timestamptz, key_check text not null, created_at timestamptz not null, disabled_at timestamptz, constraint webhook_endpoints_url_key unique (url), constraint webhook_endpoints_pkey primary key (id));
create table webhook_tries (id uuid not null, endpoint_id uuid not null, message_id uuid not null, event text not null, duration_ms bigint not null, status bigint, failure text, at timestamptz not null, constraint webhook_tries_pkey primary key (id));
create index audit_checkpoints_read on audit_checkpoints (read_at);
create index departures_address_key on departures (address_key);
create index departures_sub_key on departures (sub_key);
create index holds_actor_reference on holds (actor, reference, id);
create index holds_actor_state on holds (actor, state, id);
create index holds_due on holds (wallet_id, state, expires_at);
create index holds_open on holds (state, expires_at);
create index lots_due on lots (expires_at) where (remaining > 0);
create index lots_open on lots (wallet_id) where ((remaining > 0) OR (held > 0) OR (owed > 0));
create index lots_wallet_id on lots (wallet_id);
create index outbox_due on outbox (due_at) where (state = 'waiting'::text);
create index outbox_queue on outbox (receiver, created_at, id) where (state = 'waiting'::text);
create index owed_refunds_next on owed_refunds (state, next_try_at);
create index purchases_progress on purchases (progress, created_at);
create index purchases_wallet_id on purchases (wallet_id, id);
create index reversals_purchase_id on reversals (purchase_id);
create index runs_kept_until on runs (is_kept, kept_until);
create index runs_wallet_id on runs (wallet_id, id);
create index saved_cards_due on saved_cards (due_at) where (due_at IS NOT NULL);
create index saved_cards_wallet on saved_cards (wallet_id);
create index sessions_user_id on sessions (user_id);
create index uploads_expires_at on uploads (expires_at);
create index users_mailbox on users (mailbox);
insert into audit_checkpoints (wallet_id, entry_count, state, seal, read_at) values
  ('0199f000-0000-7000-8000-000000000001', 1, 'state 3', 'seal 4', '2026-11-28T10:00:00.000Z');
insert into departures (wallet_id, sub_key, address_key, left_at) values
  ('0199f000-0000-7000-8000-000000000006', 'sub_key 7', 'address_key 8', '2026-11-28T10:00:00.000Z');
insert into entries (wallet_id, number, kind, amount, balance_before, balance_after, available_after, held_after, owed_after, lot_id, reference, idempotency_key, actor, at, hold_id, quantity, effects, hash) values
  ('019ca945-0a00-7130-b3a5-aef57fa2e24c', 1, 'grant', 25, 0, 25, 25, 0, 0, '019ca945-0a00-77fc-adba-210cb32d1069', 'fe8c8db3fc37cb5471ee62d2fa968de9a326dfa6b184f523d2b0ce09e3c95203', 'grant trial', 'system', '2026-03-01T12:00:00.000Z', null, 25, '{"until":"2026-03-31T12:00:00.000Z","lots":[["019ca945-0a00-77fc-adba-210cb32d1069",25,0,0,0,0]]}', '8ce2ebeef90d471c3774bb408be15ab3c89eef725a7e1e142eb77a0fc95e8ef1'),
  ('019d1044-3a00-77ca-a625-62088b05f3df', 1, 'grant', 25, 0, 25, 25, 0, 0, '019d1044-3a00-7113-93db-7cdd6a430d83', '427ec329347612d75130d1c6d5fcc6e50c9bfff595bf47768f65bf4937a91d41', 'grant trial', 'system', '2026-03-21T12:00:00.000Z', null, 25, '{"until":"2026-04-20T12:00:00.000Z","lots":[["019d1044-3a00-7113-93db-7cdd6a430d83",25,0,0,0,0]]}', '46f0afc7675a4e7101bc043958539ac4c093083d144401d1da3622f4b7cdd7b9'),
  ('019ca945-0a00-7130-b3a5-aef57fa2e24c', 2, 'grant', 500, 25, 525, 525, 0, 0, '019ca945-0a00-724e-b6b6-d1b098d1899a', '0195f0a0-0000-7000-8000-0000000000aa', 'purchase pi_1', 'system', '2026-03-01T12:00:00.000Z', null, 500, '{"until":"2027-03-01T12:00:00.000Z","lots":[["019ca945-0a00-724e-b6b6-d1b098d1899a",500,0,0,0,0]]}', 'bc1977f9046e2aeb32ed9267afd211185f2356c6e3a14efa042bdaa8b4edd051'),
  ('019ca945-0a00-7130-b3a5-aef57fa2e24c', 3, 'grant', 40, 525, 565, 565, 0, 0, '019cae6b-6600-7082-a5ae-4208e49bdc75', '019cae6b-6600-7082-a5ae-4208e49bdc75', 'key-1', 'service a', '2026-03-02T12:00:00.000Z', null, 40, '{"until":"2027-03-02T12:00:00.000Z","lots":[["019cae6b-6600-7082-a5ae-4208e49bdc75",40,0,0,0,0]]}', 'ab6380cef7b75e17bf9b4caf55d3b9db653efb56833066837c333b425fa74cca'),
  ('019ca945-0a00-7130-b3a5-aef57fa2e24c', 4, 'hold', 0, 565, 565, 535, 30, 0, null, 'run 1', 'key-2', 'service a', '2026-03-02T12:00:00.000Z', '019cae6b-6600-71f1-92e0-4fcd4b1327f0', 30, '{"until":"2026-03-03T12:00:00.000Z","lots":[["019ca945-0a00-77fc-adba-210cb32d1069",-25,25,0,0,0],["019cae6b-6600-7082-a5ae-4208e49bdc75",-5,5,0,0,0]]}', '1068dd3ea34278552230b6e7558309e9661e74dfb70766c4181038a119bc3101'),
  ('019ca945-0a00-7130-b3a5-aef57fa2e24c', 5, 'capture', -20, 565, 545, 535, 10, 0, null, 'run 1', 'key-3', 'service a', '2026-03-02T14:24:00.000Z', '019cae6b-6600-71f1-92e0-4fcd4b1327f0', 20, '{"lots":[["019ca945-0a00-77fc-adba-210cb32d1069",0,-20,0,0,0]]}', 'e820e257d11b73a3c01dc2b2169fa3187eb9e79edd91c71e43da9cb45126adee'),
  ('019ca945-0a00-7130-b3a5-aef57fa2e24c', 6, 'release', 0, 545, 545, 545, 0, 0, null, 'run 1', 'key-3', 'service a', '2026-03-02T14:24:00.000Z', '019cae6b-6600-71f1-92e0-4fcd4b1327f0', 10, '{"lots":[["019ca945-0a00-77fc-adba-210cb32d1069",5,-5,0,0,0],["019cae6b-6600-7082-a5ae-4208e49bdc75",5,-5,0,0,0]]}', '56fd65eb5644276184b4382567be55e941347506b94c7059ab325e36b5a32006'),
  ('019ca945-0a00-7130-b3a5-aef57fa2e24c', 7, 'hold', 0, 545, 545, 530, 15, 0, null, 'run 2', 'key-4', 'service a', '2026-03-03T12:00:00.000Z', '019cb391-c200-71c6-9886-8cd975696c1f', 15, '{"until":"2026-03-04T12:00:00.000Z","lots":[["019ca945-0a00-77fc-adba-210cb32d1069",-5,5,0,0,0],["019cae6b-6600-7082-a5ae-4208e49bdc75",-10,10,0,0,0]]}', 'eae66b974e9bdf20a4506474b5d015ce95f360ddc0c4512274b31e86c8b7c017'),
  ('019ca945-0a00-7130-b3a5-aef57fa2e24c', 8, 'release', 0, 545, 545, 545, 0, 0, null, 'run 2', 'key-5', 'service a', '2026-03-03T14:24:00.000Z', '019cb391-c200-71c6-9886-8cd975696c1f', 15, '{"lots":[["019ca945-0a00-77fc-adba-210cb32d1069",5,-5,0,0,0],["019cae6b-6600-7082-a5ae-4208e49bdc75",10,-10,0,0,0]]}', '8236ba6a2add4fc790007a92300da448277f740c27b315bf8d0dcbb2ad2c4e56'),
  ('019ca945-0a00-7130-b3a5-aef57fa2e24c', 9, 'hold', 0, 545, 545, 540, 5, 0, null, 'run 2.2', 'key-6', 'service a', '2026-03-03T16:48:00.000Z', '019cb499-6e00-76a8-8d87-1d7909080a15', 5, '{"until":"2026-03-03T17:48:00.000Z","lots":[["019ca945-0a00-77fc-adba-210cb32d1069",-5,5,0,0,0]]}', '2a31aef408b78cd254547181aae1214116b8fe0065aee0d40bdfad49db03f882'),
  ('019ca945-0a00-7130-b3a5-aef57fa2e24c', 10, 'release', 0, 545, 545, 545, 0, 0, null, 'run 2.2', 'expire 019cb499-6e00-76a8-8d87-1d7909080a15', 'system', '2026-03-03T17:48:00.000Z', '019cb499-6e00-76a8-8d87-1d7909080a15', 5, '{"lots":[["019ca945-0a00-77fc-adba-210cb32d1069",5,-5,0,0,0]]}', '62de1934fd99520af87694a6f5df9e165e9a37e7877e5209158c547284b14dca'),
  ('019ca945-0a00-7130-b3a5-aef57fa2e24c', 11, 'refund', -75, 545, 470, 470, 0, 0, null, '0195f0a0-0000-7000-8000-0000000000aa', 'refund re_1', 'system', '2026-03-04T12:00:00.000Z', null, 75, '{"lots":[["019ca945-0a00-724e-b6b6-d1b098d1899a",-75,0,0,0,75]]}', 'f8d49449f42d53618ba24b9610919b9b6e739ee5af0310d6fd748f0073172b3f'),
  ('019ca945-0a00-7130-b3a5-aef57fa2e24c', 12, 'expire', -5, 470, 465, 465, 0, 0, '019ca945-0a00-77fc-adba-210cb32d1069', '019ca945-0a00-77fc-adba-210cb32d1069', 'expire 019ca945-0a00-77fc-adba-210cb32d1069', 'system', '2026-03-31T12:00:00.000Z', null, 5, '{"lots":[["019ca945-0a00-77fc-adba-210cb32d1069",-5,0,0,5,0]]}', '5100039c5d98478ef04e7c9b0c74a0785c3634d166c11ae914ad96acdc032621'),
  ('019ca945-0a00-7130-b3a5-aef57fa2e24c', 13, 'hold', 0, 465, 465, 455, 10, 0, null, 'run 31', 'key-7', 'service a', '2026-04-01T12:00:00.000Z', '019d48ea-2e00-737d-9cdd-1a84680b7000', 10, '{"until":"2026-04-02T12:00:00.000Z","lots":[["019cae6b-6600-7082-a5ae-4208e49bdc75",-10,10,0,0,0]]}', '7fbfd4325b8b7d7d9b6570c15f73a5017ece798d5811c74dbf41da7ecc5a126f'),
  ('019ca945-0a00-7130-b3a5-aef57fa2e24c', 14, 'capture', -10, 465, 455, 455, 0, 0, null, 'run 31', 'key-8', 'service a', '2026-04-01T14:24:00.000Z', '019d48ea-2e00-737d-9cdd-1a84680b7000', 10, '{"lots":[["019cae6b-6600-7082-a5ae-4208e49bdc75",0,-10,0,0,0]]}', '1bd7a13c91b31f754dbdc89c851283f4adb82626e4859c61f4820f8d5ddb8cce'),
  ('019ca945-0a00-7130-b3a5-aef57fa2e24c', 15, 'grant', 40, 455, 495, 495, 0, 0, '019d4e10-8a00-7125-892a-796c3ba9f458', '019d4e10-8a00-7125-892a-796c3ba9f458', 'key-9', 'service a', '2026-04-02T12:00:00.000Z', null, 40, '{"until":"2026-04-03T12:00:00.000Z","lots":[["019d4e10-8a00-7125-892a-796c3ba9f458",40,0,0,0,0]]}', 'f8476eabf9b389e945673044fe94484281a5e49cc05390082f5ac0ce1f05ce82'),
  ('019ca945-0a00-7130-b3a5-aef57fa2e24c', 16, 'expire', -40, 495, 455, 455, 0, 0, '019d4e10-8a00-7125-892a-796c3ba9f458', '019d4e10-8a00-7125-892a-796c3ba9f458', 'expire 019d4e10-8a00-7125-892a-796c3ba9f458', 'system', '2026-04-03T12:00:00.000Z', null, 40, '{"lots":[["019d4e10-8a00-7125-892a-796c3ba9f458",-40,0,0,40,0]]}', 'aac236beab1f8fdd13ac46c66a872aec76ac307217ecaecf153472e9bbdb39bf'),
  ('019ca945-0a00-7130-b3a5-aef57fa2e24c', 17, 'hold', 0, 455, 455, 400, 55, 0, null, 'run 34', 'key-10', 'service a', '2026-04-04T12:00:00.000Z', '019d585d-4200-722a-b498-5e57c5a620b5', 55, '{"until":"2026-04-05T12:00:00.000Z","lots":[["019cae6b-6600-7082-a5ae-4208e49bdc75",-30,30,0,0,0],["019ca945-0a00-724e-b6b6-d1b098d1899a",-25,25,0,0,0]]}', 'd5684f8b32aae534f475af501c868b02a7f3ab5f79939a8c8db86d9e1260d135');
insert into erasures (wallet_id, asked_at) values
  ('0199f000-0000-7000-8000-000000000010', '2026-11-28T10:00:00.000Z');
insert into holds (id, wallet_id, amount, split, state, captured, reference, created_at, expires_at, actor) values
  ('019cae6b-6600-71f1-92e0-4fcd4b1327f0', '019ca945-0a00-7130-b3a5-aef57fa2e24c', 30, '[["019ca945-0a00-77fc-adba-210cb32d1069",25],["019cae6b-6600-7082-a5ae-4208e49bdc75",5]]', 'captured', '[["019ca945-0a00-77fc-adba-210cb32d1069",20]]', 'run 1', '2026-03-02T12:00:00.000Z', '2026-03-03T12:00:00.000Z', 'service a'),
  ('019cb391-c200-71c6-9886-8cd975696c1f', '019ca945-0a00-7130-b3a5-aef57fa2e24c', 15, '[["019ca945-0a00-77fc-adba-210cb32d1069",5],["019cae6b-6600-7082-a5ae-4208e49bdc75",10]]', 'released', '[]', 'run 2', '2026-03-03T12:00:00.000Z', '2026-03-04T12:00:00.000Z', 'service a'),
  ('019cb499-6e00-76a8-8d87-1d7909080a15', '019ca945-0a00-7130-b3a5-aef57fa2e24c', 5, '[["019ca945-0a00-77fc-adba-210cb32d1069",5]]', 'expired', '[]', 'run 2.2', '2026-03-03T16:48:00.000Z', '2026-03-03T17:48:00.000Z', 'service a'),
  ('019d48ea-2e00-737d-9cdd-1a84680b7000', '019ca945-0a00-7130-b3a5-aef57fa2e24c', 10, '[["019cae6b-6600-7082-a5ae-4208e49bdc75",10]]', 'captured', '[["019cae6b-6600-7082-a5ae-4208e49bdc75",10]]', 'run 31', '2026-04-01T12:00:00.000Z', '2026-04-02T12:00:00.000Z', 'service a'),
  ('019d585d-4200-722a-b498-5e57c5a620b5', '019ca945-0a00-7130-b3a5-aef57fa2e24c', 55, '[["019cae6b-6600-7082-a5ae-4208e49bdc75",30],["019ca945-0a00-724e-b6b6-d1b098d1899a",25]]', 'open', '[]', 'run 34', '2026-04-04T12:00:00.000Z', '2026-04-05T12:00:00.000Z', 'service a');
insert into idempotency_keys (wallet_id, key, request_hash, response, created_at, actor) values
  ('019ca945-0a00-7130-b3a5-aef57fa2e24c', 'grant trial', 'b83040cb19bcf7c8b847d38352243402c0bf923fa5a9daa7bd0daa9fe608fb42', 'granted', '2026-03-01T12:00:00.000Z', null),
  ('019d1044-3a00-77ca-a625-62088b05f3df', 'grant trial', 'b83040cb19bcf7c8b847d38352243402c0bf923fa5a9daa7bd0daa9fe608fb42', 'granted', '2026-03-21T12:00:00.000Z', null),
  ('019ca945-0a00-7130-b3a5-aef57fa2e24c', 'purchase pi_1', '03260de6c30637b533de472a36232e2d5013b2fb1c1ff86eecc711e8058960f9', 'granted', '2026-03-01T12:00:00.000Z', null),
  ('019ca945-0a00-7130-b3a5-aef57fa2e24c', 'key-1', '1cedf526b7a2f0babd12ae0d1ad0762ea285efe7379d41369d8aecbdf0ed3ec1', '{"ok":true,"body":{"id":"019cae6b-6600-7082-a5ae-4208e49bdc75","amount":40,"expiresAt":"2027-03-02T12:00:00.000Z","available":565,"held":0}}', '2026-03-02T12:00:00.000Z', 'service a'),
  ('15effa0e-c573-89ec-8fda-7aa6c1965a64', 'key-1', '019ca945-0a00-7130-b3a5-aef57fa2e24c', '', '2026-03-02T12:00:00.000Z', 'service a'),
  ('019ca945-0a00-7130-b3a5-aef57fa2e24c', 'key-2', '031756ca713563cc642eab71b9f0bdaafe985a593378fdd1bfae5a93d48b2074', '{"ok":true,"body":{"id":"019cae6b-6600-71f1-92e0-4fcd4b1327f0","amount":30,"expiresAt":"2026-03-03T12:00:00.000Z","available":535,"held":30}}', '2026-03-02T12:00:00.000Z', 'service a'),
  ('15effa0e-c573-89ec-8fda-7aa6c1965a64', 'key-2', '019ca945-0a00-7130-b3a5-aef57fa2e24c', '', '2026-03-02T12:00:00.000Z', 'service a'),
  ('019ca945-0a00-7130-b3a5-aef57fa2e24c', 'key-3', '76534a9631661766fffa77ffb9fa8640cc96832f7b82fa7fbb34e2e078fcada5', '{"ok":true,"body":{"id":"019cae6b-6600-71f1-92e0-4fcd4b1327f0","captured":20,"released":10,"available":545,"held":0}}', '2026-03-02T14:24:00.000Z', 'service a'),
  ('15effa0e-c573-89ec-8fda-7aa6c1965a64', 'key-3', '019ca945-0a00-7130-b3a5-aef57fa2e24c', '', '2026-03-02T14:24:00.000Z', 'service a'),
  ('019ca945-0a00-7130-b3a5-aef57fa2e24c', 'key-4', 'f849a80da7a514a6c832cb9bd4d6897d8a2ab90a266df667a62fc2b29b8ff866', '{"ok":true,"body":{"id":"019cb391-c200-71c6-9886-8cd975696c1f","amount":15,"expiresAt":"2026-03-04T12:00:00.000Z","available":530,"held":15}}', '2026-03-03T12:00:00.000Z', 'service a'),
  ('15effa0e-c573-89ec-8fda-7aa6c1965a64', 'key-4', '019ca945-0a00-7130-b3a5-aef57fa2e24c', '', '2026-03-03T12:00:00.000Z', 'service a'),
  ('019ca945-0a00-7130-b3a5-aef57fa2e24c', 'key-5', 'ffdd6448261f7fd346b6e707ac4f0bd55a8872c8025f7c33172ed6c012e27651', '{"ok":true,"body":{"id":"019cb391-c200-71c6-9886-8cd975696c1f","released":15,"available":545,"held":0}}', '2026-03-03T14:24:00.000Z', 'service a'),
  ('15effa0e-c573-89ec-8fda-7aa6c1965a64', 'key-5', '019ca945-0a00-7130-b3a5-aef57fa2e24c', '', '2026-03-03T14:24:00.000Z', 'service a'),
  ('019ca945-0a00-7130-b3a5-aef57fa2e24c', 'key-6', '81cb2d049e61b3311d6a7f7db65bf5d55be74f26b0d3fb9ce7e247f0fe25300d', '{"ok":true,"body":{"id":"019cb499-6e00-76a8-8d87-1d7909080a15","amount":5,"expiresAt":"2026-03-03T17:48:00.000Z","available":540,"held":5}}', '2026-03-03T16:48:00.000Z', 'service a'),
  ('15effa0e-c573-89ec-8fda-7aa6c1965a64', 'key-6', '019ca945-0a00-7130-b3a5-aef57fa2e24c', '', '2026-03-03T16:48:00.000Z', 'service a'),
  ('019ca945-0a00-7130-b3a5-aef57fa2e24c', 'key-7', 'e130dd2feb5ae0108f5771f9d66587f8524b006bbb751c7fe8c70d0e7c78bfcf', '{"ok":true,"body":{"id":"019d48ea-2e00-737d-9cdd-1a84680b7000","amount":10,"expiresAt":"2026-04-02T12:00:00.000Z","available":455,"held":10}}', '2026-04-01T12:00:00.000Z', 'service a'),
  ('15effa0e-c573-89ec-8fda-7aa6c1965a64', 'key-7', '019ca945-0a00-7130-b3a5-aef57fa2e24c', '', '2026-04-01T12:00:00.000Z', 'service a'),
  ('019ca945-0a00-7130-b3a5-aef57fa2e24c', 'key-8', '7fcbd5f1b14f8923e07300f5b3fcab38ce67a3058c1b0f09b3ef625973da79e6', '{"ok":true,"body":{"id":"019d48ea-2e00-737d-9cdd-1a84680b7000","captured":10,"released":0,"available":455,"held":0}}', '2026-04-01T14:24:00.000Z', 'service a'),
  ('15effa0e-c573-89ec-8fda-7aa6c1965a64', 'key-8', '019ca945-0a00-7130-b3a5-aef57fa2e24c', '', '2026-04-01T14:24:00.000Z', 'service a'),
  ('019ca945-0a00-7130-b3a5-aef57fa2e24c', 'key-9', '5f268415f000a919a6058b828119f4803bc94de04d826e33798aeba1f6f329b2', '{"ok":true,"body":{"id":"019d4e10-8a00-7125-892a-796c3ba9f458","amount":40,"expiresAt":"2026-04-03T12:00:00.000Z","available":495,"held":0}}', '2026-04-02T12:00:00.000Z', 'service a'),
  ('15effa0e-c573-89ec-8fda-7aa6c1965a64', 'key-9', '019ca945-0a00-7130-b3a5-aef57fa2e24c', '', '2026-04-02T12:00:00.000Z', 'service a'),
  ('019ca945-0a00-7130-b3a5-aef57fa2e24c', 'key-10', '5df2c41d9304de44454f1c6b11f86d5c46612dc206e07ab49ced62bd5c9b3884', '{"ok":true,"body":{"id":"019d585d-4200-722a-b498-5e57c5a620b5","amount":55,"expiresAt":"2026-04-05T12:00:00.000Z","available":400,"held":55}}', '2026-04-04T12:00:00.000Z', 'service a'),
  ('15effa0e-c573-89ec-8fda-7aa6c1965a64', 'key-10', '019ca945-0a00-7130-b3a5-aef57fa2e24c', '', '2026-04-04T12:00:00.000Z', 'service a');
insert into kysely_migration (name, timestamp) values
  ('0001-accounts-and-ledger', '2026-11-29T02:00:00.249Z'),
  ('0002-holds', '2026-11-29T02:00:00.273Z'),
  ('0003-service-keys', '2026-11-29T02:00:00.280Z'),
  ('0004-purchases', '2026-11-29T02:00:00.313Z'),
  ('0005-rate-limits', '2026-11-29T02:00:00.318Z'),
  ('0006-runs', '2026-11-29T02:00:00.333Z'),
  ('0007-keys-by-caller', '2026-11-29T02:00:00.334Z'),
  ('0008-asked-purchases', '2026-11-29T02:00:00.337Z'),
  ('0009-withheld-trials', '2026-11-29T02:00:00.339Z'),
  ('0010-entry-chain', '2026-11-29T02:00:00.350Z'),
  ('0011-holds-of-services', '2026-11-29T02:00:00.365Z'),
  ('0012-retention', '2026-11-29T02:00:00.389Z'),
  ('0013-uploads', '2026-11-29T02:00:00.401Z'),
  ('0014-paused-runs', '2026-11-29T02:00:00.403Z'),
  ('0015-messages', '2026-11-29T02:00:00.417Z'),
  ('0016-webhooks', '2026-11-29T02:00:00.430Z'),
  ('0017-saved-cards', '2026-11-29T02:00:00.444Z'),
  ('0018-devices-of-users', '2026-11-29T02:00:00.445Z');
insert into kysely_migration_lock (id, is_locked) values
  ('migration_lock', 0);
insert into lots (id, wallet_id, source, amount, remaining, reference, reason, actor, granted_at, expires_at, held, owed, expired, refunded, told_days) values
  ('019d1044-3a00-7113-93db-7cdd6a430d83', '019d1044-3a00-77ca-a625-62088b05f3df', 'trial', 25, 25, '427ec329347612d75130d1c6d5fcc6e50c9bfff595bf47768f65bf4937a91d41', null, 'system', '2026-03-21T12:00:00.000Z', '2026-04-20T12:00:00.000Z', 0, 0, 0, 0, null),
  ('019ca945-0a00-77fc-adba-210cb32d1069', '019ca945-0a00-7130-b3a5-aef57fa2e24c', 'trial', 25, 0, 'fe8c8db3fc37cb5471ee62d2fa968de9a326dfa6b184f523d2b0ce09e3c95203', null, 'system', '2026-03-01T12:00:00.000Z', '2026-03-31T12:00:00.000Z', 0, 0, 5, 0, null),
  ('019d4e10-8a00-7125-892a-796c3ba9f458', '019ca945-0a00-7130-b3a5-aef57fa2e24c', 'operator', 40, 0, '019d4e10-8a00-7125-892a-796c3ba9f458', 'a reason', 'service a', '2026-04-02T12:00:00.000Z', '2026-04-03T12:00:00.000Z', 0, 0, 40, 0, null),
  ('019cae6b-6600-7082-a5ae-4208e49bdc75', '019ca945-0a00-7130-b3a5-aef57fa2e24c', 'operator', 40, 0, '019cae6b-6600-7082-a5ae-4208e49bdc75', 'a reason', 'service a', '2026-03-02T12:00:00.000Z', '2027-03-02T12:00:00.000Z', 30, 0, 0, 0, null),
  ('019ca945-0a00-724e-b6b6-d1b098d1899a', '019ca945-0a00-7130-b3a5-aef57fa2e24c', 'purchase', 500, 400, '0195f0a0-0000-7000-8000-0000000000aa', null, 'system', '2026-03-01T12:00:00.000Z', '2027-03-01T12:00:00.000Z', 25, 0, 0, 75, null);
insert into outbox (id, wallet_id, event, payload, created_at, sent_at, receiver, state, failure, due_at, give_up_at, tries) values
  ('019ca945-0a00-772f-81e6-1b9ae5360977', '019ca945-0a00-7130-b3a5-aef57fa2e24c', 'trial_granted', '{"credits":25,"endsAt":"2026-03-31T12:00:00.000Z"}', '2026-03-01T12:00:00.000Z', null, 'mail 019ca945-0a00-7130-b3a5-aef57fa2e24c', 'waiting', null, '2026-03-01T12:00:00.000Z', null, null),
  ('019d1044-3a00-77c2-ba4a-d28a58eb796b', '019d1044-3a00-77ca-a625-62088b05f3df', 'trial_granted', '{"credits":25,"endsAt":"2026-04-20T12:00:00.000Z"}', '2026-03-21T12:00:00.000Z', null, 'mail 019d1044-3a00-77ca-a625-62088b05f3df', 'waiting', null, '2026-03-21T12:00:00.000Z', null, null),
  ('019ca945-0a00-75b5-8bd5-2e2012d6bf98', '019ca945-0a00-7130-b3a5-aef57fa2e24c', 'receipt', '{"purchaseId":"0195f0a0-0000-7000-8000-0000000000aa","currency":"USD","amountMinor":2000,"credits":500}', '2026-03-01T12:00:00.000Z', null, 'mail 019ca945-0a00-7130-b3a5-aef57fa2e24c', 'waiting', null, '2026-03-01T12:00:00.000Z', null, null),
  ('019cb8b8-1e00-7198-9641-c8db7b22cbca', '019ca945-0a00-7130-b3a5-aef57fa2e24c', 'refund', '{"purchaseId":"0195f0a0-0000-7000-8000-0000000000aa","currency":"USD","amountMinor":300,"credits":75}', '2026-03-04T12:00:00.000Z', null, 'mail 019ca945-0a00-7130-b3a5-aef57fa2e24c', 'waiting', null, '2026-03-04T12:00:00.000Z', null, null);
insert into owed_refunds (purchase_id, payment_id, currency, amount_minor, owed_since, tries, next_try_at, state, refund_id, settled_at) values
  ('0199f000-0000-7000-8000-000000000012', 'payment_id 13', 'currency 14', 1, '2026-11-28T10:00:00.000Z', 1, '2026-11-28T10:00:00.000Z', 'state 19', 'refund_id 20', '2026-11-28T10:00:00.000Z');
insert into purchases (id, wallet_id, pack_id, credits, currency, amount_minor, progress, payment_id, taken_back, created_at, open_until, paid_at, session_id, asked_at, card) values
  ('0195f0a0-0000-7000-8000-0000000000aa', '019ca945-0a00-7130-b3a5-aef57fa2e24c', 'medium', 500, 'USD', 2000, 'paid', 'pi_1', 75, '2026-11-21T12:00:00.000Z', '2026-11-21T13:00:00.000Z', '2026-03-01T12:00:00.000Z', null, null, null);
insert into rate_limits (key, full_at) values
  ('6eb308e012ec872d7862c62ba84208f2cd05036a6db34242ef926dbdf99eb9a4', '2026-06-09T12:00:00.001Z'),
  ('4a0442509b27a18839e33053fc17d0be3c6af81229a87a08b574635d1c71589f', '2026-06-09T12:00:00.001Z');
insert into reversals (id, purchase_id, kind, amount_minor, standing, noted_at) values
  ('re_1', '0195f0a0-0000-7000-8000-0000000000aa', 'refund', 300, 'taken', '2026-03-04T12:00:00.000Z');
insert into run_files (run_id, name, number, content) values
  ('0199f000-0000-7000-8000-000000000022', 'name 23', 1, 'content 25');
insert into runs (id, wallet_id, flow_id, status, amount, failure, sentences, result, started_at, finished_at, ends_by, kept_until, is_kept, paused_at) values
  ('0199f000-0000-7000-8000-000000000026', '0199f000-0000-7000-8000-000000000027', 'flow_id 28', 'status 29', 1, 'failure 31', 'sentences 32', 'result 33', '2026-11-28T10:00:00.000Z', '2026-11-28T10:00:00.000Z', '2026-11-28T10:00:00.000Z', '2026-11-28T10:00:00.000Z', true, '2026-11-28T10:00:00.000Z');
insert into saved_cards (session_id, wallet_id, state, pack_id, currency, price_minor, monthly, attempt_id, failures, due_at, saved_at) values
  ('session_id 40', '0199f000-0000-7000-8000-000000000041', 'state 42', 'pack_id 43', 'currency 44', 1, 1, '0199f000-0000-7000-8000-000000000047', 1, '2026-11-28T10:00:00.000Z', '2026-11-28T10:00:00.000Z');
insert into service_keys (id, name, key_hash, scopes, created_at, revoked_at) values
  ('0199f000-0000-7000-8000-000000000051', 'name 52', 'hash-53', 'scopes 54', '2026-11-28T10:00:00.000Z', '2026-11-28T10:00:00.000Z');
insert into sessions (id, token_hash, user_id, user_agent, created_at, last_seen_at, expires_at) values
  ('019ca945-0a00-75c1-999c-61f0027d1c90', '1d108cb4fdec982a78c0bd09c15a814a80fbcc7302cbf0a20990710801065b08', '019ca945-0a00-73e9-8f3c-1e79ef81b49f', 'Test/1.0', '2026-03-01T12:00:00.000Z', '2026-03-01T12:00:00.000Z', '2026-03-08T12:00:00.000Z'),
  ('019d1044-3a00-74aa-b4aa-270dadf117d5', 'f70cc356de0de3a23653a865ee544a6a8f1652446141cdbbc5fb8ab3347d8eee', '019d1044-3a00-7687-a008-d07a3a27ad81', 'Test/1.0', '2026-03-21T12:00:00.000Z', '2026-03-21T12:00:00.000Z', '2026-03-28T12:00:00.000Z');
insert into stopped_mailboxes (key, reason, stopped_at) values
  ('key 57', 'reason 58', '2026-11-28T10:00:00.000Z');
insert into sweep_positions (part, position, forgotten_before) values
  ('part 60', 'position 61', '2026-11-28T10:00:00.000Z');
insert into trials (key, wallet_id, granted_at) values
  ('fe8c8db3fc37cb5471ee62d2fa968de9a326dfa6b184f523d2b0ce09e3c95203', '019ca945-0a00-7130-b3a5-aef57fa2e24c', '2026-03-01T12:00:00.000Z'),
  ('427ec329347612d75130d1c6d5fcc6e50c9bfff595bf47768f65bf4937a91d41', '019d1044-3a00-77ca-a625-62088b05f3df', '2026-03-21T12:00:00.000Z');
insert into uploads (id, wallet_id, media_type, bytes, sha256, place, created_at, expires_at) values
  ('0199f000-0000-7000-8000-000000000063', '0199f000-0000-7000-8000-000000000064', 'media_type 65', 1, 'sha256 67', 1, '2026-11-28T10:00:00.000Z', '2026-11-28T10:00:00.000Z');
insert into used_id_tokens (token_hash, forget_at) values
  ('cc942cd0648d94abba38eff28f41cbfda9302cb95309ad0ef31047b3fc2823c5', '2026-03-02T12:00:00.000Z'),
  ('787ec49437506cc9f0ec08510215119fcb8ed33b3086e42cbdbb1c38c2e62bc4', '2026-03-22T12:00:00.000Z');
insert into users (id, sub, email, email_verified, family_name, given_name, locale, name, nickname, picture, updated_at, wallet_id, created_at, saved_at, trial_withheld, mailbox, language, unwanted_mail, devices) values
  ('019ca945-0a00-73e9-8f3c-1e79ef81b49f', 'ada', 'ada@example.com', true, null, null, null, 'Name of ada', null, null, null, '019ca945-0a00-7130-b3a5-aef57fa2e24c', '2026-03-01T12:00:00.000Z', '2026-03-01T12:00:00.000Z', null, 'ada@example.com', null, null, '?/?'),
  ('019d1044-3a00-7687-a008-d07a3a27ad81', 'bob', 'bob@example.com', true, null, null, null, 'Name of bob', null, null, null, '019d1044-3a00-77ca-a625-62088b05f3df', '2026-03-21T12:00:00.000Z', '2026-03-21T12:00:00.000Z', null, 'bob@example.com', null, null, '?/?');
insert into wallets (id, entry_count, available, held, owed, updated_at, low_mark, head, own_low_mark, top_up_below) values
  ('019d1044-3a00-77ca-a625-62088b05f3df', 1, 25, 0, 0, '2026-03-21T12:00:00.000Z', 5, '46f0afc7675a4e7101bc043958539ac4c093083d144401d1da3622f4b7cdd7b9', null, null),
  ('019ca945-0a00-7130-b3a5-aef57fa2e24c', 17, 400, 55, 0, '2026-04-04T12:00:00.000Z', 100, 'd5684f8b32aae534f475af501c868b02a7f3ab5f79939a8c8db86d9e1260d135', null, null);
insert into webhook_endpoints (id, url, events, secret_number, former_until, key_check, created_at, disabled_at) values
  ('0199f000-0000-7000-8000-000000000071', 'url 72', 'events 73', 1, '2026-11-28T10:00:00.000Z', 'key_check 76', '2026-11-28T10:00:00.000Z', '2026-11-28T10:00:00.000Z');
insert into webhook_tries (id, endpoint_id, message_id, event, duration_ms, status, failure, at) values
  ('0199f000-0000-7000-8000-000000000079', '0199f000-0000-7000-8000-000000000080', '0199f000-0000-7000-8000-000000000081', 'event 82', 1, 1, 'failure 85', '2026-11-28T10:00:00.000Z');
