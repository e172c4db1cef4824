-- +goose Up
-- The people of the company who answer in the chat (docs/support.md).
CREATE TABLE staff (
    id BIGINT PRIMARY KEY NOT NULL,
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

-- Pictures come in with messages of the chat, too.
ALTER TABLE uploads RENAME COLUMN purpose TO former_purpose;
ALTER TABLE uploads ADD COLUMN purpose TEXT NOT NULL DEFAULT 'ticket';
UPDATE uploads SET purpose = former_purpose;
ALTER TABLE uploads DROP COLUMN former_purpose;
ALTER TABLE uploads ADD CONSTRAINT uploads_purpose_check CHECK (purpose IN ('ticket', 'chat'));

-- +goose Down
ALTER TABLE uploads DROP CONSTRAINT uploads_purpose_check;
DROP TABLE chat_messages;
DROP TABLE chat_threads;
DROP TABLE staff_sessions;
DROP TABLE staff_challenges;
DROP TABLE staff;
