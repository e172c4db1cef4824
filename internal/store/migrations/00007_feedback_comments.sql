-- +goose Up

-- A comment has no limit of its own: it may be as long as a call carries. The words wait in another column while the
-- column is made anew.
ALTER TABLE feedback_requests ADD COLUMN words TEXT NOT NULL DEFAULT '';
UPDATE feedback_requests SET words = comment;
ALTER TABLE feedback_requests DROP COLUMN comment;
ALTER TABLE feedback_requests ADD COLUMN comment TEXT NOT NULL DEFAULT '' CHECK (length(comment) <= 65536);
UPDATE feedback_requests SET comment = words;
ALTER TABLE feedback_requests DROP COLUMN words;

-- +goose Down

ALTER TABLE feedback_requests ADD COLUMN words TEXT NOT NULL DEFAULT '';
UPDATE feedback_requests SET words = substr(comment, 1, 4000);
ALTER TABLE feedback_requests DROP COLUMN comment;
ALTER TABLE feedback_requests ADD COLUMN comment TEXT NOT NULL DEFAULT '' CHECK (length(comment) <= 4000);
UPDATE feedback_requests SET comment = words;
ALTER TABLE feedback_requests DROP COLUMN words;
