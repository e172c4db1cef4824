-- name: AdvancePackageAdd :exec
INSERT INTO advance_packages (customer_id, id, transaction_id, months, discount_bp, tiers, from_date, to_date, state, created_at)
VALUES (sqlc.arg(customer_id), sqlc.arg(id), sqlc.arg(transaction_id), sqlc.arg(months), sqlc.arg(discount_bp), sqlc.arg(tiers),
    sqlc.arg(from_date), sqlc.arg(to_date), 'active', sqlc.arg(created_at));

-- name: AdvancePackageActive :one
SELECT * FROM advance_packages WHERE customer_id = $1 AND state = 'active';

-- name: AdvancePackages :many
SELECT * FROM advance_packages WHERE customer_id = $1 ORDER BY id DESC;

-- name: AdvancePackage :one
SELECT * FROM advance_packages WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id);

-- name: AdvancePackageEnd :execrows
UPDATE advance_packages SET state = 'ended', ended_at = sqlc.arg(ended_at)
WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id) AND state = 'active';

-- name: AdvanceItemAdd :exec
INSERT INTO advance_items (customer_id, package_id, item_id, voucher_id, supplier_state, place_of_supply, sac, gst_bp, list_paise,
    value_paise, cgst_paise, sgst_paise, igst_paise, state)
VALUES (sqlc.arg(customer_id), sqlc.arg(package_id), sqlc.arg(item_id), sqlc.arg(voucher_id), sqlc.arg(supplier_state),
    sqlc.arg(place_of_supply), sqlc.arg(sac), sqlc.arg(gst_bp), sqlc.arg(list_paise), sqlc.arg(value_paise), sqlc.arg(cgst_paise),
    sqlc.arg(sgst_paise), sqlc.arg(igst_paise), 'active');

-- name: AdvanceItems :many
SELECT * FROM advance_items WHERE customer_id = sqlc.arg(customer_id) AND package_id = sqlc.arg(package_id) ORDER BY item_id;

-- name: AdvanceItemMove :execrows
UPDATE advance_items SET state = sqlc.arg(state), ended_on = sqlc.arg(ended_on)
WHERE customer_id = sqlc.arg(customer_id) AND package_id = sqlc.arg(package_id) AND item_id = sqlc.arg(item_id) AND state = sqlc.arg(was);

-- name: AdvanceDrawAdd :exec
INSERT INTO advance_draws (customer_id, id, package_id, item_id, kind, invoice_id, voucher_id, from_date, to_date, list_paise, value_paise,
    cgst_paise, sgst_paise, igst_paise, created_at)
VALUES (sqlc.arg(customer_id), sqlc.arg(id), sqlc.arg(package_id), sqlc.arg(item_id), sqlc.arg(kind), sqlc.arg(invoice_id),
    sqlc.arg(voucher_id), sqlc.arg(from_date), sqlc.arg(to_date), sqlc.arg(list_paise), sqlc.arg(value_paise), sqlc.arg(cgst_paise),
    sqlc.arg(sgst_paise), sqlc.arg(igst_paise), sqlc.arg(created_at));

-- name: AdvanceDraws :many
SELECT * FROM advance_draws WHERE customer_id = sqlc.arg(customer_id) AND package_id = sqlc.arg(package_id) ORDER BY id;

-- name: AdvanceVoucherAdd :exec
INSERT INTO advance_vouchers (customer_id, id, package_id, kind, number, receipt_id, date, supplier_state, supplier_gstin, supplier_name,
    supplier_address, place_of_supply, bill_name, bill_address, bill_gstin, taxable_paise, cgst_paise, sgst_paise, igst_paise, total_paise,
    created_at)
VALUES (sqlc.arg(customer_id), sqlc.arg(id), sqlc.arg(package_id), sqlc.arg(kind), sqlc.arg(number), sqlc.arg(receipt_id),
    sqlc.arg(date), sqlc.arg(supplier_state), sqlc.arg(supplier_gstin), sqlc.arg(supplier_name), sqlc.arg(supplier_address),
    sqlc.arg(place_of_supply), sqlc.arg(bill_name), sqlc.arg(bill_address), sqlc.arg(bill_gstin), sqlc.arg(taxable_paise),
    sqlc.arg(cgst_paise), sqlc.arg(sgst_paise), sqlc.arg(igst_paise), sqlc.arg(total_paise), sqlc.arg(created_at));

-- name: AdvanceVouchers :many
SELECT * FROM advance_vouchers WHERE customer_id = sqlc.arg(customer_id) AND package_id = sqlc.arg(package_id) ORDER BY id;

-- name: AdvanceVoucher :one
SELECT * FROM advance_vouchers WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id);

-- The vouchers of what some payments paid in advance.
-- name: AdvanceVouchersOfPayments :many
SELECT p.transaction_id, sqlc.embed(v) FROM advance_packages p
JOIN advance_vouchers v ON v.customer_id = p.customer_id AND v.package_id = p.id
WHERE p.customer_id = sqlc.arg(customer_id) AND p.transaction_id IN (SELECT value FROM json_each(CAST(sqlc.arg(ids) AS TEXT)))
ORDER BY v.id;

-- name: AdvanceVoucherByNumber :one
SELECT customer_id, id FROM advance_vouchers WHERE number = sqlc.arg(number) ORDER BY id DESC LIMIT 1;

-- What was paid in advance and not drawn, without tax, of the next customers who ever paid so.
-- name: AdvanceLeftByCustomer :many
SELECT p.customer_id, CAST(COALESCE((
    SELECT SUM(i.value_paise) FROM advance_items i WHERE i.customer_id = p.customer_id
), 0) - COALESCE((
    SELECT SUM(d.value_paise) FROM advance_draws d WHERE d.customer_id = p.customer_id
), 0) AS BIGINT) AS left_paise
FROM advance_packages p WHERE p.customer_id > sqlc.arg(after)
GROUP BY p.customer_id ORDER BY p.customer_id LIMIT CAST(sqlc.arg(most) AS INTEGER);

-- What a customer is given of their own data (export.Part): the columns that are named, a page at a time where rows come by and by.
-- name: AdvanceExportPackages :many
SELECT id, transaction_id, months, discount_bp, from_date, to_date, state, created_at, ended_at FROM advance_packages
WHERE customer_id = sqlc.arg(customer_id) AND id > sqlc.arg(after_id) ORDER BY id LIMIT 200;

-- name: AdvanceExportItems :many
SELECT package_id, item_id, voucher_id, supplier_state, place_of_supply, sac, gst_bp, list_paise, value_paise,
    cgst_paise, sgst_paise, igst_paise, state, ended_on FROM advance_items
WHERE customer_id = $1 ORDER BY package_id, item_id;

-- name: AdvanceExportVouchers :many
SELECT id, package_id, kind, number, receipt_id, date, supplier_state, supplier_gstin, supplier_name,
    supplier_address, place_of_supply, bill_name, bill_address, bill_gstin, taxable_paise, cgst_paise,
    sgst_paise, igst_paise, total_paise, created_at FROM advance_vouchers
WHERE customer_id = sqlc.arg(customer_id) AND id > sqlc.arg(after_id) ORDER BY id LIMIT 200;

-- name: AdvanceExportDraws :many
SELECT id, package_id, item_id, kind, invoice_id, voucher_id, from_date, to_date, list_paise, value_paise, cgst_paise,
    sgst_paise, igst_paise, created_at FROM advance_draws
WHERE customer_id = sqlc.arg(customer_id) AND id > sqlc.arg(after_id) ORDER BY id LIMIT 200;

-- The vouchers that were issued in a month, a page at a time.
-- name: AdvanceIssuedVouchers :many
SELECT * FROM advance_vouchers
WHERE (customer_id > sqlc.arg(after_customer) OR customer_id = sqlc.arg(after_customer) AND id > sqlc.arg(after_id))
    AND date >= sqlc.arg(from_date) AND date < sqlc.arg(to_date)
ORDER BY customer_id, id LIMIT CAST(sqlc.arg(page_size) AS INTEGER);
