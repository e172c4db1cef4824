-- name: ReferralContactAdd :execrows
INSERT INTO referral_contacts (customer_id, id, name, mobile, email, invited_at, created_at)
VALUES (sqlc.arg(customer_id), sqlc.arg(id), sqlc.arg(name), sqlc.arg(mobile), sqlc.arg(email), 0, sqlc.arg(created_at))
ON CONFLICT (customer_id, mobile) DO UPDATE SET name = excluded.name, email = excluded.email
WHERE referral_contacts.name <> excluded.name OR referral_contacts.email <> excluded.email;

-- name: ReferralContacts :many
SELECT * FROM referral_contacts
WHERE customer_id = sqlc.arg(customer_id)
  AND (CAST(sqlc.arg(after_id) AS BIGINT) = 0 OR name > sqlc.arg(after_name)
       OR name = sqlc.arg(after_name) AND id > CAST(sqlc.arg(after_id) AS BIGINT))
ORDER BY name, id LIMIT CAST(sqlc.arg(page_size) AS INTEGER) OFFSET CAST(sqlc.arg(skip) AS INTEGER);

-- name: ReferralContactCount :one
SELECT COUNT(*) FROM referral_contacts WHERE customer_id = sqlc.arg(customer_id);

-- name: ReferralContact :one
SELECT * FROM referral_contacts WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id);

-- name: ReferralContactInvited :exec
UPDATE referral_contacts SET invited_at = sqlc.arg(invited_at) WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id);

-- name: ReferralContactRemove :execrows
DELETE FROM referral_contacts WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id);

-- name: ReferralContactsErase :exec
DELETE FROM referral_contacts WHERE customer_id = sqlc.arg(customer_id);

-- name: ReferralAdd :exec
INSERT INTO referrals (customer_id, id, name, email, mailbox, mobile, friend_id, state, reward_paise, friend_reward_paise, invited_at, joined_at, ended_at, created_at)
VALUES (sqlc.arg(customer_id), sqlc.arg(id), sqlc.arg(name), sqlc.arg(email), sqlc.arg(mailbox), sqlc.arg(mobile), sqlc.arg(friend_id), sqlc.arg(state), sqlc.arg(reward_paise),
    sqlc.arg(friend_reward_paise), sqlc.arg(invited_at), sqlc.arg(joined_at), 0, sqlc.arg(created_at));

-- name: ReferralsOf :many
SELECT * FROM referrals WHERE customer_id = sqlc.arg(customer_id) ORDER BY created_at DESC, id DESC LIMIT 500;

-- name: ReferralOfFriend :one
SELECT * FROM referrals WHERE friend_id = sqlc.arg(friend_id) AND friend_id > 0 LIMIT 1;

-- name: ReferralInvitation :one
SELECT * FROM referrals
WHERE customer_id = sqlc.arg(customer_id) AND state = 'invited'
  AND ((mailbox <> '' AND mailbox = sqlc.arg(mailbox)) OR (mobile <> '' AND mobile = sqlc.arg(mobile)))
ORDER BY id LIMIT 1;

-- name: ReferralInvitedAgain :exec
UPDATE referrals SET invited_at = sqlc.arg(invited_at), name = sqlc.arg(name) WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id);

-- name: ReferralMailedSince :one
SELECT COUNT(*) FROM referrals WHERE mailbox = sqlc.arg(mailbox) AND mailbox <> '' AND invited_at > sqlc.arg(invited_at);

-- name: ReferralTextedSince :one
SELECT COUNT(*) FROM referrals WHERE mobile = sqlc.arg(mobile) AND mobile <> '' AND invited_at > sqlc.arg(invited_at);

-- name: ReferralJoin :exec
UPDATE referrals SET friend_id = sqlc.arg(friend_id), state = 'joined', name = sqlc.arg(name), email = '', mailbox = '', mobile = '', joined_at = sqlc.arg(joined_at),
    reward_paise = sqlc.arg(reward_paise), friend_reward_paise = sqlc.arg(friend_reward_paise)
WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id);

-- name: ReferralsJoined :many
SELECT * FROM referrals WHERE state = 'joined' AND (customer_id > sqlc.arg(customer_id) OR (customer_id = sqlc.arg(customer_id) AND id > sqlc.arg(id)))
ORDER BY customer_id, id LIMIT 200;

-- name: ReferralEnd :execrows
UPDATE referrals SET state = sqlc.arg(state), ended_at = sqlc.arg(ended_at)
WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id) AND state = 'joined';

-- name: ReferralRewardedSince :one
SELECT COUNT(*) FROM referrals WHERE customer_id = sqlc.arg(customer_id) AND state = 'rewarded' AND reward_paise > 0 AND ended_at > sqlc.arg(ended_at);

-- name: ReferralInvitationsForget :execrows
DELETE FROM referrals WHERE state = 'invited' AND invited_at < sqlc.arg(invited_at);

-- name: ReferralsErase :exec
DELETE FROM referrals WHERE customer_id = sqlc.arg(customer_id) AND state = 'invited';

-- name: ReferralsNameless :exec
UPDATE referrals SET name = '', reward_paise = CASE state WHEN 'joined' THEN 0 ELSE reward_paise END WHERE customer_id = sqlc.arg(customer_id);

-- name: ReferralFriendErase :exec
UPDATE referrals SET name = '', state = CASE state WHEN 'joined' THEN 'lapsed' ELSE state END,
    ended_at = CASE state WHEN 'joined' THEN CAST(sqlc.arg(ended_at) AS BIGINT) ELSE ended_at END
WHERE friend_id = sqlc.arg(friend_id) AND friend_id > 0;

-- name: ReferralWithhold :exec
UPDATE referrals SET reward_paise = 0 WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id);

-- name: ReferralInvitedSince :one
SELECT COUNT(*) FROM referrals WHERE customer_id = sqlc.arg(customer_id) AND invited_at > sqlc.arg(invited_at);

-- What a customer is given of their own data (export.Part): the columns that are named, a page at a time where rows come by and by.
-- name: ReferralExportReferrals :many
SELECT id, name, email, mobile, state, reward_paise, friend_reward_paise, invited_at, joined_at, ended_at, created_at FROM referrals
WHERE customer_id = sqlc.arg(customer_id) AND id > sqlc.arg(after_id) ORDER BY id LIMIT 200;

-- name: ReferralExportContacts :many
SELECT id, name, mobile, email, invited_at, created_at FROM referral_contacts
WHERE customer_id = sqlc.arg(customer_id) AND id > sqlc.arg(after_id) ORDER BY id LIMIT 200;
