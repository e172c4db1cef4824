-- name: AccountSession :one
SELECT s.customer_id, s.actor, s.seen_at, s.idle_until, s.expires_at, s.displaced_at, c.revision, c.is_b2b
FROM sessions s JOIN customers c ON c.id = s.customer_id
WHERE s.token_hash = sqlc.arg(token_hash);

-- name: AccountSessionAdd :exec
INSERT INTO sessions (token_hash, customer_id, actor, device, network, created_at, seen_at, idle_until, expires_at)
VALUES (sqlc.arg(token_hash), sqlc.arg(customer_id), sqlc.arg(actor), sqlc.arg(device), sqlc.arg(network), sqlc.arg(created_at), sqlc.arg(created_at), sqlc.arg(idle_until), sqlc.arg(expires_at));

-- name: AccountSessionSeen :exec
UPDATE sessions SET seen_at = sqlc.arg(seen_at), idle_until = sqlc.arg(idle_until) WHERE token_hash = sqlc.arg(token_hash);

-- Of an actor's sessions the newest stay. The others are kept until they run out, so that their devices learn why they ended.
-- name: AccountSessionsTrim :execrows
UPDATE sessions SET displaced_at = sqlc.arg(displaced_at)
WHERE sessions.customer_id = sqlc.arg(customer_id) AND sessions.actor = sqlc.arg(actor) AND sessions.displaced_at = 0 AND sessions.token_hash NOT IN (
    SELECT k.token_hash FROM sessions k
    WHERE k.customer_id = sqlc.arg(customer_id) AND k.actor = sqlc.arg(actor) AND k.displaced_at = 0
    ORDER BY k.created_at DESC, k.seen_at DESC, k.token_hash LIMIT CAST(sqlc.arg(most) AS INTEGER)
);

-- name: AccountSessions :many
SELECT * FROM sessions WHERE customer_id = sqlc.arg(customer_id) AND idle_until > sqlc.arg(idle_until) AND displaced_at = 0 ORDER BY seen_at DESC, token_hash;

-- name: AccountSessionEnd :execrows
DELETE FROM sessions WHERE token_hash = sqlc.arg(token_hash);

-- name: AccountSessionsEnd :execrows
DELETE FROM sessions WHERE customer_id = sqlc.arg(customer_id) AND token_hash <> sqlc.arg(except_hash);

-- name: AccountSessionsForget :execrows
DELETE FROM sessions WHERE idle_until < sqlc.arg(idle_until) OR expires_at < sqlc.arg(idle_until);

-- name: AccountCustomer :one
SELECT * FROM customers WHERE id = sqlc.arg(id);

-- name: AccountCustomerByMobile :one
SELECT * FROM customers WHERE mobile = sqlc.arg(mobile);

-- name: AccountCustomerAdd :exec
INSERT INTO customers (id, full_name, email, mobile, created_at, verification_status, kyc_pending, is_b2b, gstin, gstin_state,
    city_slug, auto_debit_required, credit_history, referral_code, revision)
VALUES (sqlc.arg(id), sqlc.arg(full_name), sqlc.arg(email), sqlc.arg(mobile), sqlc.arg(created_at), sqlc.arg(verification_status),
    sqlc.arg(kyc_pending), sqlc.arg(is_b2b), sqlc.arg(gstin), sqlc.arg(gstin_state), sqlc.arg(city_slug), sqlc.arg(auto_debit_required),
    sqlc.arg(credit_history), sqlc.arg(referral_code), 0);

-- name: AccountLanguageChoose :execrows
UPDATE customers SET language = sqlc.arg(language), language_chosen = TRUE
WHERE id = sqlc.arg(id) AND NOT (language = sqlc.arg(language) AND language_chosen);

-- name: AccountLanguageOfBrowser :execrows
UPDATE customers SET language = sqlc.arg(language)
WHERE id = sqlc.arg(id) AND language <> sqlc.arg(language) AND NOT language_chosen;

-- name: AccountChallengeAdd :exec
INSERT INTO login_challenges (id, mobile, network, code_hash, wrong_tries, created_at, expires_at, used_at)
VALUES (sqlc.arg(id), sqlc.arg(mobile), sqlc.arg(network), sqlc.arg(code_hash), 0, sqlc.arg(created_at), sqlc.arg(expires_at), 0);

-- name: AccountChallenge :one
SELECT * FROM login_challenges WHERE id = sqlc.arg(id);

-- name: AccountChallengesSince :many
SELECT * FROM login_challenges
WHERE mobile = sqlc.arg(mobile) AND network = sqlc.arg(network) AND created_at > sqlc.arg(created_at)
ORDER BY created_at DESC, id LIMIT 10;

-- name: AccountChallengeWrong :exec
UPDATE login_challenges SET wrong_tries = wrong_tries + 1 WHERE id = sqlc.arg(id);

-- name: AccountChallengeUse :execrows
UPDATE login_challenges SET used_at = sqlc.arg(used_at) WHERE id = sqlc.arg(id) AND used_at = 0;

-- name: AccountChallengesEnd :exec
UPDATE login_challenges SET expires_at = 0 WHERE mobile = sqlc.arg(mobile) AND used_at = 0 AND expires_at > 0;

-- name: AccountChallengesForget :execrows
DELETE FROM login_challenges WHERE created_at < sqlc.arg(created_at);

-- name: AccountNetworkPut :exec
INSERT INTO sign_in_networks (customer_id, network, signed_in_at)
VALUES (sqlc.arg(customer_id), sqlc.arg(network), sqlc.arg(signed_in_at))
ON CONFLICT (customer_id, network) DO UPDATE SET signed_in_at = excluded.signed_in_at;

-- name: AccountNetworkKnown :one
SELECT COUNT(*) FROM sign_in_networks n JOIN customers c ON c.id = n.customer_id
WHERE c.mobile = sqlc.arg(mobile) AND n.network = sqlc.arg(network);

-- name: AccountNetworksForget :execrows
DELETE FROM sign_in_networks WHERE signed_in_at < sqlc.arg(signed_in_at);

-- name: AccountHandoffAdd :exec
INSERT INTO handoff_codes (code_hash, customer_id, actor, created_at, expires_at, used_at)
VALUES (sqlc.arg(code_hash), sqlc.arg(customer_id), sqlc.arg(actor), sqlc.arg(created_at), sqlc.arg(expires_at), 0);

-- The code of a link that we have signed is written down when it is used; the second use finds it.
-- name: AccountHandoffSpend :execrows
INSERT INTO handoff_codes (code_hash, customer_id, actor, created_at, expires_at, used_at)
VALUES (sqlc.arg(code_hash), sqlc.arg(customer_id), sqlc.arg(actor), sqlc.arg(used_at), sqlc.arg(expires_at), sqlc.arg(used_at))
ON CONFLICT (code_hash) DO NOTHING;

-- name: AccountHandoff :one
SELECT * FROM handoff_codes WHERE code_hash = sqlc.arg(code_hash);

-- name: AccountHandoffUse :execrows
UPDATE handoff_codes SET used_at = sqlc.arg(used_at) WHERE code_hash = sqlc.arg(code_hash) AND used_at = 0;

-- name: AccountHandoffsForget :execrows
DELETE FROM handoff_codes WHERE expires_at < sqlc.arg(expires_at);

-- name: AccountChatPut :execrows
INSERT INTO chat_sessions (customer_id, unique_user_session_id, active, updated_at)
VALUES (sqlc.arg(customer_id), sqlc.arg(unique_user_session_id), sqlc.arg(active), sqlc.arg(updated_at))
ON CONFLICT (customer_id, unique_user_session_id) DO UPDATE SET active = excluded.active, updated_at = excluded.updated_at
WHERE chat_sessions.active <> excluded.active;

-- name: AccountChatsForget :execrows
DELETE FROM chat_sessions WHERE updated_at < sqlc.arg(updated_at);

-- Business customers, a page at a time.
-- name: AccountBusinesses :many
SELECT id FROM customers WHERE is_b2b AND id > sqlc.arg(after_id) ORDER BY id LIMIT CAST(sqlc.arg(page_size) AS INTEGER);

-- name: AccountDevicePut :exec
INSERT INTO devices (customer_id, device_token, platform, contact_permission, session_hash, updated_at)
VALUES (sqlc.arg(customer_id), sqlc.arg(device_token), sqlc.arg(platform), sqlc.arg(contact_permission), sqlc.arg(session_hash), sqlc.arg(updated_at))
ON CONFLICT (customer_id, device_token) DO UPDATE SET
    platform = excluded.platform, contact_permission = excluded.contact_permission, session_hash = excluded.session_hash, updated_at = excluded.updated_at;

-- Devices whose session has ended.
-- name: AccountDevicesDrop :execrows
DELETE FROM devices
WHERE devices.customer_id = sqlc.arg(customer_id) AND devices.session_hash <> ''
  AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.token_hash = devices.session_hash AND s.displaced_at = 0);

-- name: AccountDeviceDetach :execrows
DELETE FROM devices WHERE device_token = sqlc.arg(device_token) AND customer_id <> sqlc.arg(customer_id);

-- name: AccountDeviceForget :execrows
DELETE FROM devices WHERE customer_id = sqlc.arg(customer_id) AND device_token = sqlc.arg(device_token);

-- name: AccountDevices :many
SELECT * FROM devices WHERE customer_id = sqlc.arg(customer_id) ORDER BY device_token;

-- Deletes all devices but the last registered ones.
-- name: AccountDevicesKeep :exec
DELETE FROM devices
WHERE devices.customer_id = sqlc.arg(customer_id) AND devices.device_token NOT IN (
    SELECT d.device_token FROM devices d WHERE d.customer_id = sqlc.arg(customer_id)
    ORDER BY d.updated_at DESC, CASE WHEN d.device_token = sqlc.arg(device_token) THEN 0 ELSE 1 END, d.device_token
    LIMIT CAST(sqlc.arg(kept) AS INTEGER));

-- name: AccountEventAdd :exec
INSERT INTO tracked_events (customer_id, id, name, platform, properties, at, consent_id)
VALUES (sqlc.arg(customer_id), sqlc.arg(id), sqlc.arg(name), sqlc.arg(platform), sqlc.arg(properties), sqlc.arg(at), sqlc.arg(consent_id));

-- Events that the collector may have and has not, the oldest first: their consents hold. Whom a consent names is introduced
-- once an event under it was sent.
-- name: AccountEventsWaiting :many
SELECT e.customer_id, e.id, e.name, e.platform, e.properties, e.at, e.consent_id, k.text_version, c.mobile,
    EXISTS (SELECT 1 FROM tracked_events s WHERE s.customer_id = e.customer_id AND s.consent_id = e.consent_id AND s.forwarding = 'sent') AS introduced
FROM tracked_events e
JOIN consents k ON k.customer_id = e.customer_id AND k.id = e.consent_id
JOIN customers c ON c.id = e.customer_id
WHERE e.forwarding = 'waiting' AND e.at > sqlc.arg(since) AND k.withdrawn_at = 0
ORDER BY e.at, e.customer_id, e.id LIMIT CAST(sqlc.arg(most) AS INTEGER);

-- name: AccountEventForwarded :exec
UPDATE tracked_events SET forwarding = sqlc.arg(forwarding) WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id);

-- How many customers came to each of three steps of a funnel, to one after the other. A step that there is not has no
-- name, and nobody comes to it.
-- name: AccountFunnel :one
WITH begun AS (
    SELECT e.customer_id, MIN(e.at) AS at FROM tracked_events e
    WHERE e.name = sqlc.arg(first) AND e.properties LIKE sqlc.arg(first_has)
      AND e.at >= sqlc.arg(from_at) AND e.at < sqlc.arg(until_at)
    GROUP BY e.customer_id
), gone_on AS (
    SELECT e.customer_id, MIN(e.at) AS at FROM tracked_events e JOIN begun b ON b.customer_id = e.customer_id
    WHERE e.name = sqlc.arg(second) AND e.properties LIKE sqlc.arg(second_has)
      AND e.at >= b.at AND e.at < sqlc.arg(until_at)
    GROUP BY e.customer_id
)
SELECT
    (SELECT COUNT(*) FROM begun) AS first,
    (SELECT COUNT(*) FROM gone_on) AS second,
    COUNT(DISTINCT e.customer_id) AS third
FROM tracked_events e JOIN gone_on g ON g.customer_id = e.customer_id
WHERE e.name = sqlc.arg(third) AND e.properties LIKE sqlc.arg(third_has)
  AND e.at >= g.at AND e.at < sqlc.arg(until_at);

-- name: AccountEventsForget :execrows
DELETE FROM tracked_events WHERE at < sqlc.arg(at);

-- The consent that holds.
-- name: AccountConsent :one
SELECT * FROM consents WHERE customer_id = sqlc.arg(customer_id) AND purpose = sqlc.arg(purpose) AND withdrawn_at = 0;

-- name: AccountConsentAdd :execrows
INSERT INTO consents (customer_id, id, purpose, text_version, language, given_at, withdrawn_at)
VALUES (sqlc.arg(customer_id), sqlc.arg(id), sqlc.arg(purpose), sqlc.arg(text_version), sqlc.arg(language), sqlc.arg(given_at), 0)
ON CONFLICT DO NOTHING;

-- name: AccountConsentWithdraw :exec
UPDATE consents SET withdrawn_at = sqlc.arg(withdrawn_at) WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id);

-- name: AccountEraseConsents :exec
DELETE FROM consents WHERE customer_id = sqlc.arg(customer_id);

-- name: AccountDeletion :one
SELECT * FROM deletion_requests WHERE customer_id = sqlc.arg(customer_id);

-- name: AccountDeletionPut :exec
INSERT INTO deletion_requests (customer_id, state, reasons, requested_at, erase_at)
VALUES (sqlc.arg(customer_id), sqlc.arg(state), sqlc.arg(reasons), sqlc.arg(requested_at), sqlc.arg(erase_at))
ON CONFLICT (customer_id) DO UPDATE SET
    state = excluded.state, reasons = excluded.reasons, requested_at = excluded.requested_at, erase_at = excluded.erase_at;

-- name: AccountEraseCustomer :exec
UPDATE customers SET full_name = 'Former customer', email = '', mobile = sqlc.arg(mobile), gstin = '', referral_code = '',
    auto_debit_required = FALSE, credit_history = FALSE, language = 'en'
WHERE id = sqlc.arg(id);

-- name: AccountEraseNetworks :exec
DELETE FROM sign_in_networks WHERE customer_id = sqlc.arg(customer_id);

-- name: AccountEraseDevices :exec
DELETE FROM devices WHERE customer_id = sqlc.arg(customer_id);

-- name: AccountEraseChats :exec
DELETE FROM chat_sessions WHERE customer_id = sqlc.arg(customer_id);

-- name: AccountEraseEvents :exec
DELETE FROM tracked_events WHERE customer_id = sqlc.arg(customer_id);

-- name: AccountEraseHandoffs :exec
DELETE FROM handoff_codes WHERE customer_id = sqlc.arg(customer_id);

-- name: AccountEraseChallenges :exec
DELETE FROM login_challenges WHERE mobile = sqlc.arg(mobile);

-- name: AccountChatsEnd :exec
UPDATE chat_sessions SET active = FALSE, updated_at = sqlc.arg(updated_at) WHERE customer_id = sqlc.arg(customer_id) AND active;

-- name: AccountCustomerByReferralCode :one
SELECT * FROM customers WHERE referral_code = sqlc.arg(referral_code) AND referral_code <> '';

-- Whether the customer has still to say who they are (KYC).
-- name: AccountKYCSet :exec
UPDATE customers SET kyc_pending = sqlc.arg(kyc_pending), verification_status = sqlc.arg(verification_status) WHERE id = sqlc.arg(id);

-- name: AccountNameSet :exec
UPDATE customers SET full_name = sqlc.arg(full_name) WHERE id = sqlc.arg(id);

-- What a customer is given of their own data (export.Part): the columns that are named, a page at a time where rows come by and by.
-- name: AccountExportCustomers :many
SELECT id, full_name, email, mobile, created_at, verification_status, kyc_pending, is_b2b, gstin, gstin_state,
    city_slug, auto_debit_required, credit_history, referral_code, language, language_chosen FROM customers
WHERE id = $1 ORDER BY id;

-- name: AccountExportConsents :many
SELECT id, purpose, text_version, language, given_at, withdrawn_at FROM consents
WHERE customer_id = sqlc.arg(customer_id) AND id > sqlc.arg(after_id) ORDER BY id LIMIT 200;

-- name: AccountExportDeletionRequests :many
SELECT state, reasons, requested_at, erase_at FROM deletion_requests
WHERE customer_id = $1 ORDER BY customer_id;

-- name: AccountExportSessions :many
SELECT actor, device, network, created_at, seen_at, idle_until, expires_at, displaced_at FROM sessions
WHERE customer_id = $1 ORDER BY created_at;

-- name: AccountExportDevices :many
SELECT platform, contact_permission, updated_at FROM devices
WHERE customer_id = $1 ORDER BY device_token;

-- name: AccountExportSignInNetworks :many
SELECT network, signed_in_at FROM sign_in_networks
WHERE customer_id = $1 ORDER BY network;

-- name: AccountExportChatSessions :many
SELECT active, updated_at FROM chat_sessions
WHERE customer_id = $1 ORDER BY unique_user_session_id;

-- name: AccountExportTrackedEvents :many
SELECT id, name, platform, properties, at FROM tracked_events
WHERE customer_id = sqlc.arg(customer_id) AND id > sqlc.arg(after_id) ORDER BY id LIMIT 200;
