-- +goose Up
-- Every row has its key: PostgreSQL takes no NULL as a key, SQLite does unless the column says so.
ALTER TABLE customers ALTER COLUMN id SET NOT NULL;
ALTER TABLE sessions ALTER COLUMN token_hash SET NOT NULL;
ALTER TABLE login_challenges ALTER COLUMN id SET NOT NULL;
ALTER TABLE handoff_codes ALTER COLUMN code_hash SET NOT NULL;
ALTER TABLE cities ALTER COLUMN id SET NOT NULL;
ALTER TABLE gst_registrations ALTER COLUMN state_code SET NOT NULL;
ALTER TABLE products ALTER COLUMN id SET NOT NULL;
ALTER TABLE billing_runs ALTER COLUMN month SET NOT NULL;
ALTER TABLE ledger_days ALTER COLUMN day SET NOT NULL;
ALTER TABLE alerts ALTER COLUMN id SET NOT NULL;
ALTER TABLE refund_preferences ALTER COLUMN customer_id SET NOT NULL;
ALTER TABLE jobs ALTER COLUMN id SET NOT NULL;
ALTER TABLE schedules ALTER COLUMN name SET NOT NULL;
ALTER TABLE deletion_requests ALTER COLUMN customer_id SET NOT NULL;
ALTER TABLE settings ALTER COLUMN name SET NOT NULL;

-- +goose Down
SELECT 1; -- older releases write no such row either
