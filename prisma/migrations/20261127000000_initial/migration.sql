-- The whole schema of version 0.1.0.

-- A search tolerates typing errors where the database has this. Without it, or the right to add it, it finds exact text.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
EXCEPTION WHEN OTHERS THEN
  RAISE NOTICE 'pg_trgm was not added: %', SQLERRM;
END $$;

CREATE TYPE generation_status AS ENUM (
    'queued',
    'running',
    'succeeded',
    'failed',
    'canceled'
);

CREATE TYPE idempotency_state AS ENUM (
    'running',
    'done'
);

CREATE TYPE ledger_kind AS ENUM (
    'allowance',
    'topup',
    'charge',
    'refund',
    'expiry',
    'reversal',
    'adjustment'
);

CREATE TYPE operation AS ENUM (
    'generate',
    'remove_bg'
);

CREATE TYPE subscription_status AS ENUM (
    'active',
    'canceled',
    'past_due',
    'trialing'
);

CREATE TYPE tier AS ENUM (
    'starter',
    'pro',
    'max',
    'ultra'
);

CREATE TYPE webhook_delivery_status AS ENUM (
    'pending',
    'succeeded',
    'failed'
);

CREATE TYPE webhook_endpoint_status AS ENUM (
    'enabled',
    'paused'
);

CREATE TYPE webhook_pause_reason AS ENUM (
    'owner',
    'gone',
    'failing'
);

CREATE FUNCTION audit_event_is_kept() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('audit.retention', true) = 'on' THEN
    RETURN OLD;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    IF NEW."details" IS NULL AND to_jsonb(NEW) - 'details' = to_jsonb(OLD) - 'details'
      AND EXISTS (SELECT FROM "closed_account" c WHERE c."user_id" = OLD."account_id") THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'audit events are never changed or removed';
END
$$;

CREATE FUNCTION ledger_entry_is_immutable() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION 'ledger entries are never changed or removed: append a correction';
END
$$;

CREATE FUNCTION next_turn(caller text, in_lane smallint) RETURNS TABLE(first_rank integer, waiting bigint)
    LANGUAGE plpgsql
    AS $$
BEGIN
  RETURN QUERY
  SELECT GREATEST(max(g.rank) FILTER (WHERE g.lane = in_lane) + 1, 0,
                  (SELECT min(o.rank) FROM generation o WHERE o.lane = in_lane AND o.status = 'queued')),
         count(*)
  FROM generation g
  WHERE g.user_id = caller AND g.status = 'queued';
END $$;

CREATE FUNCTION remake_credits(caller text, share integer, wanted bigint) RETURNS bigint
    LANGUAGE plpgsql
    AS $$
DECLARE
  month_start TIMESTAMPTZ := date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC';
  -- A call may wait for the balance past the end of the month that its row belongs to.
  month_end TIMESTAMPTZ := (date_trunc('month', now() AT TIME ZONE 'UTC') + interval '1 month') AT TIME ZONE 'UTC';
  used BIGINT := (
    SELECT COALESCE(sum(g.waived), 0) FROM generation g
    WHERE g.user_id = caller AND g.created_at >= month_start AND g.created_at < month_end
      AND g.waived IS NOT NULL
      AND g.status NOT IN ('failed', 'canceled'));
  kept BIGINT := (
    SELECT COALESCE(sum(paid.credits), 0) FROM (
      SELECT g.from_monthly + g.from_topup AS credits FROM generation g
      WHERE g.user_id = caller AND g.created_at >= month_start AND g.created_at < month_end
        AND g.status = 'succeeded' AND g.from_monthly + g.from_topup > 0
      LIMIT (used + wanted) * share) AS paid);
BEGIN
  RETURN GREATEST(kept / share - used, 0);
END $$;

CREATE FUNCTION remakes_made(caller text, photo text) RETURNS bigint
    LANGUAGE plpgsql
    AS $$
BEGIN
  RETURN (
    SELECT count(*) FROM generation g
    WHERE g.user_id = caller AND g.remake_of = photo AND g.waived IS NOT NULL
      AND g.status NOT IN ('failed', 'canceled'));
END $$;

CREATE TABLE account (
    id text NOT NULL,
    account_id text NOT NULL,
    provider_id text NOT NULL,
    user_id text NOT NULL,
    access_token text,
    refresh_token text,
    id_token text,
    access_token_expires_at timestamp(3) with time zone,
    refresh_token_expires_at timestamp(3) with time zone,
    scope text,
    password text,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE account_attempt (
    key text NOT NULL,
    count integer NOT NULL,
    last_at timestamp(3) with time zone NOT NULL,
    blocked_until timestamp(3) with time zone
);

CREATE TABLE account_export (
    id text NOT NULL,
    user_id text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    size_bytes bigint,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    ready_at timestamp(3) with time zone,
    failed_at timestamp(3) with time zone
);

CREATE TABLE api_key (
    id text NOT NULL,
    user_id text NOT NULL,
    name text NOT NULL,
    hash text NOT NULL,
    first8 text NOT NULL,
    last4 text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    expires_at timestamp(3) with time zone,
    revoked_at timestamp(3) with time zone,
    last_used_at timestamp(3) with time zone,
    creator text,
    credits_month date,
    credits_this_month integer,
    limited_by text[] DEFAULT ARRAY[]::text[],
    max_credits_per_month integer,
    previous_hash text,
    previous_until timestamp(3) with time zone,
    scopes text[] DEFAULT ARRAY['work:write'::text, 'work:read'::text, 'work:delete'::text, 'looks'::text, 'webhooks'::text, 'account:read'::text, 'keys'::text]
);

CREATE TABLE app_process (
    boot_id text NOT NULL,
    instance text NOT NULL,
    heartbeat_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    slots integer DEFAULT 0 NOT NULL,
    paces jsonb DEFAULT '{}'::jsonb NOT NULL,
    providers jsonb DEFAULT '{}'::jsonb NOT NULL,
    heartbeat_ms integer DEFAULT 10000 NOT NULL
);

CREATE TABLE audit_event (
    id text NOT NULL,
    account_id text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    action text NOT NULL,
    actor_type text NOT NULL,
    actor_id text,
    object_type text NOT NULL,
    object_id text,
    details text
);

CREATE TABLE backup_run (
    id bigserial NOT NULL,
    place text NOT NULL,
    started_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    finished_at timestamp(3) with time zone,
    name text,
    size_bytes bigint,
    error text
);

CREATE TABLE balance (
    user_id text NOT NULL,
    monthly integer DEFAULT 0 NOT NULL,
    topup integer DEFAULT 0 NOT NULL,
    period integer DEFAULT 0 NOT NULL,
    ordered_until timestamp(3) with time zone,
    stored_bytes bigint DEFAULT 0 NOT NULL,
    CONSTRAINT balance_never_negative CHECK (((monthly >= 0) AND (topup >= 0)))
);

CREATE TABLE batch (
    id text NOT NULL,
    user_id text NOT NULL,
    api_key_id text,
    title text,
    metadata jsonb,
    total integer NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    canceled_at timestamp(3) with time zone
);

CREATE TABLE closed_account (
    user_id text NOT NULL,
    stripe_customer_id text,
    closed_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE credit_audit (
    is_only boolean DEFAULT true NOT NULL,
    finished_at timestamp(3) with time zone NOT NULL,
    duration_ms integer NOT NULL,
    entries integer NOT NULL,
    problems integer NOT NULL
);

CREATE TABLE email_change (
    id text NOT NULL,
    user_id text NOT NULL,
    old_email text NOT NULL,
    new_email text NOT NULL,
    confirm_hash text NOT NULL,
    undo_hash text,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    confirmed_at timestamp(3) with time zone,
    undone_at timestamp(3) with time zone
);

CREATE TABLE generation (
    id text NOT NULL,
    user_id text NOT NULL,
    api_key_id text,
    operation operation NOT NULL,
    status generation_status DEFAULT 'queued'::generation_status NOT NULL,
    style text,
    prompt text,
    aspect_ratio text,
    resolution text,
    result_public_id text,
    error_code text,
    from_monthly integer NOT NULL,
    from_topup integer NOT NULL,
    period integer NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    finished_at timestamp(3) with time zone,
    deleted_at timestamp(3) with time zone,
    source_public_id text,
    title text,
    metadata jsonb,
    idempotency_key text,
    batch_id text,
    place integer,
    custom_id text,
    width integer,
    height integer,
    size_bytes integer,
    content_type text,
    error_message text,
    lane smallint DEFAULT 0 NOT NULL,
    rank integer DEFAULT 0 NOT NULL,
    expected_ms integer DEFAULT 0 NOT NULL,
    stage text,
    attempts integer DEFAULT 0 NOT NULL,
    started_at timestamp(3) with time zone,
    wanted_mode text,
    mode text,
    model text,
    fidelity jsonb,
    error_fix text,
    bounding_box jsonb,
    options jsonb DEFAULT '{}'::jsonb NOT NULL,
    mask_public_id text,
    reused_id text,
    background_public_id text,
    source_name text,
    notes jsonb,
    attempt_log jsonb[] DEFAULT ARRAY[]::jsonb[],
    fault text,
    requeued_at timestamp(3) with time zone,
    retried_id text,
    result_ref text,
    source_ref text,
    fingerprint text,
    stored_bytes integer DEFAULT 0 NOT NULL,
    error_reason text,
    error_values jsonb,
    scene text,
    stance text,
    remake_of text,
    waived integer,
    review text,
    issues jsonb,
    request_id text,
    traceparent text,
    refunded_at timestamp(3) with time zone,
    CONSTRAINT generation_charge_never_negative CHECK (((from_monthly >= 0) AND (from_topup >= 0)))
)
WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_insert_scale_factor='0.02', autovacuum_analyze_scale_factor='0.02');

CREATE TABLE hosted_picture (
    public_id text NOT NULL,
    user_id text,
    size_bytes integer NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    unused_since timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    released_at timestamp(3) with time zone,
    removing_at timestamp(3) with time zone,
    file_name text,
    looked_at timestamp(3) with time zone
);

CREATE TABLE idempotency_key (
    user_id text NOT NULL,
    key text NOT NULL,
    operation text NOT NULL,
    request_hash text NOT NULL,
    state idempotency_state DEFAULT 'running'::idempotency_state NOT NULL,
    response_status integer,
    response_body jsonb,
    response_header jsonb,
    boot_id text NOT NULL,
    locked_until timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    work_id text
);

CREATE TABLE installation (
    is_only boolean DEFAULT true NOT NULL,
    id text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT installation_is_only_check CHECK (is_only)
);

CREATE TABLE installation_secret (
    fingerprint text NOT NULL
);

CREATE TABLE ledger_entry (
    id bigserial NOT NULL,
    user_id text NOT NULL,
    kind ledger_kind NOT NULL,
    monthly_delta integer NOT NULL,
    topup_delta integer NOT NULL,
    monthly_after integer NOT NULL,
    topup_after integer NOT NULL,
    shortfall integer DEFAULT 0 NOT NULL,
    reference text NOT NULL,
    note text DEFAULT ''::text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT ledger_entry_never_negative CHECK (((monthly_after >= 0) AND (topup_after >= 0) AND (shortfall >= 0)))
);

CREATE TABLE look (
    id text NOT NULL,
    user_id text NOT NULL,
    name text NOT NULL,
    settings jsonb NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    background_public_id text
);

CREATE TABLE model_call (
    id bigserial NOT NULL,
    generation_id text,
    provider text NOT NULL,
    model text NOT NULL,
    mode text NOT NULL,
    style text NOT NULL,
    outcome text NOT NULL,
    cost_micros integer,
    duration_ms integer NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE outgoing_mail (
    id bigserial NOT NULL,
    reference text NOT NULL,
    recipient text NOT NULL,
    subject text NOT NULL,
    text text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    sent_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    html text
);

CREATE TABLE payment_receipt (
    reference text NOT NULL,
    user_id text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE picture_mask (
    user_id text NOT NULL,
    public_id text NOT NULL,
    mask_public_id text NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    mask_ref text NOT NULL
);

CREATE TABLE preview_day (
    user_id text NOT NULL,
    day date NOT NULL,
    count integer NOT NULL
);

CREATE UNLOGGED TABLE rate_limit (
    user_id text NOT NULL,
    arrival_at timestamp(6) with time zone NOT NULL
);

CREATE TABLE sandbox_delivery (
    event_id text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    delivered_at timestamp(3) with time zone,
    last_answer text DEFAULT ''::text NOT NULL
);

CREATE TABLE sandbox_object (
    id text NOT NULL,
    sequence bigserial NOT NULL,
    type text NOT NULL,
    customer text,
    created integer NOT NULL,
    data jsonb NOT NULL,
    hidden jsonb DEFAULT '{}'::jsonb NOT NULL
);

CREATE TABLE sandbox_request (
    idempotency_key text NOT NULL,
    request_hash text NOT NULL,
    status integer NOT NULL,
    body jsonb NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE session (
    id text NOT NULL,
    token text NOT NULL,
    user_id text NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    ip_address text,
    user_agent text,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE sign_in_attempt (
    id text NOT NULL,
    key text NOT NULL,
    count integer NOT NULL,
    last_request bigint NOT NULL
);

CREATE TABLE sign_in_device (
    user_id text NOT NULL,
    hash text NOT NULL,
    last_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE storage_claim (
    name text NOT NULL,
    claimed_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE stripe_event (
    id text NOT NULL,
    type text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    received_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    receipt text NOT NULL
);

CREATE TABLE stripe_sweep (
    name text NOT NULL,
    done_until timestamp(3) with time zone NOT NULL
);

CREATE TABLE subscription (
    user_id text NOT NULL,
    tier tier DEFAULT 'starter'::tier NOT NULL,
    status subscription_status DEFAULT 'canceled'::subscription_status NOT NULL,
    credits_limit integer DEFAULT 0 NOT NULL,
    trial_ends_at timestamp(3) with time zone,
    period_ends_at timestamp(3) with time zone,
    cancel_at_period_end boolean DEFAULT false NOT NULL,
    stripe_customer_id text,
    stripe_subscription_id text,
    updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    stripe_version integer DEFAULT 0 NOT NULL,
    closing_at timestamp(3) with time zone,
    suspended_at timestamp(3) with time zone,
    trial_refusal text,
    next_tier tier,
    secured_at timestamp(3) with time zone,
    CONSTRAINT subscription_limit_never_negative CHECK ((credits_limit >= 0))
);

CREATE TABLE support_link (
    id text NOT NULL,
    user_id text NOT NULL,
    operator_id text NOT NULL,
    reason text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    accepted_at timestamp(3) with time zone,
    session_id text,
    ended_at timestamp(3) with time zone
);

CREATE TABLE trial_claim (
    mailbox_hash text NOT NULL,
    address_hash text,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE tryout (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    address_hash text NOT NULL,
    is_spoiled boolean DEFAULT false NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    network_hash text
);

CREATE TABLE two_factor (
    id text NOT NULL,
    secret text NOT NULL,
    backup_codes text NOT NULL,
    user_id text NOT NULL,
    verified boolean DEFAULT true NOT NULL,
    failed_verification_count integer DEFAULT 0 NOT NULL,
    locked_until timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    last_step integer
);

CREATE TABLE "user" (
    id text NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    email_verified boolean DEFAULT false NOT NULL,
    image text,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    locale text,
    two_factor_enabled boolean DEFAULT false NOT NULL,
    is_operator boolean DEFAULT false NOT NULL
);

CREATE TABLE verification (
    id text NOT NULL,
    identifier text NOT NULL,
    value text NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE webhook_budget (
    id text NOT NULL,
    user_id text,
    used_until timestamp(3) with time zone NOT NULL,
    answered_at timestamp(3) with time zone
);

CREATE TABLE webhook_delivery (
    id text NOT NULL,
    user_id text NOT NULL,
    event_id text NOT NULL,
    endpoint_id text NOT NULL,
    status webhook_delivery_status DEFAULT 'pending'::webhook_delivery_status NOT NULL,
    attempts jsonb DEFAULT '[]'::jsonb NOT NULL,
    attempts_made integer DEFAULT 0 NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    next_attempt_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE webhook_endpoint (
    id text NOT NULL,
    user_id text NOT NULL,
    url text NOT NULL,
    events text[],
    description text,
    status webhook_endpoint_status DEFAULT 'enabled'::webhook_endpoint_status NOT NULL,
    pause_reason webhook_pause_reason,
    secret text NOT NULL,
    previous_secret text,
    previous_secret_until timestamp(3) with time zone,
    failing_since timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    delayed_until timestamp(3) with time zone,
    reused_items boolean,
    sending_by text,
    sending_until timestamp(3) with time zone,
    slow_since timestamp(3) with time zone,
    verified_at timestamp(3) with time zone,
    secured_at timestamp(3) with time zone,
    deleted_at timestamp(3) with time zone,
    CONSTRAINT webhook_endpoint_pause_reason_check CHECK (((status = 'paused'::webhook_endpoint_status) = (pause_reason IS NOT NULL)))
);

CREATE TABLE webhook_event (
    id text NOT NULL,
    user_id text NOT NULL,
    type text NOT NULL,
    data json NOT NULL,
    reference text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    traceparent text
);

ALTER TABLE account_attempt ADD CONSTRAINT account_attempt_pkey PRIMARY KEY (key);
ALTER TABLE account_export ADD CONSTRAINT account_export_pkey PRIMARY KEY (id);
ALTER TABLE account ADD CONSTRAINT account_pkey PRIMARY KEY (id);
ALTER TABLE api_key ADD CONSTRAINT api_key_pkey PRIMARY KEY (id);
ALTER TABLE app_process ADD CONSTRAINT app_process_pkey PRIMARY KEY (boot_id);
ALTER TABLE audit_event ADD CONSTRAINT audit_event_pkey PRIMARY KEY (id);
ALTER TABLE backup_run ADD CONSTRAINT backup_run_pkey PRIMARY KEY (id);
ALTER TABLE balance ADD CONSTRAINT balance_pkey PRIMARY KEY (user_id);
ALTER TABLE batch ADD CONSTRAINT batch_pkey PRIMARY KEY (id);
ALTER TABLE closed_account ADD CONSTRAINT closed_account_pkey PRIMARY KEY (user_id);
ALTER TABLE credit_audit ADD CONSTRAINT credit_audit_pkey PRIMARY KEY (is_only);
ALTER TABLE email_change ADD CONSTRAINT email_change_pkey PRIMARY KEY (id);
ALTER TABLE generation ADD CONSTRAINT generation_pkey PRIMARY KEY (id);
ALTER TABLE hosted_picture ADD CONSTRAINT hosted_picture_pkey PRIMARY KEY (public_id);
ALTER TABLE idempotency_key ADD CONSTRAINT idempotency_key_pkey PRIMARY KEY (user_id, key);
ALTER TABLE installation ADD CONSTRAINT installation_pkey PRIMARY KEY (is_only);
ALTER TABLE installation_secret ADD CONSTRAINT installation_secret_pkey PRIMARY KEY (fingerprint);
ALTER TABLE ledger_entry ADD CONSTRAINT ledger_entry_pkey PRIMARY KEY (id);
ALTER TABLE look ADD CONSTRAINT look_pkey PRIMARY KEY (id);
ALTER TABLE model_call ADD CONSTRAINT model_call_pkey PRIMARY KEY (id);
ALTER TABLE outgoing_mail ADD CONSTRAINT outgoing_mail_pkey PRIMARY KEY (id);
ALTER TABLE payment_receipt ADD CONSTRAINT payment_receipt_pkey PRIMARY KEY (reference);
ALTER TABLE picture_mask ADD CONSTRAINT picture_mask_pkey PRIMARY KEY (user_id, public_id);
ALTER TABLE preview_day ADD CONSTRAINT preview_day_pkey PRIMARY KEY (user_id);
ALTER TABLE rate_limit ADD CONSTRAINT rate_limit_pkey PRIMARY KEY (user_id);
ALTER TABLE sandbox_delivery ADD CONSTRAINT sandbox_delivery_pkey PRIMARY KEY (event_id);
ALTER TABLE sandbox_object ADD CONSTRAINT sandbox_object_pkey PRIMARY KEY (id);
ALTER TABLE sandbox_request ADD CONSTRAINT sandbox_request_pkey PRIMARY KEY (idempotency_key);
ALTER TABLE session ADD CONSTRAINT session_pkey PRIMARY KEY (id);
ALTER TABLE sign_in_attempt ADD CONSTRAINT sign_in_attempt_pkey PRIMARY KEY (id);
ALTER TABLE sign_in_device ADD CONSTRAINT sign_in_device_pkey PRIMARY KEY (user_id, hash);
ALTER TABLE storage_claim ADD CONSTRAINT storage_claim_pkey PRIMARY KEY (name);
ALTER TABLE stripe_event ADD CONSTRAINT stripe_event_pkey PRIMARY KEY (id);
ALTER TABLE stripe_sweep ADD CONSTRAINT stripe_sweep_pkey PRIMARY KEY (name);
ALTER TABLE subscription ADD CONSTRAINT subscription_pkey PRIMARY KEY (user_id);
ALTER TABLE support_link ADD CONSTRAINT support_link_pkey PRIMARY KEY (id);
ALTER TABLE trial_claim ADD CONSTRAINT trial_claim_pkey PRIMARY KEY (mailbox_hash);
ALTER TABLE tryout ADD CONSTRAINT tryout_pkey PRIMARY KEY (id);
ALTER TABLE two_factor ADD CONSTRAINT two_factor_pkey PRIMARY KEY (id);
ALTER TABLE "user" ADD CONSTRAINT user_pkey PRIMARY KEY (id);
ALTER TABLE verification ADD CONSTRAINT verification_pkey PRIMARY KEY (id);
ALTER TABLE webhook_budget ADD CONSTRAINT webhook_budget_pkey PRIMARY KEY (id);
ALTER TABLE webhook_delivery ADD CONSTRAINT webhook_delivery_pkey PRIMARY KEY (id);
ALTER TABLE webhook_endpoint ADD CONSTRAINT webhook_endpoint_pkey PRIMARY KEY (id);
ALTER TABLE webhook_event ADD CONSTRAINT webhook_event_pkey PRIMARY KEY (id);

CREATE INDEX account_attempt_last_at_idx ON account_attempt USING btree (last_at);
CREATE UNIQUE INDEX account_export_open ON account_export USING btree (user_id) WHERE ((ready_at IS NULL) AND (failed_at IS NULL));
CREATE INDEX account_export_user_id_created_at_idx ON account_export USING btree (user_id, created_at DESC);
CREATE INDEX account_user_id_idx ON account USING btree (user_id);
CREATE UNIQUE INDEX api_key_hash_key ON api_key USING btree (hash);
CREATE INDEX api_key_previous_hash_idx ON api_key USING btree (previous_hash);
CREATE INDEX api_key_user_id_idx ON api_key USING btree (user_id);
CREATE INDEX audit_event_account_id_action_created_at_id_idx ON audit_event USING btree (account_id, action, created_at DESC, id DESC);
CREATE INDEX audit_event_account_id_actor_id_created_at_id_idx ON audit_event USING btree (account_id, actor_id, created_at DESC, id DESC);
CREATE INDEX audit_event_account_id_created_at_id_idx ON audit_event USING btree (account_id, created_at DESC, id DESC);
CREATE INDEX audit_event_created_at_idx ON audit_event USING btree (created_at);
CREATE INDEX backup_run_started_at_idx ON backup_run USING btree (started_at DESC);
CREATE INDEX batch_canceled ON batch USING btree (user_id, created_at DESC, id DESC) WHERE (canceled_at IS NOT NULL);
CREATE INDEX batch_not_canceled ON batch USING btree (user_id, created_at DESC, id DESC) WHERE (canceled_at IS NULL);
CREATE INDEX batch_user_id_created_at_id_idx ON batch USING btree (user_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX closed_account_stripe_customer_id_key ON closed_account USING btree (stripe_customer_id);
CREATE UNIQUE INDEX email_change_confirm_hash_key ON email_change USING btree (confirm_hash);
CREATE INDEX email_change_old_email_idx ON email_change USING btree (old_email);
CREATE UNIQUE INDEX email_change_undo_hash_key ON email_change USING btree (undo_hash);
CREATE INDEX email_change_user_id_idx ON email_change USING btree (user_id);
CREATE INDEX generation_at_work ON generation USING btree (user_id) WHERE (status = 'running'::generation_status);
CREATE INDEX generation_background_public_id_idx ON generation USING btree (background_public_id);
CREATE INDEX generation_batch_id_place_idx ON generation USING btree (batch_id, place);
CREATE INDEX generation_by_age ON generation USING btree (created_at) WHERE ((deleted_at IS NULL) AND (status <> ALL (ARRAY['queued'::generation_status, 'running'::generation_status])));
CREATE INDEX generation_custom_id ON generation USING btree (user_id, custom_id, created_at DESC, id DESC) WHERE ((custom_id IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX generation_ended ON generation USING btree (status, finished_at DESC, id DESC) WHERE (finished_at IS NOT NULL);
CREATE INDEX generation_history ON generation USING btree (user_id, created_at DESC, id DESC) INCLUDE (operation, status, style, review, deleted_at, api_key_id, error_code, from_monthly, from_topup, refunded_at) WHERE (user_id IS NOT NULL);
CREATE INDEX generation_key ON generation USING btree (user_id, api_key_id, created_at DESC, id DESC) WHERE ((api_key_id IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX generation_mask_public_id_idx ON generation USING btree (mask_public_id);
CREATE INDEX generation_metadata ON generation USING gin (jsonb_set('{}'::jsonb, ARRAY[user_id], metadata) jsonb_path_ops) WITH (fastupdate=off) WHERE ((metadata IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX generation_open_batches ON generation USING btree (user_id, batch_id) WHERE ((batch_id IS NOT NULL) AND (status = ANY (ARRAY['queued'::generation_status, 'running'::generation_status])));
CREATE INDEX generation_products ON generation USING btree (user_id, md5(
CASE
    WHEN ((metadata ->> 'sku'::text) ~ '\S'::text) THEN (metadata ->> 'sku'::text)
    ELSE source_ref
END), created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX generation_refunded ON generation USING btree (finished_at) WHERE ((status = ANY (ARRAY['failed'::generation_status, 'canceled'::generation_status])) AND (deleted_at IS NULL));
CREATE INDEX generation_remakes ON generation USING btree (user_id, remake_of) WHERE (remake_of IS NOT NULL);
CREATE INDEX generation_request_id ON generation USING btree (request_id) WHERE (request_id IS NOT NULL);
CREATE INDEX generation_requeued ON generation USING btree (requeued_at) WHERE (requeued_at IS NOT NULL);
CREATE INDEX generation_result_public_id_idx ON generation USING btree (result_public_id);
CREATE INDEX generation_same ON generation USING btree (user_id, fingerprint, COALESCE(mask_public_id, ''::text), COALESCE(mode, 'studio'::text), created_at DESC) WHERE ((status = 'succeeded'::generation_status) AND (deleted_at IS NULL) AND (fingerprint IS NOT NULL));
CREATE INDEX generation_same_open ON generation USING btree (user_id, fingerprint, created_at DESC) WHERE ((status = ANY (ARRAY['queued'::generation_status, 'running'::generation_status])) AND (fingerprint IS NOT NULL));
CREATE INDEX generation_source_public_id_idx ON generation USING btree (source_public_id);
CREATE INDEX generation_status_expires_at_idx ON generation USING btree (status, expires_at);
CREATE INDEX generation_turns ON generation USING btree (lane, rank) WHERE (status = 'queued'::generation_status);
CREATE INDEX generation_turns_of_user ON generation USING btree (user_id, lane, rank) WHERE (status = 'queued'::generation_status);
CREATE INDEX generation_user_id_idempotency_key_idx ON generation USING btree (user_id, idempotency_key);
CREATE INDEX generation_waived ON generation USING btree (user_id, created_at) WHERE (waived IS NOT NULL);
CREATE INDEX hosted_picture_kept_looked ON hosted_picture USING btree (looked_at) WHERE ((released_at IS NULL) AND (looked_at IS NOT NULL));
CREATE INDEX hosted_picture_kept_new ON hosted_picture USING btree (unused_since) WHERE ((released_at IS NULL) AND (looked_at IS NULL));
CREATE INDEX hosted_picture_of_nobody ON hosted_picture USING btree (public_id) WHERE ((user_id IS NULL) AND (released_at IS NULL));
CREATE INDEX hosted_picture_released_looked ON hosted_picture USING btree (looked_at) WHERE ((released_at IS NOT NULL) AND (looked_at IS NOT NULL));
CREATE INDEX hosted_picture_released_new ON hosted_picture USING btree (released_at) WHERE ((released_at IS NOT NULL) AND (looked_at IS NULL));
CREATE INDEX hosted_picture_user_id_idx ON hosted_picture USING btree (user_id);
CREATE INDEX idempotency_key_expires_at_idx ON idempotency_key USING btree (expires_at);
CREATE INDEX idempotency_key_open ON idempotency_key USING btree (boot_id) WHERE ((state = 'running'::idempotency_state) AND (work_id IS NULL));
CREATE INDEX idempotency_key_work_id_idx ON idempotency_key USING btree (work_id);
CREATE UNIQUE INDEX ledger_entry_reference_key ON ledger_entry USING btree (reference);
CREATE INDEX ledger_entry_user_id_id_idx ON ledger_entry USING btree (user_id, id DESC);
CREATE INDEX look_background_public_id_idx ON look USING btree (background_public_id);
CREATE INDEX look_user_id_created_at_id_idx ON look USING btree (user_id, created_at DESC, id DESC);
CREATE INDEX model_call_created_at_idx ON model_call USING btree (created_at);
CREATE INDEX model_call_generation_id_idx ON model_call USING btree (generation_id);
CREATE INDEX outgoing_mail_recipient_idx ON outgoing_mail USING btree (recipient);
CREATE UNIQUE INDEX outgoing_mail_reference_key ON outgoing_mail USING btree (reference);
CREATE INDEX outgoing_mail_sent_at_idx ON outgoing_mail USING btree (sent_at);
CREATE INDEX payment_receipt_user_id_idx ON payment_receipt USING btree (user_id);
CREATE INDEX picture_mask_mask_public_id_idx ON picture_mask USING btree (mask_public_id);
CREATE INDEX sandbox_delivery_delivered_at_idx ON sandbox_delivery USING btree (delivered_at);
CREATE UNIQUE INDEX sandbox_object_sequence_key ON sandbox_object USING btree (sequence);
CREATE INDEX sandbox_object_type_customer_sequence_idx ON sandbox_object USING btree (type, customer, sequence DESC);
CREATE INDEX sandbox_object_type_sequence_idx ON sandbox_object USING btree (type, sequence DESC);
CREATE UNIQUE INDEX session_token_key ON session USING btree (token);
CREATE INDEX session_user_id_idx ON session USING btree (user_id);
CREATE UNIQUE INDEX sign_in_attempt_key_key ON sign_in_attempt USING btree (key);
CREATE INDEX subscription_closing ON subscription USING btree (closing_at) WHERE (closing_at IS NOT NULL);
CREATE UNIQUE INDEX subscription_stripe_customer_id_key ON subscription USING btree (stripe_customer_id);
CREATE UNIQUE INDEX subscription_stripe_subscription_id_key ON subscription USING btree (stripe_subscription_id);
CREATE INDEX subscription_trials ON subscription USING btree (trial_ends_at) WHERE ((status = 'trialing'::subscription_status) AND (stripe_subscription_id IS NULL));
CREATE INDEX support_link_operator_id_idx ON support_link USING btree (operator_id);
CREATE INDEX support_link_user_id_idx ON support_link USING btree (user_id);
CREATE INDEX trial_claim_address_hash_created_at_idx ON trial_claim USING btree (address_hash, created_at);
CREATE INDEX tryout_address_hash_created_at_idx ON tryout USING btree (address_hash, created_at);
CREATE INDEX tryout_created_at_idx ON tryout USING btree (created_at);
CREATE UNIQUE INDEX two_factor_user_id_key ON two_factor USING btree (user_id);
CREATE UNIQUE INDEX user_email_key ON "user" USING btree (email);
CREATE INDEX verification_identifier_idx ON verification USING btree (identifier);
CREATE INDEX webhook_budget_used_until_idx ON webhook_budget USING btree (used_until);
CREATE INDEX webhook_budget_user_id_idx ON webhook_budget USING btree (user_id);
CREATE INDEX webhook_delivery_due ON webhook_delivery USING btree (next_attempt_at) WHERE (status = 'pending'::webhook_delivery_status);
CREATE INDEX webhook_delivery_endpoint_id_created_at_id_idx ON webhook_delivery USING btree (endpoint_id, created_at DESC, id DESC);
CREATE INDEX webhook_delivery_event_id_idx ON webhook_delivery USING btree (event_id);
CREATE INDEX webhook_delivery_next ON webhook_delivery USING btree (endpoint_id, next_attempt_at, created_at, id) WHERE (status = 'pending'::webhook_delivery_status);
CREATE INDEX webhook_delivery_user_id_created_at_id_idx ON webhook_delivery USING btree (user_id, created_at DESC, id DESC);
CREATE INDEX webhook_endpoint_user_id_created_at_id_idx ON webhook_endpoint USING btree (user_id, created_at DESC, id DESC);
CREATE INDEX webhook_event_created_at_idx ON webhook_event USING btree (created_at);
CREATE INDEX webhook_event_object ON webhook_event USING btree (user_id, COALESCE((data ->> 'id'::text), (data ->> 'endpoint_id'::text)), created_at DESC, id DESC);
CREATE UNIQUE INDEX webhook_event_reference_key ON webhook_event USING btree (reference);
CREATE INDEX webhook_event_user_id_created_at_id_idx ON webhook_event USING btree (user_id, created_at DESC, id DESC);
CREATE INDEX webhook_event_user_id_type_created_at_id_idx ON webhook_event USING btree (user_id, type, created_at DESC, id DESC);

CREATE TRIGGER audit_event_immutable BEFORE DELETE OR UPDATE ON audit_event FOR EACH ROW EXECUTE FUNCTION audit_event_is_kept();

CREATE TRIGGER audit_event_kept BEFORE TRUNCATE ON audit_event FOR EACH STATEMENT EXECUTE FUNCTION audit_event_is_kept();

CREATE TRIGGER ledger_entry_immutable BEFORE DELETE OR UPDATE ON ledger_entry FOR EACH ROW EXECUTE FUNCTION ledger_entry_is_immutable();

CREATE TRIGGER ledger_entry_kept BEFORE TRUNCATE ON ledger_entry FOR EACH STATEMENT EXECUTE FUNCTION ledger_entry_is_immutable();

ALTER TABLE account_export ADD CONSTRAINT account_export_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE account ADD CONSTRAINT account_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE api_key ADD CONSTRAINT api_key_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE balance ADD CONSTRAINT balance_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE batch ADD CONSTRAINT batch_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE email_change ADD CONSTRAINT email_change_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE generation ADD CONSTRAINT generation_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES batch(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE generation ADD CONSTRAINT generation_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE hosted_picture ADD CONSTRAINT hosted_picture_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE idempotency_key ADD CONSTRAINT idempotency_key_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE look ADD CONSTRAINT look_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE payment_receipt ADD CONSTRAINT payment_receipt_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE picture_mask ADD CONSTRAINT picture_mask_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE preview_day ADD CONSTRAINT preview_day_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE session ADD CONSTRAINT session_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE sign_in_device ADD CONSTRAINT sign_in_device_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE subscription ADD CONSTRAINT subscription_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE support_link ADD CONSTRAINT support_link_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE support_link ADD CONSTRAINT support_link_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE two_factor ADD CONSTRAINT two_factor_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE webhook_budget ADD CONSTRAINT webhook_budget_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE webhook_delivery ADD CONSTRAINT webhook_delivery_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoint(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE webhook_delivery ADD CONSTRAINT webhook_delivery_event_id_fkey FOREIGN KEY (event_id) REFERENCES webhook_event(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE webhook_delivery ADD CONSTRAINT webhook_delivery_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE webhook_endpoint ADD CONSTRAINT webhook_endpoint_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE webhook_event ADD CONSTRAINT webhook_event_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE;
