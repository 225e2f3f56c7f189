import type { CreditSource } from '../../../../src/contract/credits.ts';
import type { RunStatus } from '../../../../src/contract/flows.ts';
import type { TopUpState } from '../../../../src/contract/top-up.ts';
import type { Profile } from '../../../../src/contract/user.ts';
import type { TrialWithheld } from '../../../domain/account/sign-in.ts';
import type { Entry } from '../../../domain/ledger/entry.ts';
import type { Hold } from '../../../domain/ledger/wallet.ts';
import type { DeliveryEvent, DeliveryState } from '../../../domain/message/delivery.ts';
import type { OwedRefundState } from '../../../domain/purchase/owed-refund.ts';
import type { NewPurchase, Progress } from '../../../domain/purchase/purchase.ts';
import type { Reversal } from '../../../domain/purchase/reversal.ts';
import type { RunFailure } from '../../../domain/run/run.ts';
import type { PersonalKeyColumns } from './personal-keys.ts';

/**
 * The tables as the latest migration leaves them. The caller makes ids, which are UUIDv7. Counts of
 * credits are `bigint` columns, which `connection/server.ts` reads as numbers. Times are
 * `timestamptz`.
 */
export interface Schema {
  readonly users: ProfileColumns & {
    id: string;
    wallet_id: string;
    created_at: Date;
    saved_at: Date;
    /** Why the latest sign-in did not grant the trial that was due; null otherwise. */
    trial_withheld: TrialWithheld | null;
    /** The canonical form of a verified address, to search by; null without one. */
    mailbox: string | null;
    /** The language of messages; null in rows from before the column existed. */
    language: string | null;
    /** The topics that the user does not want mail about, separated by spaces. */
    unwanted_mail: string | null;
    /** Where the user has signed in, `nameOfDevice` each, and `;` between; null in older rows. */
    devices: string | null;
  };
  readonly sessions: {
    id: string;
    token_hash: string;
    user_id: string;
    user_agent: string;
    created_at: Date;
    last_seen_at: Date;
    expires_at: Date;
  };
  readonly used_id_tokens: {
    token_hash: string;
    forget_at: Date;
  };
  /** One row for each address that has had its trial. It outlives the user. */
  readonly trials: {
    key: string;
    wallet_id: string;
    granted_at: Date;
  };
  /** The sums of a wallet. Every writer of entries updates this row, so writers conflict. */
  readonly wallets: {
    id: string;
    entry_count: number;
    available: number;
    held: number;
    owed: number;
    /** A balance at or below this mark is low; null before the first trial or purchase. */
    low_mark: number | null;
    /** The user's own mark, which counts instead; null without one. */
    own_low_mark: number | null;
    /** Below so many credits a pack is bought by itself; null without a rule. */
    top_up_below: number | null;
    /** The hash of the last entry; null before the first entry that has one. */
    head: string | null;
    /** How many events for services it has had; null before the first that was counted. */
    event_count: number | null;
    updated_at: Date;
  };
  readonly lots: {
    id: string;
    wallet_id: string;
    source: CreditSource;
    amount: number;
    remaining: number;
    held: number;
    owed: number;
    expired: number;
    refunded: number;
    reference: string;
    /** The reason that an operator gave; null for other sources. */
    reason: string | null;
    actor: string;
    granted_at: Date;
    expires_at: Date;
    /** How many days before its end its owner was last told; null before that. */
    told_days: number | null;
  };
  readonly entries: {
    wallet_id: string;
    number: number;
    kind: Entry['kind'];
    quantity: number;
    amount: number;
    balance_before: number;
    balance_after: number;
    available_after: number;
    held_after: number;
    owed_after: number;
    lot_id: string | null;
    hold_id: string | null;
    reference: string;
    idempotency_key: string;
    actor: string;
    at: Date;
    /** Moves and end as JSON, `ledger/entry-chain.ts`; null in rows from before the column. */
    effects: string | null;
    /** A SHA-256 over the hash of the entry before and the other columns; null as `effects` is. */
    hash: string | null;
  };
  readonly holds: {
    id: string;
    wallet_id: string;
    amount: number;
    /** All shares as JSON, spent ones too (`ledger/wallet-rows.ts`). */
    split: string;
    state: Hold['state'];
    /** The shares that captures spent, as JSON; an empty list before the first. */
    captured: string;
    reference: string;
    created_at: Date;
    expires_at: Date;
    /** The maker of the hold; null in rows from before the column existed. */
    actor: string | null;
    /** The personal key that made it. */
    key_id: string | null;
  };
  /** Messages, a row for each receiver. The newer columns are null in rows that nobody sends. */
  readonly outbox: {
    id: string;
    wallet_id: string;
    event: DeliveryEvent;
    /** JSON, by the event; empty once a mail was sent. */
    payload: string;
    created_at: Date;
    sent_at: Date | null;
    receiver: string | null;
    state: DeliveryState | null;
    /** When the next try is due, or the lease of a try ends; null for an event that waits its turn. */
    due_at: Date | null;
    give_up_at: Date | null;
    tries: number | null;
    failure: string | null;
    /** The number of an event for services among those of its wallet; null for mail. */
    event_number: number | null;
  };
  /** Services of the operator that are told of events. Their secrets are derived, and not stored. */
  readonly webhook_endpoints: {
    id: string;
    url: string;
    /** The names of the events, separated by spaces. */
    events: string;
    secret_number: number;
    former_until: Date | null;
    key_check: string;
    created_at: Date;
    disabled_at: Date | null;
  };
  /** Each call of an endpoint, without what was sent and answered. */
  readonly webhook_tries: {
    id: string;
    endpoint_id: string;
    message_id: string;
    event: string;
    duration_ms: number;
    /** The status of the answer; null where `failure` says why there was none. */
    status: number | null;
    failure: string | null;
    at: Date;
  };
  /** Mailboxes that bounced or complained, by the keys of their trials. */
  readonly stopped_mailboxes: {
    key: string;
    reason: 'bounce' | 'complaint';
    stopped_at: Date;
  };
  /** The first answer to each key, and the claim of each actor to its keys (rule 4 of the ledger). */
  readonly idempotency_keys: {
    /** For a claim an id made of the actor, with the wallet in `request_hash` (`idempotent.ts`). */
    wallet_id: string;
    key: string;
    /** Null in rows from before the column existed, and for our own keys. */
    actor: string | null;
    request_hash: string;
    response: string;
    created_at: Date;
  };
  /** A purchase. Every event of its payment updates this row first. */
  readonly purchases: {
    id: string;
    wallet_id: string;
    pack_id: string;
    credits: number;
    currency: string;
    amount_minor: number;
    progress: Progress;
    /** The payment service's id of the payment; null until there is one. */
    payment_id: string | null;
    taken_back: number;
    created_at: Date;
    open_until: Date;
    paid_at: Date | null;
    /** The payment service's id of the payment page; null in rows from before the column existed. */
    session_id: string | null;
    /** When we last asked the payment service about it; null before the first time. */
    asked_at: Date | null;
    /** Whether it saves the card that pays it, or a saved card pays it; null for others. */
    card: NonNullable<NewPurchase['card']> | null;
    /** Null until it is paid, and in rows from before the column existed. */
    receipt_number: string | null;
    /** The parts of the payment; null where the payment service named none: the price alone was paid. */
    discount_minor: number | null;
    tax_minor: number | null;
    paid_minor: number | null;
    country: string | null;
    /** The payment service's id of the invoice. */
    invoice_id: string | null;
  };
  /** Cards of buyers at the payment service, under the ids of the payment pages that saved them. */
  readonly saved_cards: {
    session_id: string;
    wallet_id: string;
    /** A released card is replaced or ended, and waits to be removed at the payment service. */
    state: Exclude<TopUpState, 'none'> | 'released';
    /** The rule: null until it is set. Its mark is in the wallet. */
    pack_id: string | null;
    currency: string | null;
    /** The price of the pack when the rule was set. */
    price_minor: number | null;
    /** How many packs a month: in rules from before the two columns below existed, and null in others. */
    monthly: number | null;
    /** The level to fill up to. */
    up_to: number | null;
    /** The most that the charges of a month may come to. */
    most_minor: number | null;
    /** The purchase that is being tried; null while there is none. */
    attempt_id: string | null;
    /** How many tries have failed since the last one that did not. */
    failures: number;
    /** When to look at it next; also the end of the lease of who does so now. */
    due_at: Date | null;
    saved_at: Date;
  };
  /** How many receipts each series has: one a year. */
  readonly receipt_counters: {
    series: string;
    last: number;
  };
  /** Refunds and disputes of purchases, under the payment service's ids. */
  readonly reversals: {
    id: string;
    purchase_id: string;
    kind: Reversal['kind'];
    amount_minor: number;
    standing: Reversal['status'];
    noted_at: Date;
    /** The payment service's id of the credit note, and the tax that it names; null without one. */
    credit_note_id: string | null;
    tax_minor: number | null;
  };
  /** How far the audit has read each wallet, and what it found there. */
  readonly audit_checkpoints: {
    wallet_id: string;
    entry_count: number;
    /** The wallet at that time as JSON, `audit/checkpoints.ts`. */
    state: string;
    /** An HMAC of the other columns, but `read_at`. */
    seal: string;
    /** When the wallet was last read from its first entry; null when that is to be done again. */
    read_at: Date | null;
  };
  readonly service_keys: {
    id: string;
    name: string;
    key_hash: string;
    /** Separated by spaces. */
    scopes: string;
    created_at: Date;
    revoked_at: Date | null;
  };
  /** Keys of users. A key that was ended keeps its row, because holds count in it. */
  readonly personal_keys: PersonalKeyColumns;
  /** A bucket that was not full after its last call. */
  readonly rate_limits: {
    /** An HMAC of the caller, from which no address can be read; or `health` (`sql-client.ts`). */
    key: string;
    full_at: Date;
  };
  /** A run of a flow. It has the id of its hold. */
  readonly runs: {
    id: string;
    wallet_id: string;
    flow_id: string;
    status: RunStatus;
    amount: number;
    /** Null unless it failed, or was cancelled. */
    failure: RunFailure['code'] | null;
    /** The sentence with which the flow refused the input: JSON, by language. */
    sentences: string | null;
    /** The parts as JSON, without the content of files: of the result, or of the items that are done. */
    result: string | null;
    started_at: Date;
    finished_at: Date | null;
    /** A run that is still running then has failed. */
    ends_by: Date;
    kept_until: Date;
    /** Whether the run may still have files. */
    is_kept: boolean;
    /** Since when it waits for the call that goes on with its list; null while somebody works. */
    paused_at: Date | null;
    /** A file's name or the first words, for people. */
    title: string | null;
    /** The input as JSON, without the content of files. It goes with the result, as the title does. */
    input: string | null;
    /** The token of the link to the result, which says no more than the row has. */
    share_token: string | null;
    /** The personal key that began it. */
    key_id: string | null;
  };
  readonly run_files: {
    run_id: string;
    name: string;
    /** Counts from 0. */
    number: number;
    /** Base64. */
    content: string;
  };
  /** A file that a user announced for a run. The bucket has its bytes under its id. */
  readonly uploads: {
    id: string;
    wallet_id: string;
    media_type: string;
    bytes: number;
    sha256: string;
    created_at: Date;
    expires_at: Date;
  };
  /** Uploads that count against the budget of a subject, until a run is charged for them. */
  readonly upload_places: {
    /** An HMAC of the subject. */
    sub_key: string;
    place: number;
    upload_id: string;
    bytes: number;
    expires_at: Date;
  };
  /** The wallet of a deleted user, until the sweep has deleted the runs. */
  readonly erasures: {
    wallet_id: string;
    asked_at: Date;
  };
  /** The wallet of a deleted user, by keyed fingerprints (`domain/account/departure.ts`). */
  readonly departures: {
    wallet_id: string;
    sub_key: string;
    /** Null without a verified address. */
    address_key: string | null;
    left_at: Date;
  };
  /** Refunds that we owe by ourselves: payments that came after the account was deleted. */
  readonly owed_refunds: {
    purchase_id: string;
    payment_id: string;
    currency: string;
    amount_minor: number;
    owed_since: Date;
    /** How often the payment service has refused. */
    tries: number;
    next_try_at: Date;
    state: OwedRefundState;
    /** The payment service's id of the refund; null until it is made, and where it was needless. */
    refund_id: string | null;
    settled_at: Date | null;
  };
  /** How far each part of the sweep has come, so that the next run goes on behind it. */
  readonly sweep_positions: {
    part: string;
    /** Null at the beginning. */
    position: string | null;
    /** Rows from before this time may be deleted; null where a part deletes nothing. */
    forgotten_before: Date | null;
  };
}

/**
 * The profile as the identity provider last reported it, field by field; null where absent. Its
 * `updated_at` is the provider's text, and `saved_at` is when we stored it.
 */
export interface ProfileColumns
  extends Record<Exclude<keyof Profile, 'sub' | 'email_verified'>, string | null> {
  sub: string;
  email_verified: boolean | null;
}
