-- Answers to requests with an Idempotency-Key, which are repeated for 24 hours (decision 0061). The person may be deleted
-- meanwhile, whose row must not be waited for: so there is no foreign key.
create table kept_answers (
  deployment_id bigint not null,
  user_id bigint not null,
  -- SHA-256 of method, path and key.
  request_hash bytea not null,
  -- Keyed hash of what was sent, which may hold a password.
  fingerprint bytea not null,
  status smallint not null,
  headers jsonb not null,
  -- Encrypted, because it may hold a link. Null: it holds a secret that is shown once.
  body bytea,
  created_at timestamptz(3) not null,
  primary key (deployment_id, user_id, request_hash)
);
-- Which answers are older than a day.
create index kept_answers_created on kept_answers (created_at);
