-- Runs with: 0035
-- Removable later: nothing.
--
-- Passkeys (WebAuthn, decision 0112). The previous release signs in without them.

-- What authenticators keep for a person instead of an address: random, and the same for all passkeys of the person, so
-- that an authenticator replaces a passkey instead of adding a second one.
create table passkey_owners (
  deployment_id bigint not null,
  user_id bigint not null,
  handle bytea not null,
  primary key (deployment_id, user_id),
  foreign key (deployment_id, user_id) references users on delete cascade
);

create table passkeys (
  deployment_id bigint not null,
  passkey_id bigint generated always as identity,
  user_id bigint not null,
  name text not null,
  -- The host that it belongs to: browsers use it on no other.
  rp_id text not null,
  -- Chosen by the authenticator.
  credential_id bytea not null,
  public_key bytea not null,
  -- Of signatures; 0 for authenticators that do not count.
  counter bigint not null,
  transports text[] not null,
  -- Whether a password manager can copy it to other devices, and whether it has done so.
  is_backup_eligible boolean not null,
  is_backed_up boolean not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  primary key (deployment_id, passkey_id),
  foreign key (deployment_id, user_id) references users on delete cascade
);
-- Whose passkey signs in: the request names nobody. Also refuses a credential for a second account.
create unique index passkeys_credential on passkeys (credential_id);
-- The passkeys of a person.
create index passkeys_user on passkeys (deployment_id, user_id);

-- Challenges that were used, until they expire. Unused ones are not stored: the service recognizes its own.
create table used_passkey_challenges (
  challenge_hash bytea primary key,
  used_at timestamptz(3) not null
);
-- Those that have expired.
create index used_passkey_challenges_used on used_passkey_challenges (used_at);
