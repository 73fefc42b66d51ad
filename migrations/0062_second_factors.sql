-- Runs with: 0035
-- Removable later: nothing.
--
-- Second factors (decision 0108). The previous release signs in with the password alone.

-- The authenticator app of a person. The keys are encrypted with a key that is derived from the secret key of the service.
create table totp_keys (
  deployment_id bigint not null,
  user_id bigint not null,
  -- Null until a code has confirmed the first setup.
  sealed_key bytea,
  confirmed_at timestamptz(3),
  last_used_at timestamptz(3),
  -- The time step of the last accepted code: neither it nor an earlier one is accepted again.
  last_step bigint not null default 0,
  -- A key that waits for its first code, and when it was shown.
  setup_key bytea,
  setup_at timestamptz(3),
  primary key (deployment_id, user_id),
  foreign key (deployment_id, user_id) references users on delete cascade
);

-- The current set of recovery codes of each person, as keyed hashes.
create table recovery_codes (
  deployment_id bigint not null,
  user_id bigint not null,
  code_hash bytea not null,
  created_at timestamptz(3) not null,
  used_at timestamptz(3),
  primary key (deployment_id, user_id, code_hash),
  foreign key (deployment_id, user_id) references users on delete cascade
);

-- Sign-ins with a first proof that wait for the second.
create table pending_sign_ins (
  deployment_id bigint not null,
  pending_sign_in_id bigint generated always as identity,
  user_id bigint not null,
  secret_hash bytea not null,
  -- A hash of the stored password: a new password ends the sign-in.
  password_state bytea not null,
  methods text[] not null,
  -- The identity provider that gave the first proof, and its name for the session there.
  provider_id bigint,
  provider_session text,
  attempts integer not null default 0,
  created_at timestamptz(3) not null,
  primary key (deployment_id, pending_sign_in_id),
  foreign key (deployment_id, user_id) references users on delete cascade
);
create unique index pending_sign_ins_secret on pending_sign_ins (secret_hash);
create index pending_sign_ins_user on pending_sign_ins (deployment_id, user_id);
