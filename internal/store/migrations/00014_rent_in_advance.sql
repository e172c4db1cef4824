-- +goose Up
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

-- A discount that leaving early takes back is a charge of its own kind.
ALTER TABLE invoice_lines RENAME COLUMN purpose TO former_purpose;
ALTER TABLE invoice_lines ADD COLUMN purpose TEXT NOT NULL DEFAULT ''; -- of a credit: that of what it takes back; '' before
UPDATE invoice_lines SET purpose = former_purpose;
ALTER TABLE invoice_lines DROP COLUMN former_purpose;
ALTER TABLE invoice_lines ADD CONSTRAINT invoice_lines_purpose_check CHECK (purpose = '' OR purpose IN ('rent', 'early_closure', 'damage', 'charge', 'late_fee', 'lost_discount'));

-- What of a settlement is rent that was paid in advance and not used.
ALTER TABLE settlements ADD COLUMN advance_paise BIGINT NOT NULL DEFAULT 0 CHECK (advance_paise >= 0);

-- +goose Down
ALTER TABLE settlements DROP COLUMN advance_paise;
DROP TABLE advance_draws;
DROP TABLE advance_items;
DROP TABLE advance_vouchers;
DROP TABLE advance_packages;
