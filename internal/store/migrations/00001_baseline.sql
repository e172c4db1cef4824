-- +goose Up

-- One schema for SQLite and PostgreSQL. Instants are BIGINT microseconds UTC, business days are TEXT YYYY-MM-DD
-- ('' is no day), money is BIGINT paise. The key of every table of a customer begins with customer_id, so that a
-- distributed engine can place its rows by customer.

-- The people and companies who rent.
CREATE TABLE customers (
    id BIGINT PRIMARY KEY NOT NULL CHECK (id > 0),
    full_name TEXT NOT NULL CHECK (length(full_name) <= 200),
    email TEXT NOT NULL CHECK (length(email) <= 320),
    mobile TEXT NOT NULL CHECK (length(mobile) BETWEEN 1 AND 40),
    created_at BIGINT NOT NULL CHECK (created_at >= 0),
    verification_status TEXT NOT NULL CHECK (length(verification_status) <= 40),
    kyc_pending BOOLEAN NOT NULL DEFAULT FALSE CHECK (kyc_pending IN (TRUE, FALSE)),
    is_b2b BOOLEAN NOT NULL DEFAULT FALSE CHECK (is_b2b IN (TRUE, FALSE)),
    gstin TEXT NOT NULL DEFAULT '' CHECK (length(gstin) IN (0, 15)),
    gstin_state TEXT NOT NULL DEFAULT '' CHECK (length(gstin_state) IN (0, 2)),
    city_slug TEXT NOT NULL DEFAULT '' CHECK (length(city_slug) <= 100),
    auto_debit_required BOOLEAN NOT NULL DEFAULT FALSE CHECK (auto_debit_required IN (TRUE, FALSE)),
    credit_history BOOLEAN NOT NULL DEFAULT FALSE CHECK (credit_history IN (TRUE, FALSE)),
    referral_code TEXT NOT NULL DEFAULT '' CHECK (length(referral_code) <= 100),
    language TEXT NOT NULL DEFAULT 'en' CHECK (length(language) = 2), -- ISO 639-1; a new one needs no migration
    language_chosen BOOLEAN NOT NULL DEFAULT FALSE CHECK (language_chosen IN (TRUE, FALSE)), -- by the customer; else it is a browser's, or 'en'
    -- revision grows with every write to the customer's data. Answers kept in memory are valid for one revision.
    revision BIGINT NOT NULL DEFAULT 0 CHECK (revision >= 0)
);
CREATE UNIQUE INDEX customers_mobile ON customers (mobile);
-- A code leads to one customer.
CREATE UNIQUE INDEX customers_referral_code ON customers (referral_code) WHERE referral_code <> '';

-- Where a customer, or an agent for them, is signed in.
CREATE TABLE sessions (
    token_hash TEXT PRIMARY KEY NOT NULL CHECK (length(token_hash) BETWEEN 1 AND 128),
    customer_id BIGINT NOT NULL REFERENCES customers (id),
    actor TEXT NOT NULL CHECK (length(actor) BETWEEN 1 AND 200), -- 'customer' or 'agent:<name>'
    device TEXT NOT NULL CHECK (length(device) <= 1000),
    network TEXT NOT NULL CHECK (length(network) <= 50), -- where it began: IPv4 by /24, IPv6 by /48
    created_at BIGINT NOT NULL CHECK (created_at >= 0),
    seen_at BIGINT NOT NULL CHECK (seen_at >= 0),
    idle_until BIGINT NOT NULL CHECK (idle_until >= 0),
    expires_at BIGINT NOT NULL CHECK (expires_at >= 0)
);
CREATE INDEX sessions_idle ON sessions (idle_until);
CREATE INDEX sessions_expires ON sessions (expires_at);
CREATE INDEX sessions_customer ON sessions (customer_id, created_at);

-- One-time codes that were asked for to sign in.
CREATE TABLE login_challenges (
    id TEXT PRIMARY KEY NOT NULL CHECK (length(id) BETWEEN 1 AND 128),
    mobile TEXT NOT NULL CHECK (length(mobile) BETWEEN 1 AND 40),
    network TEXT NOT NULL CHECK (length(network) <= 100), -- from which the code was asked for
    code_hash TEXT NOT NULL CHECK (length(code_hash) <= 1000),
    wrong_tries BIGINT NOT NULL DEFAULT 0 CHECK (wrong_tries >= 0),
    created_at BIGINT NOT NULL CHECK (created_at >= 0),
    expires_at BIGINT NOT NULL CHECK (expires_at >= 0),
    used_at BIGINT NOT NULL DEFAULT 0 CHECK (used_at >= 0)
);
CREATE INDEX login_challenges_created ON login_challenges (created_at);
CREATE INDEX login_challenges_mobile ON login_challenges (mobile, created_at);

-- The networks from which a customer has signed in by code: a stranger who asks
-- for codes elsewhere does not use up what the owner may ask for there.
CREATE TABLE sign_in_networks (
    customer_id BIGINT NOT NULL REFERENCES customers (id),
    network TEXT NOT NULL CHECK (length(network) BETWEEN 1 AND 64), -- /24 of IPv4, /56 of IPv6
    signed_in_at BIGINT NOT NULL CHECK (signed_in_at >= 0),
    PRIMARY KEY (customer_id, network)
);
CREATE INDEX sign_in_networks_age ON sign_in_networks (signed_in_at);

-- A one-time code that travels in a URL as accessToken and is swapped for a
-- session once.
CREATE TABLE handoff_codes (
    code_hash TEXT PRIMARY KEY NOT NULL CHECK (length(code_hash) BETWEEN 1 AND 128),
    customer_id BIGINT NOT NULL REFERENCES customers (id),
    actor TEXT NOT NULL CHECK (length(actor) BETWEEN 1 AND 200),
    created_at BIGINT NOT NULL CHECK (created_at >= 0),
    expires_at BIGINT NOT NULL CHECK (expires_at >= 0),
    used_at BIGINT NOT NULL DEFAULT 0 CHECK (used_at >= 0)
);
CREATE INDEX handoff_codes_customer ON handoff_codes (customer_id);
CREATE INDEX handoff_codes_expires ON handoff_codes (expires_at);

-- How often something happened in a window of time, for rate limits.
CREATE TABLE rate_counters (
    bucket TEXT NOT NULL CHECK (length(bucket) BETWEEN 1 AND 1000),
    window_start BIGINT NOT NULL CHECK (window_start >= 0),
    hits BIGINT NOT NULL CHECK (hits > 0),
    PRIMARY KEY (bucket, window_start)
);
CREATE INDEX rate_counters_window ON rate_counters (window_start);

-- What a call that came with an idempotency key has answered, so that the same call again does nothing twice.
CREATE TABLE idempotency_keys (
    customer_id BIGINT NOT NULL REFERENCES customers (id),
    idempotency_key TEXT NOT NULL CHECK (length(idempotency_key) BETWEEN 1 AND 255),
    operation TEXT NOT NULL CHECK (length(operation) BETWEEN 1 AND 200),
    input_hash TEXT NOT NULL CHECK (length(input_hash) BETWEEN 1 AND 128),
    answer TEXT NOT NULL CHECK (length(answer) <= 1000000),
    created_at BIGINT NOT NULL CHECK (created_at >= 0),
    PRIMARY KEY (customer_id, idempotency_key)
);
CREATE INDEX idempotency_keys_created ON idempotency_keys (created_at);

-- The cities that we serve.
CREATE TABLE cities (
    id BIGINT PRIMARY KEY NOT NULL CHECK (id > 0),
    slug TEXT NOT NULL CHECK (length(slug) BETWEEN 1 AND 100),
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    state_code TEXT NOT NULL CHECK (length(state_code) = 2), -- GST state code, two digits
    state_name TEXT NOT NULL CHECK (length(state_name) BETWEEN 1 AND 100),
    lat DOUBLE PRECISION NOT NULL CHECK (lat BETWEEN -90 AND 90),
    lng DOUBLE PRECISION NOT NULL CHECK (lng BETWEEN -180 AND 180),
    radius_km DOUBLE PRECISION NOT NULL CHECK (radius_km >= 0)
);
CREATE UNIQUE INDEX cities_slug ON cities (slug);

-- The company's own GST registrations, one per state in which it has one.
CREATE TABLE gst_registrations (
    state_code TEXT PRIMARY KEY NOT NULL CHECK (length(state_code) = 2),
    gstin TEXT NOT NULL CHECK (length(gstin) = 15),
    series TEXT NOT NULL CHECK (length(series) BETWEEN 1 AND 2), -- prefix of invoice numbers, at most two letters
    legal_name TEXT NOT NULL CHECK (length(legal_name) BETWEEN 1 AND 200),
    address TEXT NOT NULL CHECK (length(address) BETWEEN 1 AND 1000)
);

-- The GST rate of a service accounting code from a day on. A product with a
-- rate of its own is not looked up here.
CREATE TABLE gst_rates (
    sac TEXT NOT NULL CHECK (length(sac) BETWEEN 4 AND 8),
    from_date TEXT NOT NULL CHECK (from_date LIKE '____-__-__'),
    to_date TEXT NOT NULL DEFAULT '' CHECK (to_date = '' OR to_date LIKE '____-__-__'), -- the first day on which it no longer holds; '' for an open end
    rate_bp BIGINT NOT NULL CHECK (rate_bp BETWEEN 0 AND 10000), -- hundredths of a percent
    PRIMARY KEY (sac, from_date),
    CONSTRAINT gst_rates_period CHECK (to_date = '' OR to_date > from_date)
);
-- Renting of furniture and household appliances, and of television and audio:
-- 18 % since GST began.
INSERT INTO gst_rates (sac, from_date, rate_bp) VALUES ('997323', '2017-07-01', 1800), ('997321', '2017-07-01', 1800);

-- What can be rented.
CREATE TABLE products (
    id BIGINT PRIMARY KEY NOT NULL CHECK (id > 0),
    slug TEXT NOT NULL CHECK (length(slug) BETWEEN 1 AND 100),
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    category TEXT NOT NULL CHECK (length(category) <= 40), -- furniture, appliances or electronics
    thumbnail TEXT NOT NULL CHECK (length(thumbnail) <= 1000),
    sac TEXT NOT NULL CHECK (length(sac) BETWEEN 4 AND 8),
    own_gst_bp BIGINT CHECK (own_gst_bp BETWEEN 0 AND 10000), -- its own rate in hundredths of a percent; NULL: gst_rates has it
    is_ac BOOLEAN NOT NULL DEFAULT FALSE CHECK (is_ac IN (TRUE, FALSE)),
    closure_multiplier_bp BIGINT NOT NULL CHECK (closure_multiplier_bp >= 0), -- 15000 is 1.5 rents
    rent_paise BIGINT NOT NULL CHECK (rent_paise > 0),
    deposit_paise BIGINT NOT NULL CHECK (deposit_paise >= 0),
    hsn TEXT NOT NULL DEFAULT '' CHECK (length(hsn) <= 8), -- HSN code; '' while nobody has said it
    unit_value_paise BIGINT NOT NULL DEFAULT 0 CHECK (unit_value_paise >= 0) -- value of one; 0 while nobody has said it
);
CREATE UNIQUE INDEX products_slug ON products (slug);

-- What a product is called in the languages that the catalogue has it in.
CREATE TABLE product_names (
    product_id BIGINT NOT NULL REFERENCES products (id),
    language TEXT NOT NULL CHECK (length(language) = 2), -- ISO 639-1, never English: that is products.name
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    PRIMARY KEY (product_id, language)
);

-- Where a customer gets deliveries and bills; an address never changes.
CREATE TABLE addresses (
    customer_id BIGINT NOT NULL REFERENCES customers (id),
    id BIGINT NOT NULL CHECK (id > 0),
    flat_no TEXT NOT NULL CHECK (length(flat_no) <= 200),
    society_name TEXT NOT NULL CHECK (length(society_name) <= 200),
    address_line1 TEXT NOT NULL CHECK (length(address_line1) <= 200),
    address_line2 TEXT NOT NULL CHECK (length(address_line2) <= 200),
    area TEXT NOT NULL CHECK (length(area) <= 200),
    land_mark TEXT NOT NULL CHECK (length(land_mark) <= 200),
    sub_city TEXT NOT NULL CHECK (length(sub_city) <= 200),
    city TEXT NOT NULL CHECK (length(city) BETWEEN 1 AND 200),
    city_id BIGINT NOT NULL REFERENCES cities (id),
    pincode TEXT NOT NULL CHECK (length(pincode) IN (0, 6)),
    alternative_mobile TEXT NOT NULL CHECK (length(alternative_mobile) <= 40),
    lat DOUBLE PRECISION NOT NULL CHECK (lat BETWEEN -90 AND 90),
    lng DOUBLE PRECISION NOT NULL CHECK (lng BETWEEN -180 AND 180),
    created_at BIGINT NOT NULL CHECK (created_at >= 0),
    -- An address that a flow made is a draft until the request is raised: past this
    -- instant it is forgotten. 0 for an address that is kept.
    draft_until BIGINT NOT NULL DEFAULT 0 CHECK (draft_until >= 0),
    PRIMARY KEY (customer_id, id)
);
CREATE INDEX addresses_drafts ON addresses (draft_until) WHERE draft_until > 0;

-- What a customer ordered at once.
CREATE TABLE orders (
    customer_id BIGINT NOT NULL,
    id BIGINT NOT NULL CHECK (id > 0),
    unique_id TEXT NOT NULL CHECK (length(unique_id) BETWEEN 1 AND 100),
    address_id BIGINT NOT NULL,
    city_id BIGINT NOT NULL REFERENCES cities (id),
    created_at BIGINT NOT NULL CHECK (created_at >= 0),
    PRIMARY KEY (customer_id, id),
    CONSTRAINT orders_address FOREIGN KEY (customer_id, address_id) REFERENCES addresses (customer_id, id)
);
CREATE UNIQUE INDEX orders_unique_id ON orders (customer_id, unique_id);

-- The items of an order, from the order to their return.
CREATE TABLE order_items (
    customer_id BIGINT NOT NULL,
    id BIGINT NOT NULL CHECK (id > 0),
    order_id BIGINT NOT NULL,
    product_id BIGINT NOT NULL REFERENCES products (id),
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    thumbnail TEXT NOT NULL CHECK (length(thumbnail) <= 1000),
    sac TEXT NOT NULL CHECK (length(sac) BETWEEN 4 AND 8),
    own_gst_bp BIGINT CHECK (own_gst_bp BETWEEN 0 AND 10000), -- the product's when it was ordered; NULL: gst_rates has it
    is_ac BOOLEAN NOT NULL DEFAULT FALSE CHECK (is_ac IN (TRUE, FALSE)),
    closure_multiplier_bp BIGINT NOT NULL CHECK (closure_multiplier_bp >= 0),
    deposit_paise BIGINT NOT NULL CHECK (deposit_paise >= 0),
    tenure_months BIGINT NOT NULL CHECK (tenure_months >= 0),
    delivery_status BIGINT NOT NULL CHECK (delivery_status IN (100, 200, 300, 400)), -- 100 ordered, 200 active, 300 closed, 400 cancelled before it came
    delivery_date TEXT NOT NULL CHECK (delivery_date = '' OR delivery_date LIKE '____-__-__'),
    billing_from TEXT NOT NULL CHECK (billing_from = '' OR billing_from LIKE '____-__-__'), -- the first day that we bill: the delivery, later for an imported item; '' before both
    tenure_end TEXT NOT NULL CHECK (tenure_end = '' OR tenure_end LIKE '____-__-__'),
    closed_date TEXT NOT NULL DEFAULT '' CHECK (closed_date = '' OR closed_date LIKE '____-__-__'), -- pickup day, not charged; '' while active
    location_id BIGINT NOT NULL REFERENCES cities (id),
    is_cil_allowed BOOLEAN NOT NULL DEFAULT FALSE CHECK (is_cil_allowed IN (TRUE, FALSE)),
    -- The day on which we picked the item up, which may be later than the planned closed_date. '' until then.
    pickup_date TEXT NOT NULL DEFAULT '' CHECK (pickup_date = '' OR pickup_date LIKE '____-__-__'),
    PRIMARY KEY (customer_id, id),
    CONSTRAINT order_items_order FOREIGN KEY (customer_id, order_id) REFERENCES orders (customer_id, id),
    CONSTRAINT order_items_closed CHECK (delivery_status <> 300 OR closed_date <> ''),
    CONSTRAINT order_items_delivered CHECK (delivery_status NOT IN (200, 300) OR delivery_date <> '')
);

-- What an item costs and where it stands, from a day on: extension and
-- relocation add a row and change none.
CREATE TABLE item_terms (
    customer_id BIGINT NOT NULL,
    item_id BIGINT NOT NULL,
    from_date TEXT NOT NULL CHECK (from_date LIKE '____-__-__'),
    rent_paise BIGINT NOT NULL CHECK (rent_paise >= 0),
    address_id BIGINT NOT NULL,
    state_code TEXT NOT NULL CHECK (length(state_code) = 2),
    -- For a term that an extension made: by how many months it lengthened the tenure, and when the tenure ended
    -- before it, so that the extension can be taken back. 0 and '' for other terms.
    extension_months BIGINT NOT NULL DEFAULT 0 CHECK (extension_months BETWEEN 0 AND 24),
    old_end_date TEXT NOT NULL DEFAULT '' CHECK (old_end_date = '' OR old_end_date LIKE '____-__-__'),
    PRIMARY KEY (customer_id, item_id, from_date),
    CONSTRAINT item_terms_item FOREIGN KEY (customer_id, item_id) REFERENCES order_items (customer_id, id),
    CONSTRAINT item_terms_address FOREIGN KEY (customer_id, address_id) REFERENCES addresses (customer_id, id)
);

-- Tax documents: invoices and credit notes, with what of them is paid.
CREATE TABLE invoices (
    customer_id BIGINT NOT NULL REFERENCES customers (id),
    id BIGINT NOT NULL CHECK (id > 0),
    number TEXT NOT NULL CHECK (length(number) BETWEEN 1 AND 16),
    kind TEXT NOT NULL CHECK (kind IN ('rental', 'adjustment', 'late_fee', 'credit_note')),
    order_id BIGINT NOT NULL DEFAULT 0 CHECK (order_id >= 0), -- 0 when it covers several orders
    order_unique_id TEXT NOT NULL CHECK (length(order_unique_id) <= 100),
    original_id BIGINT NOT NULL DEFAULT 0 CHECK (original_id >= 0), -- the invoice that a credit note reverses, else 0
    date TEXT NOT NULL CHECK (date LIKE '____-__-__'),
    due_date TEXT NOT NULL CHECK (due_date = '' OR due_date LIKE '____-__-__'),
    period_from TEXT NOT NULL CHECK (period_from = '' OR period_from LIKE '____-__-__'),
    period_to TEXT NOT NULL CHECK (period_to = '' OR period_to LIKE '____-__-__'), -- exclusive
    supplier_state TEXT NOT NULL CHECK (length(supplier_state) = 2),
    supplier_gstin TEXT NOT NULL CHECK (length(supplier_gstin) = 15),
    supplier_name TEXT NOT NULL CHECK (length(supplier_name) BETWEEN 1 AND 200),
    supplier_address TEXT NOT NULL CHECK (length(supplier_address) BETWEEN 1 AND 1000),
    place_of_supply TEXT NOT NULL CHECK (length(place_of_supply) = 2), -- GST state code
    bill_name TEXT NOT NULL CHECK (length(bill_name) <= 200),
    bill_address TEXT NOT NULL CHECK (length(bill_address) <= 2000),
    bill_gstin TEXT NOT NULL CHECK (length(bill_gstin) IN (0, 15)),
    taxable_paise BIGINT NOT NULL CHECK (taxable_paise >= 0),
    cgst_paise BIGINT NOT NULL CHECK (cgst_paise >= 0),
    sgst_paise BIGINT NOT NULL CHECK (sgst_paise >= 0),
    igst_paise BIGINT NOT NULL CHECK (igst_paise >= 0),
    round_off_paise BIGINT NOT NULL,
    total_paise BIGINT NOT NULL CHECK (total_paise >= 0),
    paid_paise BIGINT NOT NULL DEFAULT 0 CHECK (paid_paise >= 0),
    credited_paise BIGINT NOT NULL DEFAULT 0 CHECK (credited_paise >= 0),
    created_at BIGINT NOT NULL CHECK (created_at >= 0),
    PRIMARY KEY (customer_id, id),
    CONSTRAINT invoices_total CHECK (taxable_paise + cgst_paise + sgst_paise + igst_paise + round_off_paise = total_paise),
    CONSTRAINT invoices_tax_of_one_kind CHECK (igst_paise = 0 OR cgst_paise + sgst_paise = 0),
    CONSTRAINT invoices_not_overpaid CHECK (paid_paise + credited_paise <= total_paise),
    CONSTRAINT invoices_original CHECK (original_id = 0 OR kind IN ('credit_note', 'late_fee')),
    CONSTRAINT invoices_period CHECK (period_from <= period_to)
);
-- A number is given once per registration; it carries the financial year.
CREATE UNIQUE INDEX invoices_number ON invoices (supplier_gstin, number);
-- The company's own systems fetch a document by its number, and a receipt says what its payment was used for.
CREATE INDEX invoices_of_number ON invoices (number);

-- What an invoice bills, one rent period or charge a line.
CREATE TABLE invoice_lines (
    customer_id BIGINT NOT NULL,
    invoice_id BIGINT NOT NULL,
    line_no BIGINT NOT NULL CHECK (line_no >= 0),
    kind TEXT NOT NULL CHECK (kind IN ('rent', 'charge', 'discount', 'late_fee', 'credit')),
    operation TEXT NOT NULL DEFAULT '' CHECK (length(operation) <= 200), -- what made a line that is not rent; '' for rent
    order_id BIGINT NOT NULL DEFAULT 0 CHECK (order_id >= 0),
    item_id BIGINT NOT NULL DEFAULT 0 CHECK (item_id >= 0),
    description TEXT NOT NULL CHECK (length(description) BETWEEN 1 AND 1000),
    sac TEXT NOT NULL CHECK (length(sac) <= 8),
    gst_bp BIGINT NOT NULL CHECK (gst_bp BETWEEN 0 AND 10000),
    from_date TEXT NOT NULL CHECK (from_date = '' OR from_date LIKE '____-__-__'),
    to_date TEXT NOT NULL CHECK (to_date = '' OR to_date LIKE '____-__-__'), -- exclusive
    rate_paise BIGINT NOT NULL CHECK (rate_paise >= 0), -- monthly rent of the period
    days BIGINT NOT NULL CHECK (days >= 0),
    month_days BIGINT NOT NULL CHECK (month_days >= 0),
    amount_paise BIGINT NOT NULL, -- taxable value
    cgst_paise BIGINT NOT NULL CHECK (cgst_paise >= 0),
    sgst_paise BIGINT NOT NULL CHECK (sgst_paise >= 0),
    igst_paise BIGINT NOT NULL CHECK (igst_paise >= 0),
    -- What the line is for, so that it can be described in any language. For a credit: what the credited line was for.
    purpose TEXT NOT NULL CHECK (purpose IN ('rent', 'early_closure', 'damage', 'charge', 'late_fee', 'lost_discount')),
    written_text TEXT NOT NULL DEFAULT '' CHECK (length(written_text) <= 1000), -- what the company's people wrote about a damage or another charge
    fee_of TEXT NOT NULL DEFAULT '' CHECK (length(fee_of) <= 16), -- number of the invoice that a late fee is for
    reason TEXT NOT NULL DEFAULT '' CHECK (reason IN ('', 'picked_up', 'terms_changed', 'pickup_put_off', 'credited_before', 'request_taken_back', 'written')), -- why it is credited; '' for a line that is no credit
    reason_date TEXT NOT NULL DEFAULT '' CHECK (reason_date = '' OR reason_date LIKE '____-__-__'),
    reason_text TEXT NOT NULL DEFAULT '' CHECK (length(reason_text) <= 1000), -- the reason that a person wrote
    -- Where the item was, with the GST code of the state (Rule 46 of the CGST Rules). '' for a line of no item.
    delivery_address TEXT NOT NULL DEFAULT '' CHECK (length(delivery_address) <= 2000),
    delivery_state TEXT NOT NULL DEFAULT '' CHECK (delivery_state = '' OR length(delivery_state) = 2),
    PRIMARY KEY (customer_id, invoice_id, line_no),
    CONSTRAINT invoice_lines_invoice FOREIGN KEY (customer_id, invoice_id) REFERENCES invoices (customer_id, id),
    CONSTRAINT invoice_lines_sign CHECK (amount_paise >= 0 OR kind = 'discount'),
    CONSTRAINT invoice_lines_period CHECK (from_date <= to_date),
    CONSTRAINT invoice_lines_rent_of_item CHECK (kind <> 'rent' OR item_id > 0 AND from_date < to_date),
    CONSTRAINT invoice_lines_reason CHECK ((reason <> '') = (kind = 'credit'))
);
-- No day of an item's rent is billed twice: the key against a second run.
CREATE UNIQUE INDEX invoice_lines_rent ON invoice_lines (customer_id, item_id, from_date) WHERE kind = 'rent';
CREATE UNIQUE INDEX invoice_lines_operation ON invoice_lines (customer_id, operation) WHERE operation <> '';

-- The last number that each series has given in a financial year.
CREATE TABLE invoice_serials (
    series TEXT NOT NULL CHECK (length(series) BETWEEN 1 AND 4),
    financial_year BIGINT NOT NULL CHECK (financial_year BETWEEN 2000 AND 2999),
    last_number BIGINT NOT NULL CHECK (last_number > 0),
    PRIMARY KEY (series, financial_year)
);

-- How far the billing of a month is.
CREATE TABLE billing_runs (
    month TEXT PRIMARY KEY NOT NULL CHECK (month LIKE '____-__-01'), -- first day of the month that is billed
    state TEXT NOT NULL CHECK (state IN ('running', 'done')),
    after_customer BIGINT NOT NULL DEFAULT 0 CHECK (after_customer >= 0), -- customers up to this id are done
    invoices BIGINT NOT NULL DEFAULT 0 CHECK (invoices >= 0),
    total_paise BIGINT NOT NULL DEFAULT 0 CHECK (total_paise >= 0),
    started_at BIGINT NOT NULL CHECK (started_at >= 0),
    finished_at BIGINT NOT NULL DEFAULT 0 CHECK (finished_at >= 0)
);

-- Customers whom a month's run could not bill: the run goes on without them and
-- comes back to them until they are billed.
CREATE TABLE billing_failures (
    month TEXT NOT NULL CHECK (month LIKE '____-__-01'), -- first day of the month that is billed
    customer_id BIGINT NOT NULL REFERENCES customers (id),
    failed_at BIGINT NOT NULL CHECK (failed_at >= 0),
    PRIMARY KEY (month, customer_id)
);

-- The late fee of an invoice for one month.
CREATE TABLE late_fees (
    customer_id BIGINT NOT NULL,
    id BIGINT NOT NULL CHECK (id > 0),
    invoice_id BIGINT NOT NULL,
    cycle TEXT NOT NULL CHECK (cycle LIKE '____-__-01'), -- first day of the month of the fee
    date TEXT NOT NULL CHECK (date LIKE '____-__-__'),
    days_late BIGINT NOT NULL CHECK (days_late >= 0),
    base_paise BIGINT NOT NULL CHECK (base_paise >= 0),
    amount_paise BIGINT NOT NULL CHECK (amount_paise >= 0), -- GST inclusive
    paid_paise BIGINT NOT NULL DEFAULT 0 CHECK (paid_paise >= 0),
    waived_reason TEXT NOT NULL DEFAULT '' CHECK (length(waived_reason) <= 200),
    created_at BIGINT NOT NULL CHECK (created_at >= 0),
    PRIMARY KEY (customer_id, id),
    CONSTRAINT late_fees_invoice FOREIGN KEY (customer_id, invoice_id) REFERENCES invoices (customer_id, id),
    CONSTRAINT late_fees_not_overpaid CHECK (paid_paise <= amount_paise)
);
CREATE UNIQUE INDEX late_fees_cycle ON late_fees (customer_id, invoice_id, cycle);

-- The journal. Debit is positive. Entries sum to zero and never change.
CREATE TABLE ledger_entries (
    customer_id BIGINT NOT NULL CHECK (customer_id >= 0), -- 0 for the company's own entries
    id BIGINT NOT NULL CHECK (id > 0),
    source_type TEXT NOT NULL CHECK (length(source_type) BETWEEN 1 AND 40),
    source_id TEXT NOT NULL CHECK (length(source_id) BETWEEN 1 AND 200),
    document TEXT NOT NULL CHECK (length(document) <= 16), -- number of the invoice or credit note, empty if there is none
    day TEXT NOT NULL CHECK (day LIKE '____-__-__'),
    at BIGINT NOT NULL CHECK (at >= 0),
    description TEXT NOT NULL CHECK (length(description) <= 1000),
    PRIMARY KEY (customer_id, id)
);
CREATE UNIQUE INDEX ledger_entries_source ON ledger_entries (customer_id, source_type, source_id);
CREATE INDEX ledger_entries_day ON ledger_entries (day, id);

-- The debits and credits of an entry.
CREATE TABLE ledger_postings (
    customer_id BIGINT NOT NULL,
    entry_id BIGINT NOT NULL,
    leg BIGINT NOT NULL CHECK (leg >= 0),
    account TEXT NOT NULL CHECK (length(account) BETWEEN 1 AND 100),
    amount_paise BIGINT NOT NULL CHECK (amount_paise <> 0),
    PRIMARY KEY (customer_id, entry_id, leg),
    CONSTRAINT ledger_postings_entry FOREIGN KEY (customer_id, entry_id) REFERENCES ledger_entries (customer_id, id)
);
CREATE INDEX ledger_postings_account ON ledger_postings (customer_id, account, entry_id);

-- The balance of each of a customer's accounts: the sum of its postings.
CREATE TABLE ledger_balances (
    customer_id BIGINT NOT NULL REFERENCES customers (id),
    account TEXT NOT NULL CHECK (length(account) BETWEEN 1 AND 100 AND account NOT LIKE 'company:%'),
    balance_paise BIGINT NOT NULL,
    PRIMARY KEY (customer_id, account)
);
CREATE INDEX ledger_debtors ON ledger_balances (customer_id) WHERE account = 'receivable' AND balance_paise > 0;

-- One link of the hash chain per day.
CREATE TABLE ledger_days (
    day TEXT PRIMARY KEY NOT NULL CHECK (day LIKE '____-__-__'),
    entries BIGINT NOT NULL CHECK (entries >= 0),
    head TEXT NOT NULL CHECK (length(head) BETWEEN 1 AND 128),
    sealed_at BIGINT NOT NULL CHECK (sealed_at >= 0)
);

-- A payment transaction: what the customer set out to pay, by one or more
-- attempts at a gateway.
CREATE TABLE payment_transactions (
    customer_id BIGINT NOT NULL REFERENCES customers (id),
    id BIGINT NOT NULL CHECK (id > 0), -- rmTransactionId
    unique_id TEXT NOT NULL CHECK (length(unique_id) BETWEEN 1 AND 100),
    purpose TEXT NOT NULL CHECK (purpose IN ('due', 'deposit', 'advance-rent')),
    state TEXT NOT NULL CHECK (state IN ('open', 'pending', 'failed', 'succeeded', 'expired')),
    amount_paise BIGINT NOT NULL CHECK (amount_paise >= 0), -- to be paid altogether
    wallet_paise BIGINT NOT NULL DEFAULT 0 CHECK (wallet_paise >= 0), -- of it from the wallet
    months BIGINT NOT NULL DEFAULT 0 CHECK (months >= 0),
    is_auto_debit BOOLEAN NOT NULL DEFAULT FALSE CHECK (is_auto_debit IN (TRUE, FALSE)),
    payment_method TEXT NOT NULL CHECK (length(payment_method) <= 100),
    device TEXT NOT NULL CHECK (length(device) <= 100),
    created_at BIGINT NOT NULL CHECK (created_at >= 0),
    updated_at BIGINT NOT NULL CHECK (updated_at >= 0),
    paid_at BIGINT NOT NULL DEFAULT 0 CHECK (paid_at >= 0),
    link_until BIGINT NOT NULL CHECK (link_until >= 0), -- how long the unguessable link opens the pay page
    debit_id BIGINT NOT NULL DEFAULT 0 CHECK (debit_id >= 0), -- 0 for a payment by hand
    PRIMARY KEY (customer_id, id),
    CONSTRAINT payment_transactions_wallet CHECK (wallet_paise <= amount_paise)
);
CREATE INDEX payment_transactions_open ON payment_transactions (link_until) WHERE state = 'open';
CREATE UNIQUE INDEX payment_transactions_unique_id ON payment_transactions (unique_id);
-- One live transaction per purpose and debit. A failed one is live, because it can be tried again.
CREATE UNIQUE INDEX payment_transactions_live ON payment_transactions (customer_id, purpose, debit_id) WHERE state IN ('open', 'pending', 'failed');

-- A payment at a gateway, from the order there to its outcome.
CREATE TABLE payment_attempts (
    customer_id BIGINT NOT NULL,
    id BIGINT NOT NULL CHECK (id > 0),
    transaction_id BIGINT NOT NULL,
    gateway TEXT NOT NULL CHECK (length(gateway) BETWEEN 1 AND 40 AND gateway = lower(gateway)),
    reference TEXT NOT NULL CHECK (length(reference) BETWEEN 1 AND 20), -- ours, at most 20 letters and digits
    gateway_order_id TEXT NOT NULL DEFAULT '' CHECK (length(gateway_order_id) <= 200), -- '' until the gateway answered
    state TEXT NOT NULL CHECK (state IN ('created', 'initiated', 'pending', 'unknown', 'succeeded', 'failed', 'expired')),
    amount_paise BIGINT NOT NULL CHECK (amount_paise > 0),
    reason TEXT NOT NULL DEFAULT '' CHECK (length(reason) <= 2000),
    created_at BIGINT NOT NULL CHECK (created_at >= 0),
    updated_at BIGINT NOT NULL CHECK (updated_at >= 0),
    check_at BIGINT NOT NULL DEFAULT 0 CHECK (check_at >= 0), -- when to ask the gateway again, 0 for never
    checks BIGINT NOT NULL DEFAULT 0 CHECK (checks >= 0),
    asked_at BIGINT NOT NULL DEFAULT 0 CHECK (asked_at >= 0), -- when the gateway was asked last, 0 for never
    PRIMARY KEY (customer_id, id),
    CONSTRAINT payment_attempts_transaction FOREIGN KEY (customer_id, transaction_id) REFERENCES payment_transactions (customer_id, id),
    CONSTRAINT payment_attempts_decided CHECK (check_at = 0 OR state <> 'succeeded')
);
-- One live attempt per transaction: two orders could both be paid.
CREATE UNIQUE INDEX payment_attempts_live ON payment_attempts (customer_id, transaction_id) WHERE state IN ('created', 'initiated', 'pending', 'unknown', 'failed');
CREATE UNIQUE INDEX payment_attempts_reference ON payment_attempts (reference);
CREATE UNIQUE INDEX payment_attempts_order ON payment_attempts (gateway, gateway_order_id) WHERE gateway_order_id <> '';
CREATE INDEX payment_attempts_transaction ON payment_attempts (customer_id, transaction_id);
CREATE INDEX payment_attempts_check ON payment_attempts (check_at) WHERE check_at > 0;
-- The daily comparison with the gateways reads the orders of one day.
CREATE INDEX payment_attempts_made ON payment_attempts (gateway, created_at, id) WHERE gateway_order_id <> '';

-- Every payment that a gateway told us of, and what we made of it.
CREATE TABLE gateway_payments (
    gateway TEXT NOT NULL CHECK (length(gateway) BETWEEN 1 AND 40 AND gateway = lower(gateway)),
    payment_id TEXT NOT NULL CHECK (length(payment_id) BETWEEN 1 AND 200),
    customer_id BIGINT NOT NULL DEFAULT 0 CHECK (customer_id >= 0), -- 0 when it is nobody's
    attempt_id BIGINT NOT NULL DEFAULT 0 CHECK (attempt_id >= 0),
    state TEXT NOT NULL CHECK (length(state) BETWEEN 1 AND 100),
    amount_paise BIGINT NOT NULL CHECK (amount_paise >= 0),
    refunded_paise BIGINT NOT NULL DEFAULT 0 CHECK (refunded_paise >= 0),
    method TEXT NOT NULL CHECK (length(method) <= 200),
    instrument TEXT NOT NULL CHECK (length(instrument) <= 1000),
    posted_as TEXT NOT NULL DEFAULT '' CHECK (posted_as IN ('', 'paid', 'duplicate', 'suspense')),
    reason TEXT NOT NULL DEFAULT '' CHECK (length(reason) <= 2000),
    paid_at BIGINT NOT NULL CHECK (paid_at >= 0),
    created_at BIGINT NOT NULL CHECK (created_at >= 0),
    updated_at BIGINT NOT NULL CHECK (updated_at >= 0),
    PRIMARY KEY (gateway, payment_id),
    -- No more is given back of a payment than was paid.
    CONSTRAINT gateway_payments_refunded CHECK (refunded_paise <= amount_paise)
);
CREATE INDEX gateway_payments_customer ON gateway_payments (customer_id, created_at);
-- The daily comparison with the gateways reads the payments of one day.
CREATE INDEX gateway_payments_paid ON gateway_payments (gateway, paid_at) WHERE posted_as <> '';

-- What a payment paid: oldest rent first, fees last.
CREATE TABLE payment_allocations (
    customer_id BIGINT NOT NULL,
    id BIGINT NOT NULL CHECK (id > 0),
    entry_id BIGINT NOT NULL,
    transaction_id BIGINT NOT NULL DEFAULT 0 CHECK (transaction_id >= 0),
    invoice_id BIGINT NOT NULL DEFAULT 0 CHECK (invoice_id >= 0), -- 0 for a late fee
    late_fee_id BIGINT NOT NULL DEFAULT 0 CHECK (late_fee_id >= 0), -- 0 for an invoice
    amount_paise BIGINT NOT NULL,
    deposit_paise BIGINT NOT NULL DEFAULT 0, -- of it from a deposit or its refund
    promotional_paise BIGINT NOT NULL DEFAULT 0, -- of it promotional credit; the rest is the customer's own money
    at BIGINT NOT NULL CHECK (at >= 0),
    PRIMARY KEY (customer_id, id),
    CONSTRAINT payment_allocations_entry FOREIGN KEY (customer_id, entry_id) REFERENCES ledger_entries (customer_id, id),
    CONSTRAINT payment_allocations_target CHECK (invoice_id > 0 AND late_fee_id = 0 OR invoice_id = 0 AND late_fee_id > 0),
    -- What a match is made of lies within it and has its sign: positive when it pays, negative when it is taken back.
    CONSTRAINT payment_allocations_parts CHECK (amount_paise > 0 AND deposit_paise >= 0 AND promotional_paise >= 0 AND deposit_paise + promotional_paise <= amount_paise OR amount_paise < 0 AND deposit_paise <= 0 AND promotional_paise <= 0 AND deposit_paise + promotional_paise >= amount_paise)
);
CREATE INDEX payment_allocations_invoice ON payment_allocations (customer_id, invoice_id);
CREATE INDEX payment_allocations_entry ON payment_allocations (customer_id, entry_id);
CREATE INDEX payment_allocations_transaction ON payment_allocations (customer_id, transaction_id) WHERE transaction_id > 0;

-- Months of rent that a customer has paid in advance, at most one package at a time.
CREATE TABLE advance_packages (
    customer_id BIGINT NOT NULL REFERENCES customers (id),
    id BIGINT NOT NULL CHECK (id > 0),
    transaction_id BIGINT NOT NULL, -- the payment
    months BIGINT NOT NULL CHECK (months BETWEEN 1 AND 24),
    discount_bp BIGINT NOT NULL CHECK (discount_bp BETWEEN 0 AND 10000),
    tiers TEXT NOT NULL CHECK (length(tiers) <= 200), -- discounts that are earned by staying, as 3=200,6=500; '' when leaving early keeps the whole discount
    from_date TEXT NOT NULL CHECK (from_date LIKE '____-__-01'),
    to_date TEXT NOT NULL CHECK (to_date LIKE '____-__-01'), -- exclusive
    state TEXT NOT NULL CHECK (state IN ('active', 'ended')),
    created_at BIGINT NOT NULL CHECK (created_at >= 0),
    ended_at BIGINT NOT NULL DEFAULT 0 CHECK (ended_at >= 0),
    PRIMARY KEY (customer_id, id),
    CONSTRAINT advance_packages_transaction FOREIGN KEY (customer_id, transaction_id) REFERENCES payment_transactions (customer_id, id),
    CONSTRAINT advance_packages_period CHECK (from_date <= to_date)
);
CREATE UNIQUE INDEX advance_packages_active ON advance_packages (customer_id) WHERE state = 'active';

-- Receipt vouchers of money that came in advance, and refund vouchers of what of it goes back (Rules 50 and 51 of the CGST Rules).
CREATE TABLE advance_vouchers (
    customer_id BIGINT NOT NULL,
    id BIGINT NOT NULL CHECK (id > 0),
    package_id BIGINT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('receipt', 'refund')),
    number TEXT NOT NULL CHECK (length(number) BETWEEN 1 AND 16),
    receipt_id BIGINT, -- the receipt voucher that a refund voucher is about; NULL for a receipt voucher
    date TEXT NOT NULL CHECK (date LIKE '____-__-__'),
    supplier_state TEXT NOT NULL CHECK (length(supplier_state) = 2),
    supplier_gstin TEXT NOT NULL CHECK (length(supplier_gstin) = 15),
    supplier_name TEXT NOT NULL CHECK (length(supplier_name) BETWEEN 1 AND 200),
    supplier_address TEXT NOT NULL CHECK (length(supplier_address) BETWEEN 1 AND 1000),
    place_of_supply TEXT NOT NULL CHECK (length(place_of_supply) = 2), -- GST state code
    bill_name TEXT NOT NULL CHECK (length(bill_name) <= 200),
    bill_address TEXT NOT NULL CHECK (length(bill_address) <= 2000),
    bill_gstin TEXT NOT NULL CHECK (length(bill_gstin) IN (0, 15)),
    taxable_paise BIGINT NOT NULL CHECK (taxable_paise >= 0),
    cgst_paise BIGINT NOT NULL CHECK (cgst_paise >= 0),
    sgst_paise BIGINT NOT NULL CHECK (sgst_paise >= 0),
    igst_paise BIGINT NOT NULL CHECK (igst_paise >= 0),
    total_paise BIGINT NOT NULL CHECK (total_paise > 0),
    created_at BIGINT NOT NULL CHECK (created_at >= 0),
    PRIMARY KEY (customer_id, id),
    CONSTRAINT advance_vouchers_package FOREIGN KEY (customer_id, package_id) REFERENCES advance_packages (customer_id, id),
    CONSTRAINT advance_vouchers_receipt FOREIGN KEY (customer_id, receipt_id) REFERENCES advance_vouchers (customer_id, id),
    CONSTRAINT advance_vouchers_total CHECK (taxable_paise + cgst_paise + sgst_paise + igst_paise = total_paise)
);
CREATE UNIQUE INDEX advance_vouchers_number ON advance_vouchers (supplier_gstin, number);
CREATE INDEX advance_vouchers_of_package ON advance_vouchers (customer_id, package_id, id);
-- The company's own systems ask for a voucher by its number.
CREATE INDEX advance_vouchers_of_number ON advance_vouchers (number);

-- What of a package is for one item, as it was paid.
CREATE TABLE advance_items (
    customer_id BIGINT NOT NULL,
    package_id BIGINT NOT NULL,
    item_id BIGINT NOT NULL,
    voucher_id BIGINT NOT NULL, -- the receipt voucher
    supplier_state TEXT NOT NULL CHECK (length(supplier_state) = 2),
    place_of_supply TEXT NOT NULL CHECK (length(place_of_supply) = 2),
    sac TEXT NOT NULL CHECK (length(sac) <= 8),
    gst_bp BIGINT NOT NULL CHECK (gst_bp BETWEEN 0 AND 10000),
    list_paise BIGINT NOT NULL CHECK (list_paise >= 0), -- rent without discount and tax
    value_paise BIGINT NOT NULL CHECK (value_paise >= 0), -- with the discount
    cgst_paise BIGINT NOT NULL CHECK (cgst_paise >= 0),
    sgst_paise BIGINT NOT NULL CHECK (sgst_paise >= 0),
    igst_paise BIGINT NOT NULL CHECK (igst_paise >= 0),
    state TEXT NOT NULL CHECK (state IN ('active', 'closed', 'ended')), -- closed: picked up, what is left waits for the settlement
    ended_on TEXT NOT NULL DEFAULT '' CHECK (ended_on = '' OR ended_on LIKE '____-__-__'), -- from when on it covers nothing, '' while active
    PRIMARY KEY (customer_id, package_id, item_id),
    CONSTRAINT advance_items_package FOREIGN KEY (customer_id, package_id) REFERENCES advance_packages (customer_id, id),
    CONSTRAINT advance_items_item FOREIGN KEY (customer_id, item_id) REFERENCES order_items (customer_id, id),
    CONSTRAINT advance_items_voucher FOREIGN KEY (customer_id, voucher_id) REFERENCES advance_vouchers (customer_id, id),
    CONSTRAINT advance_items_discount CHECK (value_paise <= list_paise)
);

-- What was taken out of a package for an item: rent of days, a discount that was not earned, and what was given back.
CREATE TABLE advance_draws (
    customer_id BIGINT NOT NULL,
    id BIGINT NOT NULL CHECK (id > 0),
    package_id BIGINT NOT NULL,
    item_id BIGINT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('rent', 'lost_discount', 'returned')),
    invoice_id BIGINT, -- the invoice that it paid; NULL for what was given back
    voucher_id BIGINT, -- the refund voucher; NULL for what paid an invoice
    from_date TEXT NOT NULL CHECK (from_date = '' OR from_date LIKE '____-__-__'), -- of rent
    to_date TEXT NOT NULL CHECK (to_date = '' OR to_date LIKE '____-__-__'), -- exclusive
    list_paise BIGINT NOT NULL CHECK (list_paise >= 0), -- rent without discount and tax
    value_paise BIGINT NOT NULL CHECK (value_paise >= 0),
    cgst_paise BIGINT NOT NULL CHECK (cgst_paise >= 0),
    sgst_paise BIGINT NOT NULL CHECK (sgst_paise >= 0),
    igst_paise BIGINT NOT NULL CHECK (igst_paise >= 0),
    created_at BIGINT NOT NULL CHECK (created_at >= 0),
    PRIMARY KEY (customer_id, id),
    CONSTRAINT advance_draws_item FOREIGN KEY (customer_id, package_id, item_id) REFERENCES advance_items (customer_id, package_id, item_id),
    CONSTRAINT advance_draws_invoice FOREIGN KEY (customer_id, invoice_id) REFERENCES invoices (customer_id, id),
    CONSTRAINT advance_draws_voucher FOREIGN KEY (customer_id, voucher_id) REFERENCES advance_vouchers (customer_id, id),
    CONSTRAINT advance_draws_period CHECK (from_date <= to_date)
);
CREATE INDEX advance_draws_of_item ON advance_draws (customer_id, package_id, item_id);

-- The inbox of webhooks: each event of a provider once, encrypted, until and after a job has worked it in.
CREATE TABLE provider_events (
    provider TEXT NOT NULL CHECK (length(provider) BETWEEN 1 AND 40 AND provider = lower(provider)),
    event_id TEXT NOT NULL CHECK (length(event_id) BETWEEN 1 AND 500),
    kind TEXT NOT NULL CHECK (length(kind) <= 200),
    order_id TEXT NOT NULL CHECK (length(order_id) <= 200),
    payment_id TEXT NOT NULL CHECK (length(payment_id) <= 200),
    refund_id TEXT NOT NULL CHECK (length(refund_id) <= 200),
    subject_id TEXT NOT NULL CHECK (length(subject_id) <= 200), -- the payout or validation, for those who pay out
    body TEXT NOT NULL CHECK (length(body) <= 1048576),
    body_hash TEXT NOT NULL CHECK (length(body_hash) BETWEEN 1 AND 128),
    received_at BIGINT NOT NULL CHECK (received_at >= 0),
    processed_at BIGINT NOT NULL DEFAULT 0 CHECK (processed_at >= 0), -- 0 until a job has worked it in
    PRIMARY KEY (provider, event_id)
);
-- One body is one event for a day (UTC), whatever id came with it: a provider
-- that sends the id in a header does not sign it.
CREATE UNIQUE INDEX provider_events_body ON provider_events (provider, body_hash, (received_at / 86400000000));
-- Whether a provider has been heard of since a time.
CREATE INDEX provider_events_received ON provider_events (provider, received_at);

-- Money that goes back to where a gateway took it from.
CREATE TABLE refunds (
    customer_id BIGINT NOT NULL REFERENCES customers (id),
    id BIGINT NOT NULL CHECK (id > 0),
    gateway TEXT NOT NULL,
    payment_id TEXT NOT NULL,
    idempotency_key TEXT NOT NULL CHECK (length(idempotency_key) BETWEEN 1 AND 200),
    amount_paise BIGINT NOT NULL CHECK (amount_paise > 0),
    reason TEXT NOT NULL CHECK (length(reason) <= 1000),
    state TEXT NOT NULL CHECK (state IN ('wanted', 'pending', 'processed', 'failed')),
    gateway_refund_id TEXT NOT NULL DEFAULT '' CHECK (length(gateway_refund_id) <= 200),
    created_at BIGINT NOT NULL CHECK (created_at >= 0),
    updated_at BIGINT NOT NULL CHECK (updated_at >= 0),
    check_at BIGINT NOT NULL DEFAULT 0 CHECK (check_at >= 0),
    checks BIGINT NOT NULL DEFAULT 0 CHECK (checks >= 0),
    PRIMARY KEY (customer_id, id),
    CONSTRAINT refunds_payment FOREIGN KEY (gateway, payment_id) REFERENCES gateway_payments (gateway, payment_id),
    CONSTRAINT refunds_decided CHECK (check_at = 0 OR state NOT IN ('processed', 'failed'))
);
CREATE UNIQUE INDEX refunds_key ON refunds (idempotency_key);
CREATE INDEX refunds_check ON refunds (check_at) WHERE check_at > 0;
CREATE INDEX refunds_payment ON refunds (gateway, payment_id);
CREATE INDEX refunds_made ON refunds (created_at, id) WHERE gateway_refund_id <> '';
CREATE INDEX refunds_at_gateway ON refunds (gateway, gateway_refund_id) WHERE gateway_refund_id <> '';

-- What a person has to look at: money that fits nowhere, a refund that failed.
CREATE TABLE alerts (
    id BIGINT PRIMARY KEY NOT NULL CHECK (id > 0),
    kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 100),
    subject TEXT NOT NULL CHECK (length(subject) BETWEEN 1 AND 500), -- what it is about; one alert per kind and subject
    customer_id BIGINT NOT NULL DEFAULT 0 CHECK (customer_id >= 0), -- 0 when it is nobody's
    detail TEXT NOT NULL CHECK (length(detail) <= 10000),
    created_at BIGINT NOT NULL CHECK (created_at >= 0),
    closed_at BIGINT NOT NULL DEFAULT 0 CHECK (closed_at >= 0)
);
CREATE INDEX alerts_open ON alerts (id) WHERE closed_at = 0;
CREATE UNIQUE INDEX alerts_subject ON alerts (kind, subject);

-- Permissions by which we debit a customer at a gateway.
CREATE TABLE mandates (
    customer_id BIGINT NOT NULL REFERENCES customers (id),
    id BIGINT NOT NULL CHECK (id > 0),
    gateway TEXT NOT NULL CHECK (length(gateway) BETWEEN 1 AND 40 AND gateway = lower(gateway)), -- the name of a gateway, as in payment_attempts
    method TEXT NOT NULL CHECK (method IN ('upi', 'card', 'emandate', 'nach')),
    state TEXT NOT NULL CHECK (state IN ('initiated', 'confirmed', 'rejected', 'paused', 'cancelling', 'cancelled', 'expired')),
    is_active BOOLEAN NOT NULL DEFAULT FALSE CHECK (is_active IN (TRUE, FALSE)),
    token TEXT NOT NULL CHECK (length(token) <= 500),
    label TEXT NOT NULL CHECK (length(label) <= 200), -- card or bank name
    last4 TEXT NOT NULL CHECK (length(last4) <= 4),
    vpa TEXT NOT NULL CHECK (length(vpa) <= 1000),
    max_paise BIGINT NOT NULL CHECK (max_paise >= 0),
    expires_on TEXT NOT NULL CHECK (expires_on = '' OR expires_on LIKE '____-__-__'),
    created_at BIGINT NOT NULL CHECK (created_at >= 0),
    updated_at BIGINT NOT NULL CHECK (updated_at >= 0),
    reference TEXT NOT NULL DEFAULT '' CHECK (length(reference) <= 20), -- ours, as in payment_attempts; '' for one that was not registered through us
    registration_id TEXT NOT NULL DEFAULT '' CHECK (length(registration_id) <= 200), -- the gateway's of the registration, '' until it has answered
    unique_id TEXT NOT NULL DEFAULT '' CHECK (length(unique_id) <= 100), -- the part of the link that cannot be guessed
    checkout TEXT NOT NULL DEFAULT '' CHECK (length(checkout) <= 20000), -- what opens the gateway's checkout, JSON; '' once it is of no use
    reason TEXT NOT NULL DEFAULT '' CHECK (length(reason) <= 2000), -- why it was rejected
    check_at BIGINT NOT NULL DEFAULT 0 CHECK (check_at >= 0), -- when to ask the gateway again, 0 for never
    checks BIGINT NOT NULL DEFAULT 0 CHECK (checks >= 0),
    gateway_customer TEXT NOT NULL DEFAULT '' CHECK (length(gateway_customer) <= 200), -- the gateway's id of the customer, '' where it has none
    is_at_bank BOOLEAN NOT NULL DEFAULT FALSE CHECK (is_at_bank IN (TRUE, FALSE)), -- what an initiated one waits for is the bank
    PRIMARY KEY (customer_id, id),
    CONSTRAINT mandates_active_lasts CHECK (NOT is_active OR state IN ('confirmed', 'paused')),
    CONSTRAINT mandates_decided CHECK (check_at = 0 OR state NOT IN ('rejected', 'cancelled', 'expired'))
);
CREATE UNIQUE INDEX mandates_active ON mandates (customer_id) WHERE is_active;
CREATE UNIQUE INDEX mandates_reference ON mandates (reference) WHERE reference <> '';
CREATE UNIQUE INDEX mandates_unique_id ON mandates (unique_id) WHERE unique_id <> '';
CREATE INDEX mandates_token ON mandates (gateway, token) WHERE token <> '';
CREATE INDEX mandates_registration ON mandates (gateway, registration_id) WHERE registration_id <> '';
CREATE INDEX mandates_check ON mandates (check_at) WHERE check_at > 0;
CREATE INDEX mandates_last_day ON mandates (expires_on) WHERE state IN ('confirmed', 'paused', 'cancelling') AND expires_on <> '';

-- The debit of a mandate for the invoice of one month.
CREATE TABLE mandate_debits (
    customer_id BIGINT NOT NULL,
    id BIGINT NOT NULL CHECK (id > 0),
    mandate_id BIGINT NOT NULL,
    invoice_id BIGINT NOT NULL,
    cycle TEXT NOT NULL CHECK (cycle LIKE '____-__-01'), -- first day of the month of the debit
    state TEXT NOT NULL CHECK (state IN ('scheduled', 'notified', 'unknown', 'submitted', 'succeeded', 'failed', 'skipped')),
    skipped_for TEXT NOT NULL CHECK (skipped_for IN ('', 'not_allowed', 'paid', 'lapsed', 'month_taken', 'declined', 'mandate_inactive')), -- '' while it is not skipped
    amount_paise BIGINT NOT NULL CHECK (amount_paise > 0),
    debit_on TEXT NOT NULL CHECK (debit_on LIKE '____-__-__'),
    created_at BIGINT NOT NULL CHECK (created_at >= 0),
    updated_at BIGINT NOT NULL CHECK (updated_at >= 0),
    reference TEXT NOT NULL DEFAULT '' CHECK (length(reference) <= 20), -- '' before the first notice
    notice_id TEXT NOT NULL DEFAULT '' CHECK (length(notice_id) <= 200), -- the gateway's of the pre-debit notice
    tries BIGINT NOT NULL DEFAULT 0 CHECK (tries >= 0), -- how often it was submitted
    PRIMARY KEY (customer_id, id),
    CONSTRAINT mandate_debits_reason CHECK ((state = 'skipped') = (skipped_for <> '')),
    CONSTRAINT mandate_debits_mandate FOREIGN KEY (customer_id, mandate_id) REFERENCES mandates (customer_id, id),
    CONSTRAINT mandate_debits_invoice FOREIGN KEY (customer_id, invoice_id) REFERENCES invoices (customer_id, id)
);
CREATE INDEX mandate_debits_open ON mandate_debits (cycle) WHERE state IN ('scheduled', 'notified');
-- A mandate debits once a month.
CREATE UNIQUE INDEX mandate_debits_cycle ON mandate_debits (customer_id, mandate_id, cycle) WHERE state <> 'skipped';
-- Each pre-debit notice has a new reference of ours, under which the debit is submitted.
CREATE INDEX mandate_debits_reference ON mandate_debits (reference) WHERE reference <> '';
CREATE INDEX mandate_debits_to_do ON mandate_debits (debit_on) WHERE state IN ('scheduled', 'notified', 'unknown');

-- The account of returned items: deposit, deductions and the refund that is left.
CREATE TABLE settlements (
    customer_id BIGINT NOT NULL REFERENCES customers (id),
    id BIGINT NOT NULL CHECK (id > 0),
    origin TEXT NOT NULL DEFAULT 'pickup' CHECK (origin IN ('pickup', 'credit_note', 'wallet', 'offer')), -- where its money comes from
    state TEXT NOT NULL CHECK (state IN ('inspecting', 'ready', 'paying', 'paid')),
    deposit_paise BIGINT NOT NULL CHECK (deposit_paise >= 0), -- required for the closed items, or given back; of the wallet, what was asked for
    deductions_paise BIGINT NOT NULL DEFAULT 0 CHECK (deductions_paise >= 0), -- taken from it for dues and damage
    refund_paise BIGINT NOT NULL DEFAULT 0 CHECK (refund_paise >= 0), -- what is left of it for the customer
    ready_at BIGINT NOT NULL DEFAULT 0 CHECK (ready_at >= 0),
    created_at BIGINT NOT NULL CHECK (created_at >= 0),
    updated_at BIGINT NOT NULL CHECK (updated_at >= 0),
    -- What of a settlement is rent that was paid in advance and not used.
    advance_paise BIGINT NOT NULL DEFAULT 0 CHECK (advance_paise >= 0),
    PRIMARY KEY (customer_id, id)
);
CREATE INDEX settlements_state ON settlements (state, created_at);

-- The items that a settlement covers.
CREATE TABLE settlement_items (
    customer_id BIGINT NOT NULL,
    settlement_id BIGINT NOT NULL,
    item_id BIGINT NOT NULL,
    deposit_paise BIGINT NOT NULL CHECK (deposit_paise >= 0),
    PRIMARY KEY (customer_id, settlement_id, item_id),
    CONSTRAINT settlement_items_settlement FOREIGN KEY (customer_id, settlement_id) REFERENCES settlements (customer_id, id),
    CONSTRAINT settlement_items_item_of FOREIGN KEY (customer_id, item_id) REFERENCES order_items (customer_id, id)
);
CREATE UNIQUE INDEX settlement_items_item ON settlement_items (customer_id, item_id);

-- How a customer wants refunds.
CREATE TABLE refund_preferences (
    customer_id BIGINT PRIMARY KEY NOT NULL REFERENCES customers (id),
    preference BIGINT NOT NULL CHECK (preference IN (10, 20, 40)), -- 10 wallet, 20 bank or 40 UPI
    chosen_at BIGINT NOT NULL CHECK (chosen_at >= 0)
);

-- Where a customer's refunds go. Details never change: new ones are a new row.
CREATE TABLE payees (
    customer_id BIGINT NOT NULL REFERENCES customers (id),
    id BIGINT NOT NULL CHECK (id > 0),
    preference BIGINT NOT NULL CHECK (preference IN (20, 40)), -- 20 bank or 40 UPI
    name_in_bank TEXT NOT NULL CHECK (length(name_in_bank) <= 1000),
    account_number TEXT NOT NULL CHECK (length(account_number) <= 1000),
    ifsc TEXT NOT NULL CHECK (length(ifsc) IN (0, 11)),
    bank_name TEXT NOT NULL CHECK (length(bank_name) <= 200),
    vpa TEXT NOT NULL CHECK (length(vpa) <= 1000),
    is_current BOOLEAN NOT NULL CHECK (is_current IN (TRUE, FALSE)),
    state TEXT NOT NULL CHECK (state IN ('new', 'checking', 'confirmed', 'doubtful', 'refused')),
    validation_id TEXT NOT NULL DEFAULT '' CHECK (length(validation_id) <= 200), -- the provider's, '' before it was asked
    fund_account_id TEXT NOT NULL DEFAULT '' CHECK (length(fund_account_id) <= 200), -- the provider's
    registered_name TEXT NOT NULL DEFAULT '' CHECK (length(registered_name) <= 1000), -- as the bank has it
    name_score BIGINT NOT NULL DEFAULT 0 CHECK (name_score BETWEEN 0 AND 100), -- 0 to 100
    created_at BIGINT NOT NULL CHECK (created_at >= 0),
    usable_at BIGINT NOT NULL CHECK (usable_at >= 0), -- end of the cooling time
    updated_at BIGINT NOT NULL CHECK (updated_at >= 0),
    PRIMARY KEY (customer_id, id)
);
CREATE INDEX payees_doubtful ON payees (created_at, id) WHERE is_current AND state = 'doubtful';
CREATE UNIQUE INDEX payees_current ON payees (customer_id, preference) WHERE is_current;
CREATE UNIQUE INDEX payees_validation ON payees (validation_id) WHERE validation_id <> '';

-- An attempt to pay a settlement out.
CREATE TABLE payouts (
    customer_id BIGINT NOT NULL,
    id BIGINT NOT NULL CHECK (id > 0),
    settlement_id BIGINT NOT NULL,
    preference BIGINT NOT NULL CHECK (preference IN (10, 20, 40)), -- 10 wallet, 20 bank or 40 UPI
    payee_id BIGINT NOT NULL DEFAULT 0 CHECK (payee_id >= 0), -- 0 for the wallet
    provider TEXT NOT NULL DEFAULT '' CHECK (length(provider) <= 40 AND provider = lower(provider)), -- '' for the wallet
    idempotency_key TEXT NOT NULL CHECK (length(idempotency_key) BETWEEN 1 AND 200),
    amount_paise BIGINT NOT NULL CHECK (amount_paise > 0),
    state TEXT NOT NULL CHECK (state IN ('wanted', 'sent', 'processed', 'failed', 'reversed')),
    provider_payout_id TEXT NOT NULL DEFAULT '' CHECK (length(provider_payout_id) <= 200), -- '' until the provider answered
    utr TEXT NOT NULL DEFAULT '' CHECK (length(utr) <= 200), -- the bank's reference, '' until it is known
    reason TEXT NOT NULL DEFAULT '' CHECK (length(reason) <= 2000),
    created_at BIGINT NOT NULL CHECK (created_at >= 0),
    updated_at BIGINT NOT NULL CHECK (updated_at >= 0),
    paid_at BIGINT NOT NULL DEFAULT 0 CHECK (paid_at >= 0),
    check_at BIGINT NOT NULL DEFAULT 0 CHECK (check_at >= 0), -- when to ask the provider again, 0 for never
    checks BIGINT NOT NULL DEFAULT 0 CHECK (checks >= 0),
    PRIMARY KEY (customer_id, id),
    CONSTRAINT payouts_settlement FOREIGN KEY (customer_id, settlement_id) REFERENCES settlements (customer_id, id),
    CONSTRAINT payouts_payee CHECK (preference = 10 AND payee_id = 0 OR preference <> 10 AND payee_id > 0)
);
CREATE UNIQUE INDEX payouts_key ON payouts (idempotency_key);
-- One attempt at a time: two could both be paid.
CREATE UNIQUE INDEX payouts_live ON payouts (customer_id, settlement_id) WHERE state IN ('wanted', 'sent', 'processed');
CREATE UNIQUE INDEX payouts_provider ON payouts (provider, provider_payout_id) WHERE provider_payout_id <> '';
CREATE INDEX payouts_check ON payouts (check_at) WHERE check_at > 0;
CREATE INDEX payouts_settlement ON payouts (customer_id, settlement_id, id);
CREATE INDEX payouts_created ON payouts (provider, created_at) WHERE provider_payout_id <> '';

-- Whom a customer thinks of inviting: typed in, or chosen from an address book.
CREATE TABLE referral_contacts (
    customer_id BIGINT NOT NULL REFERENCES customers (id),
    id BIGINT NOT NULL CHECK (id > 0),
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    mobile TEXT NOT NULL CHECK (length(mobile) = 10),
    email TEXT NOT NULL DEFAULT '' CHECK (length(email) <= 254),
    invited_at BIGINT NOT NULL DEFAULT 0 CHECK (invited_at >= 0), -- 0 for not yet
    created_at BIGINT NOT NULL CHECK (created_at >= 0),
    PRIMARY KEY (customer_id, id)
);
CREATE UNIQUE INDEX referral_contacts_mobile ON referral_contacts (customer_id, mobile);

-- Who was invited by a customer, and what became of it. An invitation that came to nothing is removed after a while.
CREATE TABLE referrals (
    customer_id BIGINT NOT NULL REFERENCES customers (id), -- who invited
    id BIGINT NOT NULL CHECK (id > 0),
    name TEXT NOT NULL DEFAULT '' CHECK (length(name) <= 200),
    email TEXT NOT NULL DEFAULT '' CHECK (length(email) <= 254),
    mobile TEXT NOT NULL DEFAULT '' CHECK (length(mobile) IN (0, 10)),
    friend_id BIGINT NOT NULL DEFAULT 0 CHECK (friend_id >= 0), -- who came; 0 while invited
    state TEXT NOT NULL CHECK (state IN ('invited', 'joined', 'rewarded', 'lapsed')),
    reward_paise BIGINT NOT NULL DEFAULT 0 CHECK (reward_paise >= 0), -- of who invited, promised when the friend joined
    friend_reward_paise BIGINT NOT NULL DEFAULT 0 CHECK (friend_reward_paise >= 0),
    invited_at BIGINT NOT NULL DEFAULT 0 CHECK (invited_at >= 0), -- the last time; 0 for a friend who came by the code alone
    joined_at BIGINT NOT NULL DEFAULT 0 CHECK (joined_at >= 0),
    ended_at BIGINT NOT NULL DEFAULT 0 CHECK (ended_at >= 0), -- rewarded or lapsed
    created_at BIGINT NOT NULL CHECK (created_at >= 0),
    -- Where an invitation by mail arrives, however its address is written: one person is not written to by many addresses.
    mailbox TEXT NOT NULL DEFAULT '' CHECK (length(mailbox) <= 254),
    PRIMARY KEY (customer_id, id),
    CONSTRAINT referrals_friend CHECK ((friend_id = 0) = (state = 'invited')),
    CONSTRAINT referrals_not_oneself CHECK (friend_id <> customer_id)
);
-- Nobody joins twice.
CREATE UNIQUE INDEX referrals_friend_once ON referrals (friend_id) WHERE friend_id > 0;
CREATE INDEX referrals_state ON referrals (state, customer_id, id);
CREATE INDEX referrals_mobile ON referrals (mobile, invited_at) WHERE mobile <> '';
CREATE INDEX referrals_mailbox ON referrals (mailbox, invited_at) WHERE mailbox <> '';

-- How far the verification of a customer's identity (KYC) is. A customer without a row has not begun, or was verified
-- elsewhere before an import: customers.kyc_pending tells which.
CREATE TABLE kyc_cases (
    customer_id BIGINT PRIMARY KEY NOT NULL REFERENCES customers (id),
    state TEXT NOT NULL CHECK (state IN ('in_progress', 'evaluating', 'approved', 'partial_offered', 'partially_approved', 'in_review', 'declined', 'cancelled')),
    profession_type BIGINT NOT NULL CHECK (profession_type IN (10, 20, 30, 40, 1337)), -- 1337 is none
    decision TEXT NOT NULL CHECK (decision IN ('', 'approved', 'partial', 'review', 'declined')), -- '' before the first evaluation
    score BIGINT NOT NULL CHECK (score BETWEEN 0 AND 100),
    reasons TEXT NOT NULL CHECK (length(reasons) <= 1000), -- words, with a blank between them
    evaluated_at BIGINT NOT NULL CHECK (evaluated_at >= 0), -- 0 before the first evaluation
    renamed_at BIGINT NOT NULL CHECK (renamed_at >= 0), -- the customer took the name of the PAN; 0 before
    former_name TEXT NOT NULL CHECK (length(former_name) <= 2000), -- before that; encrypted
    data_key TEXT NOT NULL CHECK (length(data_key) <= 500), -- encrypts all else of the case, itself encrypted; '' once it is destroyed
    created_at BIGINT NOT NULL CHECK (created_at >= 0),
    updated_at BIGINT NOT NULL CHECK (updated_at >= 0)
);
CREATE INDEX kyc_cases_in_review ON kyc_cases (evaluated_at, customer_id) WHERE state = 'in_review';
CREATE INDEX kyc_cases_of_key ON kyc_cases (data_key) WHERE data_key <> '';

-- The steps of a case.
CREATE TABLE kyc_steps (
    customer_id BIGINT NOT NULL,
    step TEXT NOT NULL CHECK (step IN ('panCard', 'govtDocDetails', 'profilePic', 'companyEmail', 'collegeName', 'gstDetails', 'bankDocDetails', 'parentGovtDocDetails')),
    state TEXT NOT NULL CHECK (state IN ('not_started', 'uploaded', 'processing', 'verified', 'needs_review', 'rejected', 'skipped')),
    attempt BIGINT NOT NULL CHECK (attempt >= 0), -- counts the tries; part of the provider's transaction
    refusals BIGINT NOT NULL CHECK (refusals >= 0), -- tries that were refused since the case was last begun
    reason TEXT NOT NULL CHECK (length(reason) <= 60), -- a word, '' without any
    number_hash TEXT NOT NULL CHECK (length(number_hash) IN (0, 64)), -- keyed hash of a verified PAN, which is one account's alone
    details TEXT NOT NULL CHECK (length(details) <= 40000), -- what is known; JSON, encrypted
    updated_at BIGINT NOT NULL CHECK (updated_at >= 0),
    PRIMARY KEY (customer_id, step),
    CONSTRAINT kyc_steps_case FOREIGN KEY (customer_id) REFERENCES kyc_cases (customer_id)
);
CREATE UNIQUE INDEX kyc_steps_number ON kyc_steps (number_hash) WHERE number_hash <> '';

-- The files of a case; their bytes are kept encrypted under blob_key.
CREATE TABLE kyc_documents (
    customer_id BIGINT NOT NULL,
    id BIGINT NOT NULL CHECK (id > 0),
    step TEXT NOT NULL CHECK (step IN ('panCard', 'govtDocDetails', 'profilePic', 'bankDocDetails', 'parentGovtDocDetails')),
    side TEXT NOT NULL CHECK (side IN ('front', 'back', 'whole', 'portrait')), -- portrait is from a locker, until the face is matched
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    media_type TEXT NOT NULL CHECK (media_type IN ('image/jpeg', 'image/png', 'application/pdf')),
    size_bytes BIGINT NOT NULL CHECK (size_bytes > 0), -- before the encryption
    blob_key TEXT NOT NULL CHECK (length(blob_key) BETWEEN 1 AND 200),
    created_at BIGINT NOT NULL CHECK (created_at >= 0),
    PRIMARY KEY (customer_id, id),
    CONSTRAINT kyc_documents_case FOREIGN KEY (customer_id) REFERENCES kyc_cases (customer_id)
);

-- The bank statements of a case that a provider reads.
CREATE TABLE kyc_statements (
    customer_id BIGINT NOT NULL,
    id BIGINT NOT NULL CHECK (id > 0), -- that of its document, if it came as a file
    entity_id TEXT NOT NULL CHECK (length(entity_id) BETWEEN 1 AND 200), -- the provider's session
    source TEXT NOT NULL CHECK (source IN ('pdf', 'netbanking')),
    state TEXT NOT NULL CHECK (state IN ('waiting', 'processing', 'done', 'failed')),
    attempt BIGINT NOT NULL CHECK (attempt > 0), -- of the step
    reason TEXT NOT NULL CHECK (length(reason) <= 60), -- why it failed, a word
    asked_at BIGINT NOT NULL CHECK (asked_at >= 0), -- when the provider was last asked; 0 before
    created_at BIGINT NOT NULL CHECK (created_at >= 0),
    PRIMARY KEY (customer_id, id),
    CONSTRAINT kyc_statements_case FOREIGN KEY (customer_id) REFERENCES kyc_cases (customer_id)
);

-- What changed in a case: who did it, from which state to which, and why.
CREATE TABLE kyc_transitions (
    customer_id BIGINT NOT NULL,
    id BIGINT NOT NULL CHECK (id > 0),
    subject TEXT NOT NULL CHECK (length(subject) BETWEEN 1 AND 40), -- a step, or case
    from_state TEXT NOT NULL CHECK (length(from_state) BETWEEN 1 AND 40),
    to_state TEXT NOT NULL CHECK (length(to_state) BETWEEN 1 AND 40),
    actor TEXT NOT NULL CHECK (length(actor) BETWEEN 1 AND 100),
    cause TEXT NOT NULL CHECK (length(cause) <= 400),
    created_at BIGINT NOT NULL CHECK (created_at >= 0),
    PRIMARY KEY (customer_id, id),
    CONSTRAINT kyc_transitions_case FOREIGN KEY (customer_id) REFERENCES kyc_cases (customer_id)
);

-- Files that a customer sent.
CREATE TABLE uploads (
    customer_id BIGINT NOT NULL REFERENCES customers (id),
    id TEXT NOT NULL CHECK (length(id) BETWEEN 1 AND 100), -- unguessable
    purpose TEXT NOT NULL CHECK (purpose IN ('ticket', 'chat')),
    name TEXT NOT NULL CHECK (length(name) <= 1000),
    media_type TEXT NOT NULL CHECK (length(media_type) <= 100),
    size_bytes BIGINT NOT NULL CHECK (size_bytes >= 0),
    blob_key TEXT NOT NULL CHECK (length(blob_key) BETWEEN 1 AND 200),
    created_at BIGINT NOT NULL CHECK (created_at >= 0),
    PRIMARY KEY (customer_id, id)
);

-- What customers want done, by ticket (docs/tickets.md).
CREATE TABLE tickets (
    customer_id BIGINT NOT NULL REFERENCES customers (id),
    id BIGINT NOT NULL CHECK (id > 0),
    number TEXT NOT NULL CHECK (length(number) BETWEEN 1 AND 40),
    request_type BIGINT NOT NULL CHECK (request_type IN (20, 65, 200, 690)), -- 20 repair, 65 relocation, 200 closure or 690 transfer
    status TEXT NOT NULL CHECK (status IN ('raised', 'scheduled', 'in_progress', 'done', 'revoked', 'cancelled')),
    message TEXT NOT NULL CHECK (length(message) <= 4000),
    preferred_date TEXT NOT NULL CHECK (preferred_date = '' OR preferred_date LIKE '____-__-__'), -- of the visit or the pickup, as the customer wished
    delivery_date TEXT NOT NULL CHECK (delivery_date = '' OR delivery_date LIKE '____-__-__'), -- of a relocation's drop, else ''
    visit_date TEXT NOT NULL DEFAULT '' CHECK (visit_date = '' OR visit_date LIKE '____-__-__'), -- when our people come, '' until it is planned
    address_id BIGINT NOT NULL DEFAULT 0 CHECK (address_id >= 0), -- to which a relocation goes, else 0
    receiver_id BIGINT NOT NULL DEFAULT 0 CHECK (receiver_id >= 0), -- the customer who takes over in a transfer, else 0
    is_full BOOLEAN NOT NULL DEFAULT FALSE CHECK (is_full IN (TRUE, FALSE)), -- a closure of everything that the customer had then
    revocable BOOLEAN NOT NULL CHECK (revocable IN (TRUE, FALSE)),
    created_at BIGINT NOT NULL CHECK (created_at >= 0),
    updated_at BIGINT NOT NULL CHECK (updated_at >= 0),
    PRIMARY KEY (customer_id, id),
    CONSTRAINT tickets_receiver CHECK (request_type = 690 AND receiver_id > 0 OR request_type <> 690 AND receiver_id = 0)
);
CREATE INDEX tickets_status ON tickets (status, visit_date);
CREATE INDEX tickets_receiver ON tickets (receiver_id) WHERE receiver_id > 0;
CREATE UNIQUE INDEX tickets_number ON tickets (number);

-- The items that a ticket is about.
CREATE TABLE ticket_items (
    customer_id BIGINT NOT NULL,
    ticket_id BIGINT NOT NULL,
    item_id BIGINT NOT NULL,
    quote TEXT NOT NULL DEFAULT '' CHECK (length(quote) <= 100000), -- how the charge of an early closure was worked out, JSON; '' for others
    charge_paise BIGINT NOT NULL DEFAULT 0 CHECK (charge_paise >= 0), -- of it, without GST
    charge_no BIGINT NOT NULL DEFAULT 0 CHECK (charge_no >= 0), -- names the charge: it is made anew when the pickup is put off
    taken_item_id BIGINT NOT NULL DEFAULT 0 CHECK (taken_item_id >= 0), -- the receiver's item in a transfer that was accepted, else 0
    PRIMARY KEY (customer_id, ticket_id, item_id),
    CONSTRAINT ticket_items_ticket FOREIGN KEY (customer_id, ticket_id) REFERENCES tickets (customer_id, id),
    CONSTRAINT ticket_items_item_of FOREIGN KEY (customer_id, item_id) REFERENCES order_items (customer_id, id)
);
CREATE INDEX ticket_items_item ON ticket_items (customer_id, item_id);

-- What happened to a ticket, in order: the time line that the customer sees.
CREATE TABLE ticket_steps (
    customer_id BIGINT NOT NULL,
    ticket_id BIGINT NOT NULL,
    step_no BIGINT NOT NULL CHECK (step_no > 0),
    status TEXT NOT NULL CHECK (status IN ('raised', 'scheduled', 'in_progress', 'done', 'revoked', 'cancelled')),
    actor TEXT NOT NULL CHECK (length(actor) BETWEEN 1 AND 200), -- customer, agent:<name> or company
    comment TEXT NOT NULL CHECK (length(comment) <= 4000),
    at BIGINT NOT NULL CHECK (at >= 0),
    PRIMARY KEY (customer_id, ticket_id, step_no),
    CONSTRAINT ticket_steps_ticket FOREIGN KEY (customer_id, ticket_id) REFERENCES tickets (customer_id, id)
);

-- The pictures of a ticket.
CREATE TABLE ticket_images (
    customer_id BIGINT NOT NULL,
    ticket_id BIGINT NOT NULL,
    image_no BIGINT NOT NULL CHECK (image_no >= 0),
    upload_id TEXT NOT NULL,
    PRIMARY KEY (customer_id, ticket_id, image_no),
    CONSTRAINT ticket_images_ticket FOREIGN KEY (customer_id, ticket_id) REFERENCES tickets (customer_id, id),
    CONSTRAINT ticket_images_upload FOREIGN KEY (customer_id, upload_id) REFERENCES uploads (customer_id, id)
);
CREATE INDEX ticket_images_upload ON ticket_images (customer_id, upload_id);

-- Delivery challans of our goods that are moved and not sold (Rule 55 of the CGST Rules).
CREATE TABLE challans (
    customer_id BIGINT NOT NULL,
    id BIGINT NOT NULL CHECK (id > 0),
    ticket_id BIGINT NOT NULL,
    movement TEXT NOT NULL CHECK (movement IN ('pickup', 'delivery')), -- from the customer to us, or from us to the customer
    number TEXT NOT NULL CHECK (length(number) BETWEEN 1 AND 16),
    date TEXT NOT NULL CHECK (date LIKE '____-__-__'),
    company_state TEXT NOT NULL CHECK (length(company_state) = 2),
    company_gstin TEXT NOT NULL CHECK (length(company_gstin) = 15),
    company_name TEXT NOT NULL CHECK (length(company_name) BETWEEN 1 AND 200),
    company_address TEXT NOT NULL CHECK (length(company_address) BETWEEN 1 AND 1000),
    address_id BIGINT NOT NULL CHECK (address_id > 0), -- the customer's place
    place_state TEXT NOT NULL CHECK (length(place_state) = 2), -- its GST state code
    party_name TEXT NOT NULL CHECK (length(party_name) <= 200),
    party_address TEXT NOT NULL CHECK (length(party_address) <= 2000),
    party_gstin TEXT NOT NULL CHECK (length(party_gstin) IN (0, 15)),
    cancelled_at BIGINT NOT NULL DEFAULT 0 CHECK (cancelled_at >= 0), -- the goods were not moved; 0 while they are
    created_at BIGINT NOT NULL CHECK (created_at >= 0),
    PRIMARY KEY (customer_id, id),
    CONSTRAINT challans_ticket FOREIGN KEY (customer_id, ticket_id) REFERENCES tickets (customer_id, id)
);
CREATE UNIQUE INDEX challans_number ON challans (number, company_gstin);
CREATE UNIQUE INDEX challans_movement ON challans (customer_id, ticket_id, movement, address_id);

-- The goods of a challan, as the catalogue had them then.
CREATE TABLE challan_goods (
    customer_id BIGINT NOT NULL,
    challan_id BIGINT NOT NULL,
    item_id BIGINT NOT NULL,
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200), -- in English
    hsn TEXT NOT NULL CHECK (length(hsn) <= 8),
    value_paise BIGINT NOT NULL CHECK (value_paise >= 0),
    PRIMARY KEY (customer_id, challan_id, item_id),
    CONSTRAINT challan_goods_challan FOREIGN KEY (customer_id, challan_id) REFERENCES challans (customer_id, id),
    CONSTRAINT challan_goods_item FOREIGN KEY (customer_id, item_id) REFERENCES order_items (customer_id, id)
);

-- The hours in which our people come, the same on every working day of a city.
-- A city without any has no slots to choose from, only days.
CREATE TABLE visit_hours (
    city_id BIGINT NOT NULL REFERENCES cities (id),
    start_time TEXT NOT NULL CHECK (start_time LIKE '__:__'), -- HH:MM
    end_time TEXT NOT NULL CHECK (end_time LIKE '__:__'),
    capacity BIGINT NOT NULL CHECK (capacity >= 0), -- visits at a time
    PRIMARY KEY (city_id, start_time),
    CONSTRAINT visit_hours_order CHECK (start_time < end_time)
);

-- How many visits of a slot are taken; no row means none.
CREATE TABLE visit_slots (
    city_id BIGINT NOT NULL,
    day TEXT NOT NULL CHECK (day LIKE '____-__-__'),
    start_time TEXT NOT NULL,
    booked BIGINT NOT NULL DEFAULT 0 CHECK (booked >= 0),
    PRIMARY KEY (city_id, day, start_time),
    CONSTRAINT visit_slots_hours FOREIGN KEY (city_id, start_time) REFERENCES visit_hours (city_id, start_time)
);

-- A place in a slot, held for a customer or taken by a ticket.
CREATE TABLE visit_bookings (
    customer_id BIGINT NOT NULL REFERENCES customers (id),
    id BIGINT NOT NULL CHECK (id > 0),
    ticket_id BIGINT NOT NULL DEFAULT 0 CHECK (ticket_id >= 0), -- 0 while it is only held
    city_id BIGINT NOT NULL,
    day TEXT NOT NULL CHECK (day LIKE '____-__-__'),
    start_time TEXT NOT NULL,
    end_time TEXT NOT NULL CHECK (end_time LIKE '__:__'),
    held_until BIGINT NOT NULL DEFAULT 0 CHECK (held_until >= 0), -- 0 once it belongs to a ticket
    created_at BIGINT NOT NULL CHECK (created_at >= 0),
    PRIMARY KEY (customer_id, id),
    CONSTRAINT visit_bookings_slot FOREIGN KEY (city_id, day, start_time) REFERENCES visit_slots (city_id, day, start_time),
    CONSTRAINT visit_bookings_held CHECK (ticket_id = 0 OR held_until = 0)
);
CREATE INDEX visit_bookings_held ON visit_bookings (held_until) WHERE held_until > 0;

-- Days on which nobody of ours works in a city.
CREATE TABLE holidays (
    city_id BIGINT NOT NULL REFERENCES cities (id),
    day TEXT NOT NULL CHECK (day LIKE '____-__-__'),
    name TEXT NOT NULL CHECK (length(name) <= 200),
    PRIMARY KEY (city_id, day)
);

-- Work that is to be done after the transaction that wrote it; done jobs stay a week.
CREATE TABLE jobs (
    id BIGINT PRIMARY KEY NOT NULL CHECK (id > 0),
    kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 100),
    dedupe_key TEXT NOT NULL CHECK (length(dedupe_key) <= 500), -- unique among the ready jobs of a kind
    payload TEXT NOT NULL CHECK (length(payload) <= 1000000),
    state TEXT NOT NULL DEFAULT 'ready' CHECK (state IN ('ready', 'running', 'done', 'dead')),
    run_at BIGINT NOT NULL CHECK (run_at >= 0),
    lease_until BIGINT NOT NULL DEFAULT 0 CHECK (lease_until >= 0),
    fence BIGINT NOT NULL DEFAULT 0 CHECK (fence >= 0),
    tries BIGINT NOT NULL DEFAULT 0 CHECK (tries >= 0),
    last_error TEXT NOT NULL DEFAULT '' CHECK (length(last_error) <= 10000),
    created_at BIGINT NOT NULL CHECK (created_at >= 0),
    done_at BIGINT NOT NULL DEFAULT 0 CHECK (done_at >= 0)
);
CREATE UNIQUE INDEX jobs_dedupe ON jobs (kind, dedupe_key) WHERE state = 'ready';
CREATE INDEX jobs_ready ON jobs (run_at, id) WHERE state = 'ready';
CREATE INDEX jobs_running ON jobs (kind, dedupe_key) WHERE state = 'running';
CREATE INDEX jobs_dead ON jobs (id) WHERE state = 'dead';
CREATE INDEX jobs_done ON jobs (done_at) WHERE state = 'done';

-- Messages to people: written in the transaction of the fact, sent by a job.
CREATE TABLE messages (
    customer_id BIGINT NOT NULL DEFAULT 0 CHECK (customer_id >= 0), -- 0 for somebody who is not a customer
    id BIGINT NOT NULL CHECK (id > 0),
    channel TEXT NOT NULL CHECK (channel IN ('sms', 'email', 'push')),
    recipient TEXT NOT NULL CHECK (length(recipient) <= 512),
    template TEXT NOT NULL CHECK (length(template) BETWEEN 1 AND 100),
    subject TEXT NOT NULL CHECK (length(subject) <= 1000),
    body TEXT NOT NULL CHECK (length(body) <= 100000),
    variables TEXT NOT NULL CHECK (length(variables) <= 100000), -- JSON object of what the template's text was filled with
    fact TEXT NOT NULL CHECK (length(fact) BETWEEN 1 AND 500), -- what it tells of, the key against a second message
    state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'failed', 'kept', 'withheld')), -- waiting, sent, failed, kept (no sender for its channel) or withheld
    is_secret BOOLEAN NOT NULL DEFAULT FALSE CHECK (is_secret IN (TRUE, FALSE)), -- its text is wiped once it is sent
    created_at BIGINT NOT NULL CHECK (created_at >= 0),
    valid_until BIGINT NOT NULL DEFAULT 0 CHECK (valid_until >= 0), -- not sent any more after it, 0 for always
    sent_at BIGINT NOT NULL DEFAULT 0 CHECK (sent_at >= 0),
    document TEXT NOT NULL DEFAULT '' CHECK (length(document) <= 100), -- what is printed and attached when the message is sent, as in invoice/42; '' for nothing
    PRIMARY KEY (customer_id, id)
);
-- What was erased has no recipient.
CREATE UNIQUE INDEX messages_fact ON messages (customer_id, channel, fact, recipient) WHERE recipient <> '';

-- What customers have chosen otherwise than the standard, which is on.
CREATE TABLE notification_preferences (
    customer_id BIGINT NOT NULL REFERENCES customers (id),
    category TEXT NOT NULL CHECK (category IN ('transactional', 'service')), -- security messages cannot be switched off
    channel TEXT NOT NULL CHECK (channel IN ('sms', 'email', 'push')),
    is_enabled BOOLEAN NOT NULL CHECK (is_enabled IN (TRUE, FALSE)),
    updated_at BIGINT NOT NULL CHECK (updated_at >= 0),
    PRIMARY KEY (customer_id, category, channel)
);

-- The people of the company who answer in the chat (docs/support.md).
CREATE TABLE staff (
    id BIGINT PRIMARY KEY NOT NULL CHECK (id > 0),
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
    email TEXT NOT NULL CHECK (length(email) BETWEEN 3 AND 254), -- in small letters
    totp_secret TEXT NOT NULL CHECK (length(totp_secret) BETWEEN 1 AND 300), -- of the authenticator app; encrypted
    totp_step BIGINT NOT NULL CHECK (totp_step >= 0), -- of the last code that was taken; it and earlier ones are not taken again
    active BOOLEAN NOT NULL CHECK (active IN (TRUE, FALSE)),
    created_at BIGINT NOT NULL CHECK (created_at >= 0)
);
CREATE UNIQUE INDEX staff_email ON staff (email);

-- Codes that were mailed to staff to sign in with. The rest of a challenge that belongs to nobody is the same.
CREATE TABLE staff_challenges (
    id TEXT PRIMARY KEY NOT NULL CHECK (length(id) BETWEEN 1 AND 100), -- unguessable
    staff_id BIGINT REFERENCES staff (id), -- NULL for an address that is nobody's
    address_hash TEXT NOT NULL CHECK (length(address_hash) BETWEEN 1 AND 128), -- of the address that was given; keyed
    code_hash TEXT NOT NULL CHECK (length(code_hash) BETWEEN 1 AND 128), -- keyed
    tries BIGINT NOT NULL CHECK (tries >= 0), -- wrong ones
    expires_at BIGINT NOT NULL CHECK (expires_at >= 0)
);
CREATE INDEX staff_challenges_staff ON staff_challenges (staff_id, expires_at) WHERE staff_id IS NOT NULL;
CREATE INDEX staff_challenges_expires ON staff_challenges (expires_at);

-- Where staff are signed in.
CREATE TABLE staff_sessions (
    token_hash TEXT PRIMARY KEY NOT NULL CHECK (length(token_hash) BETWEEN 1 AND 128),
    staff_id BIGINT NOT NULL REFERENCES staff (id),
    created_at BIGINT NOT NULL CHECK (created_at >= 0),
    idle_until BIGINT NOT NULL CHECK (idle_until >= 0),
    expires_at BIGINT NOT NULL CHECK (expires_at >= 0)
);
CREATE INDEX staff_sessions_staff ON staff_sessions (staff_id, created_at);
CREATE INDEX staff_sessions_expires ON staff_sessions (expires_at);

-- Conversations of customers with support.
CREATE TABLE chat_threads (
    customer_id BIGINT NOT NULL REFERENCES customers (id),
    id BIGINT NOT NULL CHECK (id > 0),
    state TEXT NOT NULL CHECK (state IN ('assistant', 'waiting', 'answered', 'closed')),
    data_key TEXT NOT NULL CHECK (length(data_key) BETWEEN 1 AND 500), -- encrypts its messages, itself encrypted
    asked_at BIGINT NOT NULL CHECK (asked_at >= 0), -- when a person was asked to answer last; 0 for never
    seen_at BIGINT NOT NULL CHECK (seen_at >= 0), -- until when the customer has seen it
    created_at BIGINT NOT NULL CHECK (created_at >= 0),
    changed_at BIGINT NOT NULL CHECK (changed_at >= 0),
    PRIMARY KEY (customer_id, id),
    CONSTRAINT chat_threads_asked CHECK (state <> 'waiting' OR asked_at > 0),
    CONSTRAINT chat_threads_unasked CHECK (state <> 'assistant' OR asked_at = 0)
);
-- One goes on at a time.
CREATE UNIQUE INDEX chat_threads_open ON chat_threads (customer_id) WHERE state <> 'closed';
CREATE INDEX chat_threads_waiting ON chat_threads (asked_at, customer_id, id) WHERE state = 'waiting';
CREATE INDEX chat_threads_state ON chat_threads (state, changed_at);
CREATE INDEX chat_threads_changed ON chat_threads (changed_at);

-- What was said in them.
CREATE TABLE chat_messages (
    customer_id BIGINT NOT NULL,
    id BIGINT NOT NULL CHECK (id > 0),
    thread_id BIGINT NOT NULL,
    author TEXT NOT NULL CHECK (author IN ('customer', 'assistant', 'staff')),
    staff_id BIGINT REFERENCES staff (id), -- who of staff, else NULL
    client_key TEXT NOT NULL CHECK (length(client_key) <= 60), -- what the sender calls it, the same when it is sent again; '' of the assistant
    saying TEXT NOT NULL CHECK (length(saying) <= 40), -- one of the fixed sayings, '' for words
    body TEXT NOT NULL CHECK (length(body) <= 20000), -- the words, or what a saying tells of as JSON; encrypted
    upload_id TEXT, -- the picture, if there is one
    created_at BIGINT NOT NULL CHECK (created_at >= 0),
    PRIMARY KEY (customer_id, id),
    CONSTRAINT chat_messages_thread FOREIGN KEY (customer_id, thread_id) REFERENCES chat_threads (customer_id, id),
    CONSTRAINT chat_messages_upload FOREIGN KEY (customer_id, upload_id) REFERENCES uploads (customer_id, id),
    CONSTRAINT chat_messages_by_staff CHECK ((author = 'staff') = (staff_id IS NOT NULL))
);
CREATE UNIQUE INDEX chat_messages_client_key ON chat_messages (customer_id, client_key) WHERE client_key <> '';
CREATE INDEX chat_messages_of_thread ON chat_messages (customer_id, thread_id, id);
CREATE INDEX chat_messages_of_upload ON chat_messages (customer_id, upload_id) WHERE upload_id IS NOT NULL;
CREATE INDEX chat_messages_of_staff ON chat_messages (staff_id) WHERE staff_id IS NOT NULL;

-- The sessions of the support chat.
CREATE TABLE chat_sessions (
    customer_id BIGINT NOT NULL REFERENCES customers (id),
    unique_user_session_id TEXT NOT NULL CHECK (length(unique_user_session_id) BETWEEN 1 AND 200),
    active BOOLEAN NOT NULL CHECK (active IN (TRUE, FALSE)),
    updated_at BIGINT NOT NULL CHECK (updated_at >= 0),
    PRIMARY KEY (customer_id, unique_user_session_id)
);
CREATE INDEX chat_sessions_updated ON chat_sessions (updated_at);

-- Devices that take push messages.
CREATE TABLE devices (
    customer_id BIGINT NOT NULL REFERENCES customers (id),
    device_token TEXT NOT NULL CHECK (length(device_token) BETWEEN 1 AND 512),
    platform TEXT NOT NULL CHECK (length(platform) <= 40),
    contact_permission BOOLEAN NOT NULL DEFAULT FALSE CHECK (contact_permission IN (TRUE, FALSE)),
    session_hash TEXT NOT NULL DEFAULT '' CHECK (length(session_hash) <= 128), -- the session that registered it last
    updated_at BIGINT NOT NULL CHECK (updated_at >= 0),
    PRIMARY KEY (customer_id, device_token)
);
CREATE INDEX devices_token ON devices (device_token);

-- What a customer has agreed to, in which words, and when they took it back (docs/accounts.md).
CREATE TABLE consents (
    customer_id BIGINT NOT NULL REFERENCES customers (id),
    id BIGINT NOT NULL CHECK (id > 0),
    purpose TEXT NOT NULL CHECK (purpose IN ('analytics')),
    text_version BIGINT NOT NULL CHECK (text_version > 0), -- of the words that were agreed to
    language TEXT NOT NULL CHECK (length(language) BETWEEN 2 AND 10), -- in which they stood on the screen
    given_at BIGINT NOT NULL CHECK (given_at >= 0),
    withdrawn_at BIGINT NOT NULL CHECK (withdrawn_at >= 0), -- 0 while it holds
    PRIMARY KEY (customer_id, id),
    CONSTRAINT consents_withdrawn_later CHECK (withdrawn_at = 0 OR withdrawn_at >= given_at)
);
CREATE UNIQUE INDEX consents_held ON consents (customer_id, purpose) WHERE withdrawn_at = 0;

-- What a customer did in the app, as the app reported it.
CREATE TABLE tracked_events (
    customer_id BIGINT NOT NULL REFERENCES customers (id),
    id BIGINT NOT NULL CHECK (id > 0),
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    platform TEXT NOT NULL CHECK (length(platform) <= 40),
    properties TEXT NOT NULL CHECK (length(properties) <= 100000),
    at BIGINT NOT NULL CHECK (at >= 0),
    consent_id BIGINT NOT NULL, -- the consent under which it is stored
    forwarding TEXT NOT NULL DEFAULT 'waiting' CHECK (forwarding IN ('waiting', 'sent', 'refused')), -- to the operator's collector (docs/accounts.md)
    PRIMARY KEY (customer_id, id),
    CONSTRAINT tracked_events_consent FOREIGN KEY (customer_id, consent_id) REFERENCES consents (customer_id, id)
);
CREATE INDEX tracked_events_at ON tracked_events (at);
CREATE INDEX tracked_events_waiting ON tracked_events (at) WHERE forwarding = 'waiting';
CREATE INDEX tracked_events_name ON tracked_events (name, at);

-- A customer's wish to have the account deleted, and how far it is.
CREATE TABLE deletion_requests (
    customer_id BIGINT PRIMARY KEY NOT NULL REFERENCES customers (id),
    state TEXT NOT NULL CHECK (state IN ('cooling', 'blocked', 'erased', 'withdrawn')),
    reasons TEXT NOT NULL CHECK (length(reasons) <= 4000),
    requested_at BIGINT NOT NULL CHECK (requested_at >= 0),
    erase_at BIGINT NOT NULL DEFAULT 0 CHECK (erase_at >= 0)
);

-- What we asked a customer's opinion on, and the answer.
CREATE TABLE feedback_requests (
    customer_id BIGINT NOT NULL REFERENCES customers (id),
    token TEXT NOT NULL CHECK (length(token) BETWEEN 1 AND 100),
    message TEXT NOT NULL CHECK (length(message) <= 1000),
    cause TEXT NOT NULL CHECK (length(cause) BETWEEN 1 AND 200), -- what it asks about, the key against a second one
    state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'later', 'lapsed', 'given')),
    rating BIGINT NOT NULL DEFAULT 0 CHECK (rating BETWEEN 0 AND 10),
    comment TEXT NOT NULL DEFAULT '' CHECK (length(comment) <= 4000),
    created_at BIGINT NOT NULL CHECK (created_at >= 0),
    updated_at BIGINT NOT NULL CHECK (updated_at >= 0),
    PRIMARY KEY (customer_id, token)
);
CREATE UNIQUE INDEX feedback_requests_cause ON feedback_requests (customer_id, cause);

-- Who did what to whose data, when and why.
CREATE TABLE audit_log (
    customer_id BIGINT NOT NULL DEFAULT 0 CHECK (customer_id >= 0), -- 0 is the company
    id BIGINT NOT NULL CHECK (id > 0),
    at BIGINT NOT NULL CHECK (at >= 0),
    actor TEXT NOT NULL CHECK (length(actor) BETWEEN 1 AND 200), -- customer, agent:<name>, staff:<name>, system:<job> or provider:<name>
    action TEXT NOT NULL CHECK (length(action) BETWEEN 1 AND 100),
    object TEXT NOT NULL CHECK (length(object) <= 1000),
    reason TEXT NOT NULL CHECK (length(reason) <= 4000),
    request_id TEXT NOT NULL CHECK (length(request_id) <= 200),
    network TEXT NOT NULL CHECK (length(network) <= 100), -- of the client: IPv4 by /24, IPv6 by /48
    PRIMARY KEY (customer_id, id)
);
-- What was written on a day.
CREATE INDEX audit_log_at ON audit_log (at, id, customer_id);

-- One link of the hash chain of the audit log per day.
CREATE TABLE audit_days (
    day TEXT PRIMARY KEY NOT NULL CHECK (day LIKE '____-__-__'),
    entries BIGINT NOT NULL CHECK (entries >= 0),
    head TEXT NOT NULL CHECK (length(head) BETWEEN 1 AND 128),
    sealed_at BIGINT NOT NULL CHECK (sealed_at >= 0)
);

-- Errors of the app and of the server, those alike in one row (docs/errors.md).
CREATE TABLE error_groups (
    id BIGINT PRIMARY KEY NOT NULL CHECK (id > 0),
    fingerprint TEXT NOT NULL CHECK (length(fingerprint) BETWEEN 1 AND 128), -- of source, type, culprit and release
    source TEXT NOT NULL CHECK (source IN ('app', 'server')),
    type TEXT NOT NULL CHECK (length(type) BETWEEN 1 AND 100),
    culprit TEXT NOT NULL CHECK (length(culprit) BETWEEN 1 AND 300), -- the function that failed, or the route
    release TEXT NOT NULL CHECK (length(release) <= 100), -- '' when it is not known
    state TEXT NOT NULL CHECK (state IN ('open', 'resolved', 'again')),
    count BIGINT NOT NULL CHECK (count > 0),
    first_seen_at BIGINT NOT NULL CHECK (first_seen_at >= 0),
    last_seen_at BIGINT NOT NULL CHECK (last_seen_at >= 0),
    event_id TEXT NOT NULL CHECK (length(event_id) = 32), -- of the sample
    sample TEXT NOT NULL CHECK (length(sample) BETWEEN 2 AND 10000), -- the newest event; JSON
    forwarding TEXT NOT NULL CHECK (forwarding IN ('waiting', 'sent', 'refused')) -- of the sample, to the operator's error tracker
);
CREATE UNIQUE INDEX error_groups_fingerprint ON error_groups (fingerprint);
CREATE INDEX error_groups_first ON error_groups (source, first_seen_at);
CREATE INDEX error_groups_last ON error_groups (last_seen_at, id);
CREATE INDEX error_groups_waiting ON error_groups (last_seen_at) WHERE forwarding = 'waiting';

-- Settings that the system keeps itself: the demo clock, the demo seed.
CREATE TABLE settings (
    name TEXT PRIMARY KEY NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    value TEXT NOT NULL,
    -- A setting is a few words. The demo keeps the providers' books in one, in MB.
    CONSTRAINT settings_value CHECK (length(value) <= 10000 OR name = 'demo.providers' AND length(value) <= 100000000)
);

-- +goose Down
DROP TABLE settings;
DROP TABLE error_groups;
DROP TABLE audit_days;
DROP TABLE audit_log;
DROP TABLE feedback_requests;
DROP TABLE deletion_requests;
DROP TABLE tracked_events;
DROP TABLE consents;
DROP TABLE devices;
DROP TABLE chat_sessions;
DROP TABLE chat_messages;
DROP TABLE chat_threads;
DROP TABLE staff_sessions;
DROP TABLE staff_challenges;
DROP TABLE staff;
DROP TABLE notification_preferences;
DROP TABLE messages;
DROP TABLE jobs;
DROP TABLE holidays;
DROP TABLE visit_bookings;
DROP TABLE visit_slots;
DROP TABLE visit_hours;
DROP TABLE challan_goods;
DROP TABLE challans;
DROP TABLE ticket_images;
DROP TABLE ticket_steps;
DROP TABLE ticket_items;
DROP TABLE tickets;
DROP TABLE uploads;
DROP TABLE kyc_transitions;
DROP TABLE kyc_statements;
DROP TABLE kyc_documents;
DROP TABLE kyc_steps;
DROP TABLE kyc_cases;
DROP TABLE referrals;
DROP TABLE referral_contacts;
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
DROP TABLE advance_draws;
DROP TABLE advance_items;
DROP TABLE advance_vouchers;
DROP TABLE advance_packages;
DROP TABLE payment_allocations;
DROP TABLE gateway_payments;
DROP TABLE payment_attempts;
DROP TABLE payment_transactions;
DROP TABLE ledger_days;
DROP TABLE ledger_balances;
DROP TABLE ledger_postings;
DROP TABLE ledger_entries;
DROP TABLE late_fees;
DROP TABLE billing_failures;
DROP TABLE billing_runs;
DROP TABLE invoice_serials;
DROP TABLE invoice_lines;
DROP TABLE invoices;
DROP TABLE item_terms;
DROP TABLE order_items;
DROP TABLE orders;
DROP TABLE addresses;
DROP TABLE product_names;
DROP TABLE products;
DROP TABLE gst_rates;
DROP TABLE gst_registrations;
DROP TABLE cities;
DROP TABLE idempotency_keys;
DROP TABLE rate_counters;
DROP TABLE handoff_codes;
DROP TABLE sign_in_networks;
DROP TABLE login_challenges;
DROP TABLE sessions;
DROP TABLE customers;
