-- +goose Up
-- How far the verification of a customer's identity (KYC) is. Who has no row here has
-- not begun, or was verified before there were cases: customers.kyc_pending tells.
CREATE TABLE kyc_cases (
    customer_id BIGINT PRIMARY KEY NOT NULL REFERENCES customers (id),
    state TEXT NOT NULL CHECK (state IN ('in_progress', 'evaluating', 'approved', 'partial_offered', 'partially_approved', 'in_review', 'declined', 'cancelled')),
    profession_type BIGINT NOT NULL CHECK (profession_type IN (10, 20, 30, 40, 1337)), -- 1337 is none
    decision TEXT NOT NULL CHECK (decision IN ('', 'approved', 'partial', 'review', 'declined')), -- '' before the first evaluation
    score BIGINT NOT NULL CHECK (score BETWEEN 0 AND 100),
    reasons TEXT NOT NULL CHECK (length(reasons) <= 1000), -- words, with a blank between them
    evaluated_at BIGINT NOT NULL CHECK (evaluated_at >= 0), -- 0 before the first evaluation
    renamed_at BIGINT NOT NULL CHECK (renamed_at >= 0), -- the customer took the name of the PAN; 0 before
    former_name TEXT NOT NULL CHECK (length(former_name) <= 2000), -- before that; encrypted
    data_key TEXT NOT NULL CHECK (length(data_key) <= 500), -- encrypts all else of the case, itself encrypted; '' once it is destroyed
    created_at BIGINT NOT NULL CHECK (created_at >= 0),
    updated_at BIGINT NOT NULL CHECK (updated_at >= 0)
);
CREATE INDEX kyc_cases_in_review ON kyc_cases (evaluated_at, customer_id) WHERE state = 'in_review';
CREATE INDEX kyc_cases_of_key ON kyc_cases (data_key) WHERE data_key <> '';

-- The steps of a case.
CREATE TABLE kyc_steps (
    customer_id BIGINT NOT NULL,
    step TEXT NOT NULL CHECK (step IN ('panCard', 'govtDocDetails', 'profilePic', 'companyEmail', 'collegeName', 'gstDetails', 'bankDocDetails', 'parentGovtDocDetails')),
    state TEXT NOT NULL CHECK (state IN ('not_started', 'uploaded', 'processing', 'verified', 'needs_review', 'rejected', 'skipped')),
    attempt BIGINT NOT NULL CHECK (attempt >= 0), -- counts the tries; part of the provider's transaction
    refusals BIGINT NOT NULL CHECK (refusals >= 0), -- tries that were refused since the case was last begun
    reason TEXT NOT NULL CHECK (length(reason) <= 60), -- a word, '' without any
    number_hash TEXT NOT NULL CHECK (length(number_hash) IN (0, 64)), -- keyed hash of a verified PAN, which is one account's alone
    details TEXT NOT NULL CHECK (length(details) <= 40000), -- what is known; JSON, encrypted
    updated_at BIGINT NOT NULL CHECK (updated_at >= 0),
    PRIMARY KEY (customer_id, step),
    CONSTRAINT kyc_steps_case FOREIGN KEY (customer_id) REFERENCES kyc_cases (customer_id)
);
CREATE UNIQUE INDEX kyc_steps_number ON kyc_steps (number_hash) WHERE number_hash <> '';

-- The files of a case; their bytes are kept encrypted under blob_key.
CREATE TABLE kyc_documents (
    customer_id BIGINT NOT NULL,
    id BIGINT NOT NULL CHECK (id > 0),
    step TEXT NOT NULL CHECK (step IN ('panCard', 'govtDocDetails', 'profilePic', 'bankDocDetails', 'parentGovtDocDetails')),
    side TEXT NOT NULL CHECK (side IN ('front', 'back', 'whole', 'portrait')), -- portrait is from a locker, until the face is matched
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    media_type TEXT NOT NULL CHECK (media_type IN ('image/jpeg', 'image/png', 'application/pdf')),
    size_bytes BIGINT NOT NULL CHECK (size_bytes > 0), -- before the encryption
    blob_key TEXT NOT NULL CHECK (length(blob_key) BETWEEN 1 AND 200),
    created_at BIGINT NOT NULL CHECK (created_at >= 0),
    PRIMARY KEY (customer_id, id),
    CONSTRAINT kyc_documents_case FOREIGN KEY (customer_id) REFERENCES kyc_cases (customer_id)
);

-- The bank statements of a case that a provider reads.
CREATE TABLE kyc_statements (
    customer_id BIGINT NOT NULL,
    id BIGINT NOT NULL CHECK (id > 0), -- that of its document, if it came as a file
    entity_id TEXT NOT NULL CHECK (length(entity_id) BETWEEN 1 AND 200), -- the provider's session
    source TEXT NOT NULL CHECK (source IN ('pdf', 'netbanking')),
    state TEXT NOT NULL CHECK (state IN ('waiting', 'processing', 'done', 'failed')),
    attempt BIGINT NOT NULL CHECK (attempt > 0), -- of the step
    reason TEXT NOT NULL CHECK (length(reason) <= 60), -- why it failed, a word
    asked_at BIGINT NOT NULL CHECK (asked_at >= 0), -- when the provider was last asked; 0 before
    created_at BIGINT NOT NULL CHECK (created_at >= 0),
    PRIMARY KEY (customer_id, id),
    CONSTRAINT kyc_statements_case FOREIGN KEY (customer_id) REFERENCES kyc_cases (customer_id)
);

-- What changed in a case: who did it, from which state to which, and why.
CREATE TABLE kyc_transitions (
    customer_id BIGINT NOT NULL,
    id BIGINT NOT NULL CHECK (id > 0),
    subject TEXT NOT NULL CHECK (length(subject) BETWEEN 1 AND 40), -- a step, or case
    from_state TEXT NOT NULL CHECK (length(from_state) BETWEEN 1 AND 40),
    to_state TEXT NOT NULL CHECK (length(to_state) BETWEEN 1 AND 40),
    actor TEXT NOT NULL CHECK (length(actor) BETWEEN 1 AND 100),
    cause TEXT NOT NULL CHECK (length(cause) <= 400),
    created_at BIGINT NOT NULL CHECK (created_at >= 0),
    PRIMARY KEY (customer_id, id),
    CONSTRAINT kyc_transitions_case FOREIGN KEY (customer_id) REFERENCES kyc_cases (customer_id)
);

-- +goose Down
DROP TABLE kyc_transitions;
DROP TABLE kyc_statements;
DROP TABLE kyc_documents;
DROP TABLE kyc_steps;
DROP TABLE kyc_cases;
