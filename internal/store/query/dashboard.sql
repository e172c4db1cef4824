-- name: DashboardCustomer :one
SELECT c.kyc_pending, c.auto_debit_required,
    CAST(COALESCE((SELECT MAX(i.date) FROM invoices i WHERE i.customer_id = c.id AND i.kind = 'rental'), '') AS TEXT) AS latest_invoice,
    CAST(COALESCE((SELECT MIN(i.date) FROM invoices i
        WHERE i.customer_id = c.id AND i.kind = 'rental' AND i.paid_paise + i.credited_paise < i.total_paise), '') AS TEXT) AS oldest_open_invoice,
    (SELECT COUNT(*) FROM settlements s WHERE s.customer_id = c.id AND s.state = 'ready') AS refunds_ready,
    CAST(COALESCE((SELECT SUM(s.refund_paise) FROM settlements s WHERE s.customer_id = c.id AND s.state = 'ready'), 0) AS BIGINT) AS refund_paise,
    EXISTS (SELECT 1 FROM settlements s WHERE s.customer_id = c.id AND s.origin = 'wallet' AND s.state <> 'paid') AS wallet_leaving,
    EXISTS (SELECT 1 FROM payment_transactions t WHERE t.customer_id = c.id AND t.state IN ('open', 'pending', 'failed') AND t.state = 'pending') AS paying,
    CAST(COALESCE((SELECT r.preference FROM refund_preferences r WHERE r.customer_id = c.id), 0) AS BIGINT) AS refund_preference,
    EXISTS (SELECT 1 FROM mandates m WHERE m.customer_id = c.id AND m.is_active) AS has_mandate,
    EXISTS (SELECT 1 FROM mandates m WHERE m.customer_id = c.id AND m.state = 'initiated' AND m.is_at_bank) AS mandate_awaited,
    EXISTS (SELECT 1 FROM mandate_debits d WHERE d.customer_id = c.id) AS has_debits,
    EXISTS (SELECT 1 FROM chat_threads h WHERE h.customer_id = c.id AND h.changed_at > h.seen_at) AS chat_moved,
    CAST(COALESCE((SELECT d.erase_at FROM deletion_requests d WHERE d.customer_id = c.id AND d.state = 'cooling'), 0) AS BIGINT) AS erase_at,
    CAST(COALESCE((
        SELECT SUM(d.amount_paise) FROM mandate_debits d
        WHERE d.customer_id = c.id AND d.state IN ('scheduled', 'notified', 'submitted', 'unknown')
    ), 0) AS BIGINT) AS to_be_debited_paise
FROM customers c WHERE c.id = $1;
