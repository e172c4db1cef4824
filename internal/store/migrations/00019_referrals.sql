-- +goose Up
-- A code leads to one customer.
CREATE UNIQUE INDEX customers_referral_code ON customers (referral_code) WHERE referral_code <> '';

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
    PRIMARY KEY (customer_id, id),
    CONSTRAINT referrals_friend CHECK ((friend_id = 0) = (state = 'invited')),
    CONSTRAINT referrals_not_oneself CHECK (friend_id <> customer_id)
);
-- Nobody joins twice.
CREATE UNIQUE INDEX referrals_friend_once ON referrals (friend_id) WHERE friend_id > 0;
CREATE INDEX referrals_state ON referrals (state, customer_id, id);
CREATE INDEX referrals_email ON referrals (email, invited_at) WHERE email <> '';
CREATE INDEX referrals_mobile ON referrals (mobile, invited_at) WHERE mobile <> '';

-- +goose Down
DROP TABLE referrals;
DROP TABLE referral_contacts;
DROP INDEX customers_referral_code;
