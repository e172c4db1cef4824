-- +goose Up

-- One schema for SQLite and PostgreSQL. Instants are BIGINT microseconds UTC,
-- business days are TEXT YYYY-MM-DD ('' is no day), money is BIGINT paise.
-- Every table of a customer has customer_id first in its key, so that a
-- distributed engine can place it by customer.

CREATE TABLE customers (
    id BIGINT PRIMARY KEY,
    full_name TEXT NOT NULL,
    email TEXT NOT NULL,
    mobile TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    verification_status TEXT NOT NULL,
    kyc_pending BOOLEAN NOT NULL,
    is_b2b BOOLEAN NOT NULL,
    gstin TEXT NOT NULL,
    gstin_state TEXT NOT NULL,
    city_slug TEXT NOT NULL,
    auto_debit_required BOOLEAN NOT NULL,
    credit_history BOOLEAN NOT NULL,
    referral_code TEXT NOT NULL,
    -- revision grows with every write to the customer's data; answers kept in
    -- memory are valid for one revision.
    revision BIGINT NOT NULL
);
CREATE UNIQUE INDEX customers_mobile ON customers (mobile);

CREATE TABLE sessions (
    token_hash TEXT PRIMARY KEY,
    customer_id BIGINT NOT NULL,
    actor TEXT NOT NULL, -- 'customer' or 'agent:<name>'
    device TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    seen_at BIGINT NOT NULL,
    idle_until BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX sessions_customer ON sessions (customer_id, created_at);

CREATE TABLE login_challenges (
    id TEXT PRIMARY KEY,
    mobile TEXT NOT NULL,
    network TEXT NOT NULL, -- from which the code was asked for
    code_hash TEXT NOT NULL,
    wrong_tries BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    used_at BIGINT NOT NULL
);
CREATE INDEX login_challenges_mobile ON login_challenges (mobile, created_at);

-- A one-time code that travels in a URL as accessToken and is swapped for a
-- session once.
CREATE TABLE handoff_codes (
    code_hash TEXT PRIMARY KEY,
    customer_id BIGINT NOT NULL,
    actor TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    used_at BIGINT NOT NULL
);

CREATE TABLE rate_counters (
    bucket TEXT NOT NULL,
    window_start BIGINT NOT NULL,
    hits BIGINT NOT NULL,
    PRIMARY KEY (bucket, window_start)
);

CREATE TABLE idempotency_keys (
    customer_id BIGINT NOT NULL,
    idempotency_key TEXT NOT NULL,
    operation TEXT NOT NULL,
    input_hash TEXT NOT NULL,
    answer TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (customer_id, idempotency_key)
);
CREATE INDEX idempotency_keys_created ON idempotency_keys (created_at);

CREATE TABLE cities (
    id BIGINT PRIMARY KEY,
    slug TEXT NOT NULL,
    name TEXT NOT NULL,
    state_code TEXT NOT NULL, -- GST state code, two digits
    state_name TEXT NOT NULL,
    lat DOUBLE PRECISION NOT NULL,
    lng DOUBLE PRECISION NOT NULL,
    radius_km DOUBLE PRECISION NOT NULL
);
CREATE UNIQUE INDEX cities_slug ON cities (slug);

-- The company's own GST registrations, one per state in which it has one.
CREATE TABLE gst_registrations (
    state_code TEXT PRIMARY KEY,
    gstin TEXT NOT NULL,
    series TEXT NOT NULL, -- prefix of invoice numbers, at most two letters
    legal_name TEXT NOT NULL,
    address TEXT NOT NULL
);

CREATE TABLE products (
    id BIGINT PRIMARY KEY,
    slug TEXT NOT NULL,
    name TEXT NOT NULL,
    category TEXT NOT NULL, -- furniture, appliances or electronics
    thumbnail TEXT NOT NULL,
    sac TEXT NOT NULL,
    gst_bp BIGINT NOT NULL, -- hundredths of a percent
    is_ac BOOLEAN NOT NULL,
    closure_multiplier_bp BIGINT NOT NULL, -- 15000 is 1.5 rents
    rent_paise BIGINT NOT NULL,
    deposit_paise BIGINT NOT NULL
);
CREATE UNIQUE INDEX products_slug ON products (slug);

CREATE TABLE addresses (
    customer_id BIGINT NOT NULL,
    id BIGINT NOT NULL,
    flat_no TEXT NOT NULL,
    society_name TEXT NOT NULL,
    address_line1 TEXT NOT NULL,
    address_line2 TEXT NOT NULL,
    area TEXT NOT NULL,
    land_mark TEXT NOT NULL,
    sub_city TEXT NOT NULL,
    city TEXT NOT NULL,
    city_id BIGINT NOT NULL,
    pincode TEXT NOT NULL,
    alternative_mobile TEXT NOT NULL,
    lat DOUBLE PRECISION NOT NULL,
    lng DOUBLE PRECISION NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (customer_id, id)
);

CREATE TABLE orders (
    customer_id BIGINT NOT NULL,
    id BIGINT NOT NULL,
    unique_id TEXT NOT NULL,
    address_id BIGINT NOT NULL,
    city_id BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (customer_id, id)
);

CREATE TABLE order_items (
    customer_id BIGINT NOT NULL,
    id BIGINT NOT NULL,
    order_id BIGINT NOT NULL,
    product_id BIGINT NOT NULL,
    name TEXT NOT NULL,
    thumbnail TEXT NOT NULL,
    sac TEXT NOT NULL,
    gst_bp BIGINT NOT NULL,
    is_ac BOOLEAN NOT NULL,
    closure_multiplier_bp BIGINT NOT NULL,
    deposit_paise BIGINT NOT NULL,
    tenure_months BIGINT NOT NULL,
    delivery_status BIGINT NOT NULL, -- 100 ordered, 200 active, 300 closed, 400 cancelled before it came
    delivery_date TEXT NOT NULL,
    tenure_end TEXT NOT NULL,
    closed_date TEXT NOT NULL, -- pickup day, not charged; '' while active
    location_id BIGINT NOT NULL,
    is_cil_allowed BOOLEAN NOT NULL,
    PRIMARY KEY (customer_id, id)
);

-- What an item costs and where it stands, from a day on: extension and
-- relocation add a row and change none.
CREATE TABLE item_terms (
    customer_id BIGINT NOT NULL,
    item_id BIGINT NOT NULL,
    from_date TEXT NOT NULL,
    rent_paise BIGINT NOT NULL,
    address_id BIGINT NOT NULL,
    state_code TEXT NOT NULL,
    PRIMARY KEY (customer_id, item_id, from_date)
);

CREATE TABLE invoices (
    customer_id BIGINT NOT NULL,
    id BIGINT NOT NULL,
    number TEXT NOT NULL,
    kind TEXT NOT NULL, -- rental, adjustment, late_fee or credit_note
    order_id BIGINT NOT NULL, -- 0 when it covers several orders
    order_unique_id TEXT NOT NULL,
    original_id BIGINT NOT NULL, -- the invoice that a credit note reverses, else 0
    date TEXT NOT NULL,
    due_date TEXT NOT NULL,
    period_from TEXT NOT NULL,
    period_to TEXT NOT NULL, -- exclusive
    supplier_state TEXT NOT NULL,
    supplier_gstin TEXT NOT NULL,
    supplier_name TEXT NOT NULL,
    supplier_address TEXT NOT NULL,
    place_of_supply TEXT NOT NULL, -- GST state code
    bill_name TEXT NOT NULL,
    bill_address TEXT NOT NULL,
    bill_gstin TEXT NOT NULL,
    taxable_paise BIGINT NOT NULL,
    cgst_paise BIGINT NOT NULL,
    sgst_paise BIGINT NOT NULL,
    igst_paise BIGINT NOT NULL,
    round_off_paise BIGINT NOT NULL,
    total_paise BIGINT NOT NULL,
    paid_paise BIGINT NOT NULL,
    credited_paise BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (customer_id, id)
);
CREATE UNIQUE INDEX invoices_number ON invoices (customer_id, number);

CREATE TABLE invoice_lines (
    customer_id BIGINT NOT NULL,
    invoice_id BIGINT NOT NULL,
    line_no BIGINT NOT NULL,
    kind TEXT NOT NULL, -- rent, charge, discount, late_fee or credit
    operation TEXT NOT NULL, -- what made a line that is not rent; '' for rent
    order_id BIGINT NOT NULL,
    item_id BIGINT NOT NULL,
    description TEXT NOT NULL,
    sac TEXT NOT NULL,
    gst_bp BIGINT NOT NULL,
    from_date TEXT NOT NULL,
    to_date TEXT NOT NULL, -- exclusive
    rate_paise BIGINT NOT NULL, -- monthly rent of the period
    days BIGINT NOT NULL,
    month_days BIGINT NOT NULL,
    amount_paise BIGINT NOT NULL, -- taxable value
    cgst_paise BIGINT NOT NULL,
    sgst_paise BIGINT NOT NULL,
    igst_paise BIGINT NOT NULL,
    PRIMARY KEY (customer_id, invoice_id, line_no)
);
-- No day of an item's rent is billed twice: the key against a second run.
CREATE UNIQUE INDEX invoice_lines_rent ON invoice_lines (customer_id, item_id, from_date) WHERE kind = 'rent';
CREATE UNIQUE INDEX invoice_lines_operation ON invoice_lines (customer_id, operation) WHERE operation <> '';

CREATE TABLE invoice_serials (
    series TEXT NOT NULL,
    financial_year BIGINT NOT NULL,
    last_number BIGINT NOT NULL,
    PRIMARY KEY (series, financial_year)
);

CREATE TABLE billing_runs (
    month TEXT PRIMARY KEY, -- first day of the month that is billed
    state TEXT NOT NULL, -- running or done
    after_customer BIGINT NOT NULL, -- customers up to this id are done
    invoices BIGINT NOT NULL,
    total_paise BIGINT NOT NULL,
    started_at BIGINT NOT NULL,
    finished_at BIGINT NOT NULL
);

CREATE TABLE late_fees (
    customer_id BIGINT NOT NULL,
    id BIGINT NOT NULL,
    invoice_id BIGINT NOT NULL,
    cycle TEXT NOT NULL, -- first day of the month of the fee
    date TEXT NOT NULL,
    days_late BIGINT NOT NULL,
    base_paise BIGINT NOT NULL,
    amount_paise BIGINT NOT NULL, -- GST inclusive
    paid_paise BIGINT NOT NULL,
    waived_reason TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (customer_id, id)
);
CREATE UNIQUE INDEX late_fees_cycle ON late_fees (customer_id, invoice_id, cycle);

-- The journal. Debit is positive. Entries sum to zero and never change.
CREATE TABLE ledger_entries (
    customer_id BIGINT NOT NULL, -- 0 for the company's own entries
    id BIGINT NOT NULL,
    source_type TEXT NOT NULL,
    source_id TEXT NOT NULL,
    day TEXT NOT NULL,
    at BIGINT NOT NULL,
    description TEXT NOT NULL,
    PRIMARY KEY (customer_id, id)
);
CREATE UNIQUE INDEX ledger_entries_source ON ledger_entries (customer_id, source_type, source_id);
CREATE INDEX ledger_entries_day ON ledger_entries (day, id);

CREATE TABLE ledger_postings (
    customer_id BIGINT NOT NULL,
    entry_id BIGINT NOT NULL,
    leg BIGINT NOT NULL,
    account TEXT NOT NULL,
    amount_paise BIGINT NOT NULL,
    PRIMARY KEY (customer_id, entry_id, leg)
);
CREATE INDEX ledger_postings_account ON ledger_postings (customer_id, account, entry_id);

CREATE TABLE ledger_balances (
    customer_id BIGINT NOT NULL,
    account TEXT NOT NULL,
    balance_paise BIGINT NOT NULL,
    PRIMARY KEY (customer_id, account)
);

-- One link of the hash chain per day.
CREATE TABLE ledger_days (
    day TEXT PRIMARY KEY,
    entries BIGINT NOT NULL,
    head TEXT NOT NULL,
    sealed_at BIGINT NOT NULL
);

-- A payment transaction: what the customer set out to pay, by one or more
-- attempts at a gateway.
CREATE TABLE payment_transactions (
    customer_id BIGINT NOT NULL,
    id BIGINT NOT NULL, -- rmTransactionId
    unique_id TEXT NOT NULL,
    purpose TEXT NOT NULL, -- due, deposit or advance-rent
    state TEXT NOT NULL, -- open, pending, failed, succeeded or expired
    amount_paise BIGINT NOT NULL, -- to be paid altogether
    wallet_paise BIGINT NOT NULL, -- of it from the wallet
    months BIGINT NOT NULL,
    is_auto_debit BOOLEAN NOT NULL,
    payment_method TEXT NOT NULL,
    device TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    settled_at BIGINT NOT NULL,
    link_until BIGINT NOT NULL, -- how long the unguessable link opens the pay page
    PRIMARY KEY (customer_id, id)
);
CREATE UNIQUE INDEX payment_transactions_unique_id ON payment_transactions (unique_id);
-- One live transaction per purpose. A failed one is live: it can be tried again.
CREATE UNIQUE INDEX payment_transactions_live ON payment_transactions (customer_id, purpose) WHERE state IN ('open', 'pending', 'failed');

CREATE TABLE payment_attempts (
    customer_id BIGINT NOT NULL,
    id BIGINT NOT NULL,
    transaction_id BIGINT NOT NULL,
    gateway TEXT NOT NULL,
    reference TEXT NOT NULL, -- ours, at most 20 letters and digits
    gateway_order_id TEXT NOT NULL, -- '' until the gateway answered
    state TEXT NOT NULL, -- created, initiated, pending, unknown, succeeded, failed or expired
    amount_paise BIGINT NOT NULL,
    reason TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    check_at BIGINT NOT NULL, -- when to ask the gateway again, 0 for never
    checks BIGINT NOT NULL,
    asked_at BIGINT NOT NULL, -- when the gateway was asked last, 0 for never
    PRIMARY KEY (customer_id, id)
);
-- One live attempt per transaction: two orders could both be paid.
CREATE UNIQUE INDEX payment_attempts_live ON payment_attempts (customer_id, transaction_id) WHERE state IN ('created', 'initiated', 'pending', 'unknown', 'failed');
CREATE UNIQUE INDEX payment_attempts_reference ON payment_attempts (reference);
CREATE INDEX payment_attempts_order ON payment_attempts (gateway, gateway_order_id);
CREATE INDEX payment_attempts_transaction ON payment_attempts (customer_id, transaction_id);
CREATE INDEX payment_attempts_check ON payment_attempts (check_at) WHERE check_at > 0;

-- Every payment that a gateway told us of, and what we made of it.
CREATE TABLE gateway_payments (
    gateway TEXT NOT NULL,
    payment_id TEXT NOT NULL,
    customer_id BIGINT NOT NULL, -- 0 when it is nobody's
    attempt_id BIGINT NOT NULL,
    state TEXT NOT NULL,
    amount_paise BIGINT NOT NULL,
    refunded_paise BIGINT NOT NULL,
    method TEXT NOT NULL,
    instrument TEXT NOT NULL,
    posted_as TEXT NOT NULL, -- '', settled, duplicate or suspense
    reason TEXT NOT NULL,
    paid_at BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (gateway, payment_id)
);
CREATE INDEX gateway_payments_customer ON gateway_payments (customer_id, created_at);

-- What a payment paid: oldest rent first, fees last.
CREATE TABLE payment_allocations (
    customer_id BIGINT NOT NULL,
    id BIGINT NOT NULL,
    entry_id BIGINT NOT NULL,
    transaction_id BIGINT NOT NULL,
    invoice_id BIGINT NOT NULL, -- 0 for a late fee
    late_fee_id BIGINT NOT NULL, -- 0 for an invoice
    amount_paise BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (customer_id, id)
);
CREATE INDEX payment_allocations_invoice ON payment_allocations (customer_id, invoice_id);

CREATE TABLE provider_events (
    provider TEXT NOT NULL,
    event_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    order_id TEXT NOT NULL,
    payment_id TEXT NOT NULL,
    refund_id TEXT NOT NULL,
    subject_id TEXT NOT NULL, -- the payout or validation, for those who pay out
    body TEXT NOT NULL,
    body_hash TEXT NOT NULL,
    received_at BIGINT NOT NULL,
    processed_at BIGINT NOT NULL, -- 0 until a job has worked it in
    PRIMARY KEY (provider, event_id)
);

CREATE TABLE refunds (
    customer_id BIGINT NOT NULL,
    id BIGINT NOT NULL,
    gateway TEXT NOT NULL,
    payment_id TEXT NOT NULL,
    idempotency_key TEXT NOT NULL,
    amount_paise BIGINT NOT NULL,
    reason TEXT NOT NULL,
    state TEXT NOT NULL, -- wanted, pending, processed or failed
    gateway_refund_id TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    check_at BIGINT NOT NULL,
    checks BIGINT NOT NULL,
    PRIMARY KEY (customer_id, id)
);
CREATE UNIQUE INDEX refunds_key ON refunds (idempotency_key);
CREATE INDEX refunds_check ON refunds (check_at) WHERE check_at > 0;

CREATE INDEX refunds_payment ON refunds (gateway, payment_id);

-- What a person has to look at: money that fits nowhere, a refund that failed.
CREATE TABLE alerts (
    id BIGINT PRIMARY KEY,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL, -- what it is about; one alert per kind and subject
    customer_id BIGINT NOT NULL, -- 0 when it is nobody's
    detail TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    closed_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX alerts_subject ON alerts (kind, subject);

CREATE TABLE mandates (
    customer_id BIGINT NOT NULL,
    id BIGINT NOT NULL,
    gateway TEXT NOT NULL, -- RAZORPAY or BILLDESK
    method TEXT NOT NULL, -- upi, card, emandate or nach
    state TEXT NOT NULL, -- initiated, confirmed, rejected, paused or cancelled
    is_active BOOLEAN NOT NULL,
    token TEXT NOT NULL,
    label TEXT NOT NULL, -- card or bank name
    last4 TEXT NOT NULL,
    vpa TEXT NOT NULL,
    max_paise BIGINT NOT NULL,
    expires_on TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (customer_id, id)
);

CREATE TABLE mandate_debits (
    customer_id BIGINT NOT NULL,
    id BIGINT NOT NULL,
    mandate_id BIGINT NOT NULL,
    invoice_id BIGINT NOT NULL,
    cycle TEXT NOT NULL, -- first day of the month of the debit
    state TEXT NOT NULL, -- scheduled, notified, submitted, unknown, succeeded, failed or skipped
    amount_paise BIGINT NOT NULL,
    debit_on TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (customer_id, id)
);
CREATE UNIQUE INDEX mandate_debits_cycle ON mandate_debits (customer_id, mandate_id, cycle);

CREATE TABLE settlements (
    customer_id BIGINT NOT NULL,
    id BIGINT NOT NULL,
    state TEXT NOT NULL, -- inspecting, ready, paying or paid
    deposit_paise BIGINT NOT NULL, -- required for the closed items
    deductions_paise BIGINT NOT NULL, -- taken from it for dues and damage
    refund_paise BIGINT NOT NULL, -- what is left of it for the customer
    ready_at BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (customer_id, id)
);

CREATE TABLE settlement_items (
    customer_id BIGINT NOT NULL,
    settlement_id BIGINT NOT NULL,
    item_id BIGINT NOT NULL,
    deposit_paise BIGINT NOT NULL,
    PRIMARY KEY (customer_id, settlement_id, item_id)
);
CREATE UNIQUE INDEX settlement_items_item ON settlement_items (customer_id, item_id);

-- How a customer wants refunds.
CREATE TABLE refund_preferences (
    customer_id BIGINT PRIMARY KEY,
    preference BIGINT NOT NULL, -- 10 wallet, 20 bank or 40 UPI
    chosen_at BIGINT NOT NULL
);

-- Where a customer's refunds go. Details never change: new ones are a new row.
CREATE TABLE payees (
    customer_id BIGINT NOT NULL,
    id BIGINT NOT NULL,
    preference BIGINT NOT NULL, -- 20 bank or 40 UPI
    name_in_bank TEXT NOT NULL,
    account_number TEXT NOT NULL,
    ifsc TEXT NOT NULL,
    bank_name TEXT NOT NULL,
    vpa TEXT NOT NULL,
    is_current BOOLEAN NOT NULL,
    state TEXT NOT NULL, -- new, checking, confirmed, doubtful or refused
    validation_id TEXT NOT NULL, -- the provider's, '' before it was asked
    fund_account_id TEXT NOT NULL, -- the provider's
    registered_name TEXT NOT NULL, -- as the bank has it
    name_score BIGINT NOT NULL, -- 0 to 100
    created_at BIGINT NOT NULL,
    usable_at BIGINT NOT NULL, -- end of the cooling time
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (customer_id, id)
);
CREATE UNIQUE INDEX payees_current ON payees (customer_id, preference) WHERE is_current;
CREATE INDEX payees_validation ON payees (validation_id) WHERE validation_id <> '';

-- An attempt to pay a settlement out.
CREATE TABLE payouts (
    customer_id BIGINT NOT NULL,
    id BIGINT NOT NULL,
    settlement_id BIGINT NOT NULL,
    preference BIGINT NOT NULL, -- 10 wallet, 20 bank or 40 UPI
    payee_id BIGINT NOT NULL, -- 0 for the wallet
    provider TEXT NOT NULL, -- '' for the wallet
    idempotency_key TEXT NOT NULL,
    amount_paise BIGINT NOT NULL,
    state TEXT NOT NULL, -- wanted, sent, processed, failed or reversed
    provider_payout_id TEXT NOT NULL, -- '' until the provider answered
    utr TEXT NOT NULL, -- the bank's reference, '' until it is known
    reason TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    paid_at BIGINT NOT NULL,
    check_at BIGINT NOT NULL, -- when to ask the provider again, 0 for never
    checks BIGINT NOT NULL,
    PRIMARY KEY (customer_id, id)
);
CREATE UNIQUE INDEX payouts_key ON payouts (idempotency_key);
-- One attempt at a time: two could both be paid.
CREATE UNIQUE INDEX payouts_live ON payouts (customer_id, settlement_id) WHERE state IN ('wanted', 'sent', 'processed');
CREATE INDEX payouts_provider ON payouts (provider, provider_payout_id);
CREATE INDEX payouts_check ON payouts (check_at) WHERE check_at > 0;

-- Service requests, which people call tickets (docs/tickets.md).
CREATE TABLE service_requests (
    customer_id BIGINT NOT NULL,
    id BIGINT NOT NULL,
    ticket_id TEXT NOT NULL,
    request_type BIGINT NOT NULL, -- 20 repair, 65 relocation, 200 closure or 690 transfer
    status TEXT NOT NULL, -- raised, scheduled, in_progress, done, revoked or cancelled
    message TEXT NOT NULL,
    preferred_date TEXT NOT NULL, -- of the visit or the pickup, as the customer wished
    delivery_date TEXT NOT NULL, -- of a relocation's drop, else ''
    visit_date TEXT NOT NULL, -- when our people come, '' until it is planned
    address_id BIGINT NOT NULL, -- to which a relocation goes, else 0
    receiver_id BIGINT NOT NULL, -- the customer who takes over in a transfer, else 0
    is_full BOOLEAN NOT NULL, -- a closure of everything that the customer had then
    revocable BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (customer_id, id)
);
CREATE UNIQUE INDEX service_requests_ticket ON service_requests (customer_id, ticket_id);
CREATE INDEX service_requests_receiver ON service_requests (receiver_id) WHERE receiver_id > 0;

CREATE TABLE service_request_items (
    customer_id BIGINT NOT NULL,
    service_request_id BIGINT NOT NULL,
    item_id BIGINT NOT NULL,
    quote TEXT NOT NULL, -- how the charge of an early closure was worked out, JSON; '' for others
    charge_paise BIGINT NOT NULL, -- of it, without GST
    charge_no BIGINT NOT NULL, -- names the charge: it is made anew when the pickup is put off
    taken_item_id BIGINT NOT NULL, -- the receiver's item in a transfer that was accepted, else 0
    PRIMARY KEY (customer_id, service_request_id, item_id)
);
CREATE INDEX service_request_items_item ON service_request_items (customer_id, item_id);

-- What happened to a request, in order: the time line that the customer sees.
CREATE TABLE service_request_steps (
    customer_id BIGINT NOT NULL,
    service_request_id BIGINT NOT NULL,
    step_no BIGINT NOT NULL,
    status TEXT NOT NULL,
    actor TEXT NOT NULL, -- customer, agent:<name> or company
    comment TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (customer_id, service_request_id, step_no)
);

CREATE TABLE service_request_images (
    customer_id BIGINT NOT NULL,
    service_request_id BIGINT NOT NULL,
    image_no BIGINT NOT NULL,
    upload_id TEXT NOT NULL,
    PRIMARY KEY (customer_id, service_request_id, image_no)
);

CREATE TABLE uploads (
    customer_id BIGINT NOT NULL,
    id TEXT NOT NULL, -- unguessable
    purpose TEXT NOT NULL, -- service_request
    name TEXT NOT NULL,
    media_type TEXT NOT NULL,
    size_bytes BIGINT NOT NULL,
    blob_key TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (customer_id, id)
);

-- The hours in which our people come, the same on every working day of a city.
-- A city without any has no slots to choose from, only days.
CREATE TABLE visit_hours (
    city_id BIGINT NOT NULL,
    start_time TEXT NOT NULL, -- HH:MM
    end_time TEXT NOT NULL,
    capacity BIGINT NOT NULL, -- visits at a time
    PRIMARY KEY (city_id, start_time)
);

-- How many visits of a slot are taken; no row means none.
CREATE TABLE visit_slots (
    city_id BIGINT NOT NULL,
    day TEXT NOT NULL,
    start_time TEXT NOT NULL,
    booked BIGINT NOT NULL,
    PRIMARY KEY (city_id, day, start_time)
);

CREATE TABLE visit_bookings (
    customer_id BIGINT NOT NULL,
    id BIGINT NOT NULL,
    service_request_id BIGINT NOT NULL, -- 0 while it is only held
    city_id BIGINT NOT NULL,
    day TEXT NOT NULL,
    start_time TEXT NOT NULL,
    end_time TEXT NOT NULL,
    held_until BIGINT NOT NULL, -- 0 once it belongs to a request
    created_at BIGINT NOT NULL,
    PRIMARY KEY (customer_id, id)
);
CREATE INDEX visit_bookings_held ON visit_bookings (held_until) WHERE held_until > 0;

CREATE TABLE holidays (
    city_id BIGINT NOT NULL,
    day TEXT NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (city_id, day)
);

CREATE TABLE jobs (
    id BIGINT PRIMARY KEY,
    kind TEXT NOT NULL,
    dedupe_key TEXT NOT NULL, -- unique among the ready jobs of a kind
    payload TEXT NOT NULL,
    state TEXT NOT NULL, -- ready, running, done or dead
    run_at BIGINT NOT NULL,
    lease_until BIGINT NOT NULL,
    fence BIGINT NOT NULL,
    tries BIGINT NOT NULL,
    last_error TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    done_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX jobs_dedupe ON jobs (kind, dedupe_key) WHERE state = 'ready';
CREATE INDEX jobs_ready ON jobs (run_at, id) WHERE state = 'ready';
CREATE INDEX jobs_running ON jobs (kind, dedupe_key) WHERE state = 'running';
CREATE INDEX jobs_done ON jobs (done_at) WHERE state = 'done';

CREATE TABLE schedules (
    name TEXT PRIMARY KEY,
    next_at BIGINT NOT NULL,
    last_at BIGINT NOT NULL
);

-- Messages to people: written in the transaction of the fact, sent by a job.
CREATE TABLE messages (
    customer_id BIGINT NOT NULL, -- 0 for somebody who is not a customer
    id BIGINT NOT NULL,
    channel TEXT NOT NULL, -- sms, email or push
    recipient TEXT NOT NULL,
    template TEXT NOT NULL,
    subject TEXT NOT NULL,
    body TEXT NOT NULL,
    variables TEXT NOT NULL, -- JSON object of what the template's text was filled with
    fact TEXT NOT NULL, -- what it tells of, the key against a second message
    state TEXT NOT NULL, -- waiting, sent, failed, kept (no sender for its channel) or withheld
    is_secret BOOLEAN NOT NULL, -- its text is wiped once it is sent
    created_at BIGINT NOT NULL,
    valid_until BIGINT NOT NULL, -- not sent any more after it, 0 for always
    sent_at BIGINT NOT NULL,
    PRIMARY KEY (customer_id, id)
);
CREATE UNIQUE INDEX messages_fact ON messages (customer_id, channel, fact);

CREATE TABLE chat_sessions (
    customer_id BIGINT NOT NULL,
    unique_user_session_id TEXT NOT NULL,
    active BOOLEAN NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (customer_id, unique_user_session_id)
);

CREATE TABLE devices (
    customer_id BIGINT NOT NULL,
    device_token TEXT NOT NULL,
    platform TEXT NOT NULL,
    contact_permission BOOLEAN NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (customer_id, device_token)
);
CREATE INDEX devices_token ON devices (device_token);

CREATE TABLE tracked_events (
    customer_id BIGINT NOT NULL,
    id BIGINT NOT NULL,
    name TEXT NOT NULL,
    platform TEXT NOT NULL,
    properties TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (customer_id, id)
);

CREATE TABLE deletion_requests (
    customer_id BIGINT PRIMARY KEY,
    state TEXT NOT NULL, -- cooling, blocked, erased or withdrawn
    reasons TEXT NOT NULL,
    requested_at BIGINT NOT NULL,
    erase_at BIGINT NOT NULL
);

CREATE TABLE feedback_requests (
    customer_id BIGINT NOT NULL,
    token TEXT NOT NULL,
    message TEXT NOT NULL,
    cause TEXT NOT NULL, -- what it asks about, the key against a second one
    state TEXT NOT NULL, -- open, later, lapsed or given
    rating BIGINT NOT NULL,
    comment TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (customer_id, token)
);
CREATE UNIQUE INDEX feedback_requests_cause ON feedback_requests (customer_id, cause);

CREATE TABLE audit_log (
    id BIGINT PRIMARY KEY,
    at BIGINT NOT NULL,
    actor TEXT NOT NULL,
    customer_id BIGINT NOT NULL,
    action TEXT NOT NULL,
    object TEXT NOT NULL,
    request_id TEXT NOT NULL
);

-- Settings that the system keeps itself: the demo clock, the demo seed.
CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

-- +goose Down
DROP TABLE settings;
DROP TABLE audit_log;
DROP TABLE feedback_requests;
DROP TABLE deletion_requests;
DROP TABLE tracked_events;
DROP TABLE devices;
DROP TABLE chat_sessions;
DROP TABLE messages;
DROP TABLE schedules;
DROP TABLE jobs;
DROP TABLE service_request_items;
DROP TABLE holidays;
DROP TABLE visit_bookings;
DROP TABLE visit_slots;
DROP TABLE visit_hours;
DROP TABLE uploads;
DROP TABLE service_request_images;
DROP TABLE service_request_steps;
DROP TABLE service_requests;
DROP TABLE payouts;
DROP TABLE payees;
DROP TABLE refund_preferences;
DROP TABLE settlement_items;
DROP TABLE settlements;
DROP TABLE mandate_debits;
DROP TABLE mandates;
DROP TABLE alerts;
DROP TABLE refunds;
DROP TABLE provider_events;
DROP TABLE payment_allocations;
DROP TABLE gateway_payments;
DROP TABLE payment_attempts;
DROP TABLE payment_transactions;
DROP TABLE ledger_days;
DROP TABLE ledger_balances;
DROP TABLE ledger_postings;
DROP TABLE ledger_entries;
DROP TABLE late_fees;
DROP TABLE billing_runs;
DROP TABLE invoice_serials;
DROP TABLE invoice_lines;
DROP TABLE invoices;
DROP TABLE item_terms;
DROP TABLE order_items;
DROP TABLE orders;
DROP TABLE addresses;
DROP TABLE products;
DROP TABLE gst_registrations;
DROP TABLE cities;
DROP TABLE idempotency_keys;
DROP TABLE rate_counters;
DROP TABLE handoff_codes;
DROP TABLE login_challenges;
DROP TABLE sessions;
DROP TABLE customers;
