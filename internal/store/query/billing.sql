-- name: BillingRegistrationPut :exec
INSERT INTO gst_registrations (state_code, gstin, series, legal_name, address)
VALUES (sqlc.arg(state_code), sqlc.arg(gstin), sqlc.arg(series), sqlc.arg(legal_name), sqlc.arg(address))
ON CONFLICT (state_code) DO UPDATE SET gstin = excluded.gstin, series = excluded.series,
    legal_name = excluded.legal_name, address = excluded.address;

-- name: BillingRegistrations :many
SELECT * FROM gst_registrations ORDER BY state_code;

-- A rate that would hold on the day on which another one begins ends there.
-- name: BillingRateEnd :exec
UPDATE gst_rates SET to_date = sqlc.arg(to_date)
WHERE sac = sqlc.arg(sac) AND from_date < sqlc.arg(to_date) AND (to_date = '' OR to_date > sqlc.arg(to_date));

-- name: BillingRatePut :exec
INSERT INTO gst_rates (sac, from_date, to_date, rate_bp)
VALUES (sqlc.arg(sac), sqlc.arg(from_date), sqlc.arg(to_date), sqlc.arg(rate_bp))
ON CONFLICT (sac, from_date) DO UPDATE SET to_date = excluded.to_date, rate_bp = excluded.rate_bp;

-- name: BillingRates :many
SELECT * FROM gst_rates ORDER BY sac, from_date;

-- name: BillingSerialNext :one
INSERT INTO invoice_serials (series, financial_year, last_number) VALUES (sqlc.arg(series), sqlc.arg(financial_year), 1)
ON CONFLICT (series, financial_year) DO UPDATE SET last_number = invoice_serials.last_number + 1
RETURNING last_number;

-- name: BillingInvoiceAdd :exec
INSERT INTO invoices (customer_id, id, number, kind, order_id, order_unique_id, original_id, date, due_date, period_from, period_to,
    supplier_state, supplier_gstin, supplier_name, supplier_address, place_of_supply, bill_name, bill_address, bill_gstin,
    taxable_paise, cgst_paise, sgst_paise, igst_paise, round_off_paise, total_paise, paid_paise, credited_paise, created_at)
VALUES (sqlc.arg(customer_id), sqlc.arg(id), sqlc.arg(number), sqlc.arg(kind), sqlc.arg(order_id), sqlc.arg(order_unique_id),
    sqlc.arg(original_id), sqlc.arg(date), sqlc.arg(due_date), sqlc.arg(period_from), sqlc.arg(period_to), sqlc.arg(supplier_state),
    sqlc.arg(supplier_gstin), sqlc.arg(supplier_name), sqlc.arg(supplier_address), sqlc.arg(place_of_supply), sqlc.arg(bill_name),
    sqlc.arg(bill_address), sqlc.arg(bill_gstin), sqlc.arg(taxable_paise), sqlc.arg(cgst_paise), sqlc.arg(sgst_paise),
    sqlc.arg(igst_paise), sqlc.arg(round_off_paise), sqlc.arg(total_paise), sqlc.arg(paid_paise), sqlc.arg(credited_paise),
    sqlc.arg(created_at));

-- name: BillingLineAdd :exec
INSERT INTO invoice_lines (customer_id, invoice_id, line_no, kind, operation, order_id, item_id, description, purpose, written_text,
    fee_of, reason, reason_date, reason_text, sac, gst_bp, from_date, to_date, rate_paise, days, month_days, amount_paise, cgst_paise,
    sgst_paise, igst_paise, delivery_address, delivery_state)
VALUES (sqlc.arg(customer_id), sqlc.arg(invoice_id), sqlc.arg(line_no), sqlc.arg(kind), sqlc.arg(operation), sqlc.arg(order_id),
    sqlc.arg(item_id), sqlc.arg(description), sqlc.arg(purpose), sqlc.arg(written_text), sqlc.arg(fee_of), sqlc.arg(reason),
    sqlc.arg(reason_date), sqlc.arg(reason_text), sqlc.arg(sac), sqlc.arg(gst_bp), sqlc.arg(from_date), sqlc.arg(to_date),
    sqlc.arg(rate_paise), sqlc.arg(days), sqlc.arg(month_days), sqlc.arg(amount_paise), sqlc.arg(cgst_paise),
    sqlc.arg(sgst_paise), sqlc.arg(igst_paise), sqlc.arg(delivery_address), sqlc.arg(delivery_state));

-- name: BillingLineByOperation :one
SELECT invoice_id FROM invoice_lines WHERE customer_id = sqlc.arg(customer_id) AND operation = sqlc.arg(operation) AND operation <> '';

-- name: BillingChargeLine :one
SELECT invoice_id, line_no, amount_paise FROM invoice_lines
WHERE customer_id = sqlc.arg(customer_id) AND operation = sqlc.arg(operation) AND operation <> '' AND kind = 'charge';

-- name: BillingCharge :one
SELECT * FROM invoice_lines
WHERE customer_id = sqlc.arg(customer_id) AND operation = sqlc.arg(operation) AND operation <> '' AND kind = 'charge';

-- name: BillingInvoices :many
SELECT * FROM invoices WHERE customer_id = $1 ORDER BY date DESC, id DESC;

-- name: BillingInvoice :one
SELECT * FROM invoices WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id);

-- name: BillingLatest :one
SELECT * FROM invoices WHERE customer_id = sqlc.arg(customer_id) AND kind = sqlc.arg(kind) ORDER BY date DESC, id DESC LIMIT 1;

-- What each document is about: between which items its lines lie, 0 for none, and
-- what raised its charge, because charges of one document are for the same.
-- name: BillingAbout :many
SELECT invoice_id,
    CAST(COALESCE(MIN(CASE WHEN item_id > 0 THEN item_id END), 0) AS BIGINT) AS first_item, CAST(MAX(item_id) AS BIGINT) AS last_item,
    CAST(COALESCE(MIN(CASE WHEN kind = 'charge' THEN operation END), '') AS TEXT) AS charge
FROM invoice_lines WHERE customer_id = $1 GROUP BY invoice_id ORDER BY invoice_id;

-- name: BillingLines :many
SELECT * FROM invoice_lines WHERE customer_id = sqlc.arg(customer_id) AND invoice_id = sqlc.arg(invoice_id) ORDER BY line_no;

-- name: BillingCredits :many
SELECT * FROM invoices
WHERE customer_id = sqlc.arg(customer_id) AND original_id = sqlc.arg(original_id) AND kind = 'credit_note' ORDER BY date, id;

-- name: BillingCreditedLines :many
SELECT l.* FROM invoice_lines l JOIN invoices c ON c.customer_id = l.customer_id AND c.id = l.invoice_id
WHERE c.customer_id = sqlc.arg(customer_id) AND c.original_id = sqlc.arg(original_id) AND c.kind = 'credit_note'
ORDER BY c.id, l.line_no;

-- name: BillingOpenInvoices :many
SELECT * FROM invoices
WHERE customer_id = $1 AND kind IN ('rental', 'adjustment') AND paid_paise + credited_paise < total_paise
ORDER BY due_date, date, id;

-- name: BillingPay :execrows
UPDATE invoices SET paid_paise = paid_paise + sqlc.arg(amount_paise)
WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id)
  AND paid_paise + credited_paise + sqlc.arg(amount_paise) <= total_paise AND paid_paise + sqlc.arg(amount_paise) >= 0;

-- name: BillingCredit :execrows
UPDATE invoices SET credited_paise = credited_paise + sqlc.arg(amount_paise)
WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id)
  AND paid_paise + credited_paise + sqlc.arg(amount_paise) <= total_paise;

-- name: BillingLateFeeAdd :execrows
INSERT INTO late_fees (customer_id, id, invoice_id, cycle, date, days_late, base_paise, amount_paise, paid_paise, waived_reason, created_at)
VALUES (sqlc.arg(customer_id), sqlc.arg(id), sqlc.arg(invoice_id), sqlc.arg(cycle), sqlc.arg(date), sqlc.arg(days_late),
    sqlc.arg(base_paise), sqlc.arg(amount_paise), 0, '', sqlc.arg(created_at))
ON CONFLICT DO NOTHING;

-- name: BillingLateFeesOf :many
SELECT * FROM late_fees WHERE customer_id = sqlc.arg(customer_id) AND invoice_id = sqlc.arg(invoice_id) ORDER BY date, id;

-- name: BillingLateFee :one
SELECT * FROM late_fees WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id);

-- name: BillingOpenLateFees :many
SELECT * FROM late_fees WHERE customer_id = $1 AND waived_reason = '' AND paid_paise < amount_paise ORDER BY date, id;

-- name: BillingLateFeePay :execrows
UPDATE late_fees SET paid_paise = paid_paise + sqlc.arg(amount_paise)
WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id) AND waived_reason = ''
  AND paid_paise + sqlc.arg(amount_paise) <= amount_paise;

-- name: BillingLateFeeWaive :execrows
UPDATE late_fees SET waived_reason = sqlc.arg(waived_reason)
WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id) AND waived_reason = '' AND paid_paise = sqlc.arg(paid_paise);

-- Takes paid money off a late fee again.
-- name: BillingLateFeeUnpay :execrows
UPDATE late_fees SET paid_paise = paid_paise - sqlc.arg(amount_paise)
WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id) AND paid_paise >= sqlc.arg(amount_paise);

-- The lines of the tax documents that a late fee was received on.
-- name: BillingLateFeeLines :many
SELECT invoice_id, line_no, operation, amount_paise FROM invoice_lines
WHERE customer_id = sqlc.arg(customer_id) AND kind = 'late_fee' AND operation LIKE sqlc.arg(operations);

-- name: BillingOverdue :many
SELECT * FROM invoices
WHERE customer_id = sqlc.arg(customer_id) AND due_date <> '' AND due_date < sqlc.arg(today)
  AND kind IN ('rental', 'adjustment') AND paid_paise + credited_paise < total_paise
ORDER BY due_date, id;

-- name: BillingAllocationAdd :exec
INSERT INTO payment_allocations (customer_id, id, entry_id, transaction_id, invoice_id, late_fee_id, amount_paise, deposit_paise,
    promotional_paise, at)
VALUES (sqlc.arg(customer_id), sqlc.arg(id), sqlc.arg(entry_id), sqlc.arg(transaction_id), sqlc.arg(invoice_id),
    sqlc.arg(late_fee_id), sqlc.arg(amount_paise), sqlc.arg(deposit_paise), sqlc.arg(promotional_paise), sqlc.arg(at));

-- What paid an invoice or a late fee: of the whole, the money of the deposit and gifts.
-- name: BillingPaidFrom :one
SELECT CAST(COALESCE(SUM(amount_paise), 0) AS BIGINT) AS amount_paise, CAST(COALESCE(SUM(deposit_paise), 0) AS BIGINT) AS deposit_paise,
    CAST(COALESCE(SUM(promotional_paise), 0) AS BIGINT) AS promotional_paise
FROM payment_allocations
WHERE customer_id = sqlc.arg(customer_id) AND invoice_id = sqlc.arg(invoice_id) AND late_fee_id = sqlc.arg(late_fee_id);

-- name: BillingAllocationsOfEntry :many
SELECT * FROM payment_allocations WHERE customer_id = sqlc.arg(customer_id) AND entry_id = sqlc.arg(entry_id) ORDER BY id;

-- name: BillingRunBegin :exec
INSERT INTO billing_runs (month, state, after_customer, invoices, total_paise, started_at, finished_at)
VALUES (sqlc.arg(month), sqlc.arg(state), 0, 0, 0, sqlc.arg(started_at), 0)
ON CONFLICT DO NOTHING;

-- name: BillingRun :one
SELECT * FROM billing_runs WHERE month = $1;

-- name: BillingRunClaim :execrows
UPDATE billing_runs SET after_customer = sqlc.arg(after_customer)
WHERE month = sqlc.arg(month) AND state = 'running' AND after_customer < sqlc.arg(after_customer);

-- name: BillingRunCount :exec
UPDATE billing_runs SET invoices = invoices + sqlc.arg(invoices), total_paise = total_paise + sqlc.arg(total_paise)
WHERE month = sqlc.arg(month);

-- name: BillingRunFinish :exec
UPDATE billing_runs SET state = sqlc.arg(state), finished_at = sqlc.arg(finished_at) WHERE month = sqlc.arg(month) AND state = 'running';

-- name: BillingFailureAdd :exec
INSERT INTO billing_failures (month, customer_id, failed_at)
VALUES (sqlc.arg(month), sqlc.arg(customer_id), sqlc.arg(failed_at)) ON CONFLICT DO NOTHING;

-- name: BillingFailureRemove :execrows
DELETE FROM billing_failures WHERE month = sqlc.arg(month) AND customer_id = sqlc.arg(customer_id);

-- A page of the customers whom runs could not bill, the oldest month first.
-- name: BillingFailures :many
SELECT month, customer_id FROM billing_failures
WHERE month > sqlc.arg(after_month) OR month = sqlc.arg(after_month) AND customer_id > sqlc.arg(after_customer)
ORDER BY month, customer_id LIMIT CAST(sqlc.arg(page_size) AS INTEGER);

-- name: BillingLastRun :one
SELECT CAST(COALESCE(MAX(month), '') AS TEXT) AS month FROM billing_runs WHERE state = 'done';

-- Where the rent lines of each item end.
-- name: BillingBilledTo :many
SELECT item_id, CAST(MAX(to_date) AS TEXT) AS billed_to FROM invoice_lines
WHERE customer_id = $1 AND kind = 'rent' GROUP BY item_id;

-- Lines of rent of an item that reach beyond a day, with the supply that they
-- were billed for. One whose terms changed was credited from the line on that
-- follows inside it.
-- name: BillingRentBeyond :many
SELECT l.invoice_id, l.line_no, l.item_id, l.from_date, l.to_date, l.month_days, l.rate_paise, l.amount_paise, v.supplier_state, v.place_of_supply,
    CAST(COALESCE((
        SELECT MIN(n.from_date) FROM invoice_lines n WHERE n.customer_id = l.customer_id AND n.item_id = l.item_id AND n.kind = 'rent'
          AND n.from_date > l.from_date AND n.from_date < l.to_date
    ), '') AS TEXT) AS changed_date
FROM invoice_lines l JOIN invoices v ON v.customer_id = l.customer_id AND v.id = l.invoice_id
WHERE l.customer_id = sqlc.arg(customer_id) AND l.item_id = sqlc.arg(item_id) AND l.kind = 'rent' AND l.to_date > sqlc.arg(beyond)
ORDER BY l.from_date;

-- name: BillingLatestOfOrder :one
SELECT i.* FROM invoices i
WHERE i.customer_id = sqlc.arg(customer_id) AND i.kind = sqlc.arg(kind) AND EXISTS (
    SELECT 1 FROM invoice_lines l
    WHERE l.customer_id = i.customer_id AND l.invoice_id = i.id AND l.order_id = sqlc.arg(order_id)
      AND (CAST(sqlc.arg(item_id) AS BIGINT) = 0 OR l.item_id = CAST(sqlc.arg(item_id) AS BIGINT))
)
ORDER BY i.date DESC, i.id DESC LIMIT 1;

-- The items whose charges for leaving early are on invoices.
-- name: BillingExitCharges :many
SELECT invoice_id, item_id FROM invoice_lines
WHERE customer_id = sqlc.arg(customer_id) AND invoice_id IN (SELECT value FROM json_each(CAST(sqlc.arg(invoices) AS TEXT)))
  AND kind = 'charge' AND operation LIKE sqlc.arg(operations)
ORDER BY invoice_id, line_no;

-- The entries that took something off what was paid of invoices.
-- name: BillingReopened :many
SELECT invoice_id, entry_id FROM payment_allocations
WHERE customer_id = sqlc.arg(customer_id) AND invoice_id IN (SELECT value FROM json_each(CAST(sqlc.arg(invoices) AS TEXT))) AND amount_paise < 0
ORDER BY id;

-- name: BillingAllocationsOfInvoice :many
SELECT * FROM payment_allocations WHERE customer_id = sqlc.arg(customer_id) AND invoice_id = sqlc.arg(invoice_id) ORDER BY at, id;

-- name: BillingAllocationsOfFees :many
SELECT * FROM payment_allocations
WHERE customer_id = sqlc.arg(customer_id) AND invoice_id = 0
  AND late_fee_id IN (SELECT value FROM json_each(CAST(sqlc.arg(late_fees) AS TEXT)))
ORDER BY id;

-- What entries of the journal paid: an invoice, or the fee of one, which has no kind.
-- name: BillingPaidBy :many
SELECT a.entry_id, a.amount_paise, CAST(COALESCE(i.number, late.number) AS TEXT) AS number, CAST(COALESCE(i.kind, '') AS TEXT) AS kind
FROM payment_allocations a LEFT JOIN invoices i ON i.customer_id = a.customer_id AND i.id = a.invoice_id
    LEFT JOIN late_fees f ON f.customer_id = a.customer_id AND f.id = a.late_fee_id
    LEFT JOIN invoices late ON late.customer_id = f.customer_id AND late.id = f.invoice_id
WHERE a.customer_id = sqlc.arg(customer_id) AND a.entry_id IN (SELECT value FROM json_each(CAST(sqlc.arg(entries) AS TEXT)))
ORDER BY a.entry_id, a.id;

-- name: BillingUsedFor :many
SELECT a.amount_paise, CAST(COALESCE(i.number, late.number) AS TEXT) AS number, CAST(COALESCE(i.kind, '') AS TEXT) AS kind
FROM payment_allocations a LEFT JOIN invoices i ON i.customer_id = a.customer_id AND i.id = a.invoice_id
    LEFT JOIN late_fees f ON f.customer_id = a.customer_id AND f.id = a.late_fee_id
    LEFT JOIN invoices late ON late.customer_id = f.customer_id AND late.id = f.invoice_id
WHERE a.customer_id = sqlc.arg(customer_id) AND a.transaction_id = sqlc.arg(transaction_id) AND a.amount_paise > 0
ORDER BY a.id;

-- name: BillingByNumber :one
SELECT customer_id, id FROM invoices WHERE number = sqlc.arg(number) ORDER BY id DESC LIMIT 1;

-- Invoices whose paid amount is not what their allocations say: the first few,
-- each with the number of all. A document of late fees is raised paid, and
-- only a credit note takes of that; nobody pays a credit note.
-- name: BillingWrongPaid :many
SELECT w.customer_id, w.number, w.paid_paise, CAST(w.allocated_paise AS BIGINT) AS allocated_paise, COUNT(*) OVER () AS differing
FROM (
    SELECT i.customer_id, i.id, i.number, i.paid_paise, CASE i.kind
        WHEN 'late_fee' THEN i.total_paise - i.credited_paise
        ELSE COALESCE((
            SELECT SUM(a.amount_paise) FROM payment_allocations a WHERE a.customer_id = i.customer_id AND a.invoice_id = i.id
        ), 0) END AS allocated_paise
    FROM invoices i
) w
WHERE w.paid_paise <> w.allocated_paise ORDER BY w.customer_id, w.id LIMIT CAST(sqlc.arg(most) AS INTEGER);

-- Invoices whose credited amount is not what their credit notes add up to, as
-- BillingWrongPaid.
-- name: BillingWrongCredited :many
SELECT w.customer_id, w.number, w.credited_paise, CAST(w.noted_paise AS BIGINT) AS noted_paise, COUNT(*) OVER () AS differing
FROM (
    SELECT i.customer_id, i.id, i.number, i.credited_paise, COALESCE((
        SELECT SUM(c.total_paise) FROM invoices c WHERE c.customer_id = i.customer_id AND c.original_id = i.id AND c.kind = 'credit_note'
    ), 0) AS noted_paise
    FROM invoices i
) w
WHERE w.credited_paise <> w.noted_paise ORDER BY w.customer_id, w.id LIMIT CAST(sqlc.arg(most) AS INTEGER);

-- Late fees whose paid amount is not what their allocations say, as
-- BillingWrongPaid.
-- name: BillingWrongFeesPaid :many
SELECT w.customer_id, w.id, w.paid_paise, CAST(w.allocated_paise AS BIGINT) AS allocated_paise, COUNT(*) OVER () AS differing
FROM (
    SELECT f.customer_id, f.id, f.paid_paise, COALESCE((
        SELECT SUM(a.amount_paise) FROM payment_allocations a
        WHERE a.customer_id = f.customer_id AND a.invoice_id = 0 AND a.late_fee_id = f.id
    ), 0) AS allocated_paise
    FROM late_fees f
) w
WHERE w.paid_paise <> w.allocated_paise ORDER BY w.customer_id, w.id LIMIT CAST(sqlc.arg(most) AS INTEGER);

-- Customers whose account of invoices or late fees is not what these have open, as
-- BillingWrongPaid.
-- name: BillingWrongDues :many
SELECT w.customer_id, w.account, CAST(w.booked_paise AS BIGINT) AS booked_paise, CAST(w.open_paise AS BIGINT) AS open_paise, COUNT(*) OVER () AS differing
FROM (
    SELECT c.id AS customer_id, CAST('receivable' AS TEXT) AS account, COALESCE((
        SELECT b.balance_paise FROM ledger_balances b WHERE b.customer_id = c.id AND b.account = 'receivable'
    ), 0) AS booked_paise, COALESCE((
        SELECT SUM(i.total_paise - i.paid_paise - i.credited_paise) FROM invoices i WHERE i.customer_id = c.id AND i.kind IN ('rental', 'adjustment')
    ), 0) AS open_paise
    FROM customers c
    UNION ALL
    SELECT c.id, 'late_fee', COALESCE((
        SELECT b.balance_paise FROM ledger_balances b WHERE b.customer_id = c.id AND b.account = 'late_fee'
    ), 0), COALESCE((
        SELECT SUM(f.amount_paise - f.paid_paise) FROM late_fees f WHERE f.customer_id = c.id AND f.waived_reason = ''
    ), 0)
    FROM customers c
) w
WHERE w.booked_paise <> w.open_paise ORDER BY w.customer_id, w.account LIMIT CAST(sqlc.arg(most) AS INTEGER);

-- Documents whose value or tax is not the sum of their lines, as BillingWrongPaid.
-- name: BillingWrongLines :many
SELECT w.customer_id, w.number, CAST(w.stated_paise AS BIGINT) AS stated_paise, CAST(w.lines_paise AS BIGINT) AS lines_paise, COUNT(*) OVER () AS differing
FROM (
    SELECT i.customer_id, i.id, i.number,
        i.taxable_paise + i.cgst_paise + i.sgst_paise + i.igst_paise AS stated_paise,
        COALESCE(SUM(l.amount_paise + l.cgst_paise + l.sgst_paise + l.igst_paise), 0) AS lines_paise,
        i.taxable_paise = COALESCE(SUM(l.amount_paise), 0) AND i.cgst_paise = COALESCE(SUM(l.cgst_paise), 0)
            AND i.sgst_paise = COALESCE(SUM(l.sgst_paise), 0) AND i.igst_paise = COALESCE(SUM(l.igst_paise), 0) AS is_sum
    FROM invoices i LEFT JOIN invoice_lines l ON l.customer_id = i.customer_id AND l.invoice_id = i.id
    GROUP BY i.customer_id, i.id
) w
WHERE NOT w.is_sum ORDER BY w.customer_id, w.id LIMIT CAST(sqlc.arg(most) AS INTEGER);

-- The account of a customer in one statement, because every home asks for it:
-- the balances; the deposit that ordered and delivered items require; all that
-- came in as deposit, to which what a credit note gives back does not belong;
-- unused rent in advance that settlements pay back with the deposit;
-- and what is open of each invoice, with what a charge on it is for: charges of
-- one document are for the same.
-- name: BillingAccountSummary :many
SELECT CAST('balance' AS TEXT) AS part, b.account AS name, b.balance_paise AS amount_paise, CAST('' AS TEXT) AS due_date
FROM ledger_balances b WHERE b.customer_id = $1
UNION ALL
SELECT 'deposit required', '', CAST(COALESCE(SUM(o.deposit_paise), 0) AS BIGINT), ''
FROM order_items o WHERE o.customer_id = $1 AND o.delivery_status IN (100, 200)
UNION ALL
SELECT 'deposit received', '', CAST(COALESCE(SUM(-p.amount_paise), 0) AS BIGINT), ''
FROM ledger_postings p
WHERE p.customer_id = $1 AND p.account = 'deposit' AND p.amount_paise < 0 AND NOT EXISTS (
    SELECT 1 FROM ledger_entries e WHERE e.customer_id = p.customer_id AND e.id = p.entry_id AND e.source_type = 'invoice')
UNION ALL
SELECT 'advance returned', '', CAST(COALESCE(SUM(-p.amount_paise), 0) AS BIGINT), ''
FROM ledger_postings p JOIN ledger_entries e ON e.customer_id = p.customer_id AND e.id = p.entry_id
WHERE p.customer_id = $1 AND p.account = 'refund_payable' AND p.amount_paise < 0 AND e.source_type = 'advance_returned'
UNION ALL
SELECT 'open invoice', CASE WHEN i.kind = 'adjustment' THEN COALESCE((
        SELECT MIN(l.operation) FROM invoice_lines l
        WHERE l.customer_id = i.customer_id AND l.invoice_id = i.id AND l.kind = 'charge'
    ), '') ELSE '' END, i.total_paise - i.paid_paise - i.credited_paise, i.due_date
FROM invoices i
WHERE i.customer_id = $1 AND i.kind IN ('rental', 'adjustment') AND i.paid_paise + i.credited_paise < i.total_paise;

-- name: BillingChallanAdd :exec
INSERT INTO challans (customer_id, id, ticket_id, order_id, movement, number, date, company_state, company_gstin, company_name, company_address,
    address_id, place_state, party_name, party_address, party_gstin, created_at)
VALUES (sqlc.arg(customer_id), sqlc.arg(id), sqlc.narg(ticket_id), sqlc.narg(order_id), sqlc.arg(movement), sqlc.arg(number), sqlc.arg(date),
    sqlc.arg(company_state), sqlc.arg(company_gstin), sqlc.arg(company_name), sqlc.arg(company_address), sqlc.arg(address_id), sqlc.arg(place_state),
    sqlc.arg(party_name), sqlc.arg(party_address), sqlc.arg(party_gstin), sqlc.arg(created_at));

-- name: BillingChallanGoodsAdd :exec
INSERT INTO challan_goods (customer_id, challan_id, item_id, name, hsn, value_paise)
VALUES (sqlc.arg(customer_id), sqlc.arg(challan_id), sqlc.arg(item_id), sqlc.arg(name), sqlc.arg(hsn), sqlc.arg(value_paise));

-- name: BillingChallan :one
SELECT * FROM challans WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id);

-- name: BillingChallanByNumber :one
SELECT customer_id, id FROM challans WHERE number = sqlc.arg(number) ORDER BY id DESC LIMIT 1;

-- name: BillingChallansOf :many
SELECT * FROM challans WHERE customer_id = sqlc.arg(customer_id) AND ticket_id = CAST(sqlc.arg(ticket_id) AS BIGINT) ORDER BY id;

-- name: BillingChallanOfOrder :one
SELECT COUNT(*) FROM challans
WHERE customer_id = sqlc.arg(customer_id) AND order_id = CAST(sqlc.arg(order_id) AS BIGINT) AND address_id = sqlc.arg(address_id) AND cancelled_at = 0;

-- The challans of a day, by number.
-- name: BillingChallansOn :many
SELECT * FROM challans WHERE date = sqlc.arg(date) AND number > sqlc.arg(after_number) ORDER BY number LIMIT CAST(sqlc.arg(page_size) AS INTEGER);

-- The value of the goods of each of a day's challans.
-- name: BillingChallanValuesOn :many
SELECT g.customer_id, g.challan_id, CAST(SUM(g.value_paise) AS BIGINT) AS value_paise
FROM challans c JOIN challan_goods g ON g.customer_id = c.customer_id AND g.challan_id = c.id
WHERE c.date = sqlc.arg(date) GROUP BY g.customer_id, g.challan_id;

-- name: BillingChallanEWayBill :exec
UPDATE challans SET eway_bill = sqlc.arg(eway_bill) WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id);

-- Other challans, of any customer, on which an e-way bill is noted.
-- name: BillingEWayBillElsewhere :many
SELECT number FROM challans WHERE eway_bill = sqlc.arg(eway_bill) AND id <> sqlc.arg(but_for) ORDER BY id LIMIT 1;

-- Customers with a challan of an order from a day on, a page at a time.
-- name: BillingChallanCustomers :many
SELECT DISTINCT customer_id FROM challans
WHERE date >= sqlc.arg(from_day) AND order_id IS NOT NULL AND customer_id > sqlc.arg(after_customer)
ORDER BY customer_id LIMIT CAST(sqlc.arg(page_size) AS INTEGER);

-- The challans of a customer's orders from a day on, the cancelled ones too, the newest first: an order
-- has one that holds, so a later one is cancelled before an earlier one holds again.
-- name: BillingChallansOfOrders :many
SELECT * FROM challans
WHERE customer_id = sqlc.arg(customer_id) AND date >= sqlc.arg(from_day) AND order_id IS NOT NULL ORDER BY id DESC;

-- name: BillingChallanCancel :execrows
UPDATE challans SET cancelled_at = sqlc.arg(cancelled_at)
WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id) AND cancelled_at = 0;

-- Goods that had left after all: their challan holds again.
-- name: BillingChallanRestore :execrows
UPDATE challans SET cancelled_at = 0 WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id);

-- name: BillingChallanGoods :many
SELECT * FROM challan_goods WHERE customer_id = sqlc.arg(customer_id) AND challan_id = sqlc.arg(challan_id) ORDER BY item_id;

-- How many rental invoices the customer has paid whole, with money or the wallet.
-- name: BillingRentsPaid :one
SELECT COUNT(*) FROM invoices
WHERE customer_id = $1 AND kind = 'rental' AND paid_paise > 0 AND paid_paise + credited_paise = total_paise;

-- What a customer is given of their own data (export.Part): the columns that are named, a page at a time where rows come by and by.
-- name: BillingExportInvoices :many
SELECT id, number, kind, order_id, order_unique_id, original_id, date, due_date, period_from, period_to,
    supplier_state, supplier_gstin, supplier_name, supplier_address, place_of_supply, bill_name, bill_address,
    bill_gstin, taxable_paise, cgst_paise, sgst_paise, igst_paise, round_off_paise, total_paise, paid_paise,
    credited_paise, created_at FROM invoices
WHERE customer_id = sqlc.arg(customer_id) AND id > sqlc.arg(after_id) ORDER BY id LIMIT 200;

-- name: BillingExportInvoiceLines :many
SELECT invoice_id, line_no, kind, order_id, item_id, description, sac, gst_bp, from_date, to_date, rate_paise, days,
    month_days, amount_paise, cgst_paise, sgst_paise, igst_paise, written_text, fee_of, reason, reason_date,
    reason_text, delivery_address, delivery_state, purpose FROM invoice_lines
WHERE customer_id = $1 ORDER BY invoice_id, line_no;

-- name: BillingExportLateFees :many
SELECT id, invoice_id, cycle, date, days_late, base_paise, amount_paise, paid_paise, waived_reason, created_at FROM late_fees
WHERE customer_id = sqlc.arg(customer_id) AND id > sqlc.arg(after_id) ORDER BY id LIMIT 200;

-- name: BillingExportPaymentAllocations :many
SELECT id, entry_id, transaction_id, invoice_id, late_fee_id, amount_paise, deposit_paise, promotional_paise, at FROM payment_allocations
WHERE customer_id = sqlc.arg(customer_id) AND id > sqlc.arg(after_id) ORDER BY id LIMIT 200;

-- name: BillingExportChallans :many
SELECT id, ticket_id, order_id, movement, number, date, company_state, company_gstin, company_name, company_address, address_id,
    place_state, party_name, party_address, party_gstin, cancelled_at, created_at, eway_bill FROM challans
WHERE customer_id = sqlc.arg(customer_id) AND id > sqlc.arg(after_id) ORDER BY id LIMIT 200;

-- name: BillingExportChallanGoods :many
SELECT challan_id, item_id, name, hsn, value_paise FROM challan_goods
WHERE customer_id = $1 ORDER BY challan_id, item_id;

-- The invoices and credit notes that were issued in a month, a page at a time.
-- name: BillingIssuedInvoices :many
SELECT customer_id, id, kind, number, date, bill_name, bill_gstin, taxable_paise, cgst_paise, sgst_paise, igst_paise, round_off_paise, total_paise
FROM invoices
WHERE (customer_id > sqlc.arg(after_customer) OR customer_id = sqlc.arg(after_customer) AND id > sqlc.arg(after_id))
    AND date >= sqlc.arg(from_date) AND date < sqlc.arg(to_date)
ORDER BY customer_id, id LIMIT CAST(sqlc.arg(page_size) AS INTEGER);

-- The same of delivery challans, with the value of their goods.
-- name: BillingIssuedChallans :many
SELECT c.customer_id, c.id, c.number, c.date, c.party_name, c.party_gstin, c.cancelled_at,
    CAST((SELECT COALESCE(SUM(g.value_paise), 0) FROM challan_goods g WHERE g.customer_id = c.customer_id AND g.challan_id = c.id) AS BIGINT) AS value_paise
FROM challans c
WHERE (c.customer_id > sqlc.arg(after_customer) OR c.customer_id = sqlc.arg(after_customer) AND c.id > sqlc.arg(after_id))
    AND c.date >= sqlc.arg(from_date) AND c.date < sqlc.arg(to_date)
ORDER BY c.customer_id, c.id LIMIT CAST(sqlc.arg(page_size) AS INTEGER);

-- name: BillingPromiseAdd :exec
INSERT INTO payment_promises (customer_id, id, amount_paise, due_date, state, created_at)
VALUES (sqlc.arg(customer_id), sqlc.arg(id), sqlc.arg(amount_paise), sqlc.arg(due_date), 'open', sqlc.arg(created_at));

-- name: BillingPromiseOpen :one
SELECT * FROM payment_promises WHERE customer_id = sqlc.arg(customer_id) AND state = 'open';

-- The newest promise of a customer.
-- name: BillingPromiseNewest :one
SELECT * FROM payment_promises WHERE customer_id = sqlc.arg(customer_id) ORDER BY id DESC LIMIT 1;

-- name: BillingPromiseReopen :exec
UPDATE payment_promises SET state = 'open', decided_at = 0
WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id) AND state = 'kept';

-- name: BillingPromiseDecide :execrows
UPDATE payment_promises SET state = sqlc.arg(state), decided_at = sqlc.arg(decided_at)
WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id) AND state = 'open';

-- name: BillingPromise :one
SELECT * FROM payment_promises WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id);

-- The newest promise of a customer that was found broken since a moment, 0 for none.
-- name: BillingPromiseBrokenSince :one
SELECT CAST(COALESCE(MAX(id), 0) AS BIGINT) AS id FROM payment_promises
WHERE customer_id = sqlc.arg(customer_id) AND state = 'broken' AND decided_at >= sqlc.arg(since);

-- The customers with an open promise.
-- name: BillingPromisers :many
SELECT customer_id FROM payment_promises
WHERE state = 'open' AND customer_id > sqlc.arg(after_customer)
ORDER BY customer_id LIMIT CAST(sqlc.arg(page_size) AS INTEGER);

-- name: BillingPromisesOf :many
SELECT * FROM payment_promises WHERE state = sqlc.arg(state) AND created_at >= sqlc.arg(since)
ORDER BY created_at DESC, id DESC LIMIT CAST(sqlc.arg(page_size) AS INTEGER);

-- What has paid late fees, and the invoices that there were then, since a promise was made.
-- name: BillingPaidAfter :many
SELECT entry_id, amount_paise FROM payment_allocations
WHERE customer_id = sqlc.arg(customer_id) AND id > sqlc.arg(after_id) AND invoice_id < sqlc.arg(after_id) ORDER BY id;

-- name: BillingErasePromises :exec
DELETE FROM payment_promises WHERE customer_id = sqlc.arg(customer_id);

-- name: BillingExportPaymentPromises :many
SELECT id, amount_paise, due_date, state, created_at, decided_at FROM payment_promises
WHERE customer_id = sqlc.arg(customer_id) AND id > sqlc.arg(after_id) ORDER BY id LIMIT 200;
