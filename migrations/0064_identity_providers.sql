-- Runs with: 0035
-- Removable later: nothing.
--
-- Identity providers by which the people of a deployment sign in (OpenID Connect).
create table identity_providers (
  deployment_id bigint not null references deployments,
  provider_id bigint generated always as identity,
  name text not null,
  issuer text not null,
  client_id text not null,
  -- Encrypted with a key of the row; null: a public client.
  client_secret bytea,
  scopes text[] not null,
  -- In lower case. People with verified addresses in them can get accounts.
  allowed_domains text[] not null,
  creates_users boolean not null,
  links_by_email boolean not null,
  -- Addresses in allowed_domains count as verified if the provider does not say otherwise.
  trusts_emails boolean not null,
  groups_claim text,
  site_admin_claim text,
  site_admin_value text,
  requires_second_factor boolean not null,
  is_enabled boolean not null,
  created_at timestamptz(3) not null,
  -- Counts changes, so that processes notice them.
  version integer not null default 1,
  primary key (deployment_id, provider_id),
  check ((site_admin_claim is null) = (site_admin_value is null))
);
-- The provider of a sign-in address, which names no deployment.
create unique index identity_providers_id on identity_providers (provider_id);

-- Members of these groups are managed by the provider, by the values of its claim.
create table identity_provider_groups (
  deployment_id bigint not null,
  provider_id bigint not null,
  claim_value text not null,
  group_id bigint not null,
  primary key (deployment_id, provider_id, claim_value, group_id),
  foreign key (deployment_id, provider_id) references identity_providers on delete cascade,
  foreign key (deployment_id, group_id) references groups on delete cascade
);
-- Which providers manage this group: asked when it is deleted.
create index identity_provider_groups_group on identity_provider_groups (deployment_id, group_id);

-- The accounts of people at providers.
create table identities (
  deployment_id bigint not null,
  identity_id bigint generated always as identity,
  provider_id bigint not null,
  issuer text not null,
  subject text not null,
  user_id bigint not null,
  -- As the provider named it last, to tell identities apart.
  email text,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  primary key (deployment_id, identity_id),
  foreign key (deployment_id, provider_id) references identity_providers on delete cascade,
  foreign key (deployment_id, user_id) references users on delete cascade
);
-- Whose identity is this: asked at each sign-in. An identity belongs to one person.
create unique index identities_subject on identities (deployment_id, provider_id, issuer, subject);
-- A person has one identity at a provider, so that an address that is given to somebody else leads to no old account.
create unique index identities_user on identities (deployment_id, user_id, provider_id);

-- Sign-ins that are in progress at a provider: used once, within ten minutes, by the browser that began.
create table provider_sign_ins (
  deployment_id bigint not null,
  sign_in_id bigint generated always as identity,
  provider_id bigint not null,
  state_hash bytea not null,
  browser_hash bytea not null,
  purpose text not null check (purpose in ('signIn', 'link', 'test')),
  -- The signed-in person of a link or test, and their session.
  user_id bigint,
  session_id bigint,
  return_to text not null,
  created_at timestamptz(3) not null,
  used_at timestamptz(3),
  -- Of a test: how it ended, and the claims.
  failure text,
  claims jsonb,
  primary key (deployment_id, sign_in_id),
  foreign key (deployment_id, provider_id) references identity_providers on delete cascade,
  foreign key (deployment_id, user_id) references users on delete cascade
);
-- Which sign-in is this: asked when the browser comes back.
create unique index provider_sign_ins_state on provider_sign_ins (state_hash);

-- The provider that opened the session, and its name for the session there.
alter table sessions add column provider_id bigint;
alter table sessions add column provider_session text;
-- Sessions that the provider ends.
create index sessions_provider on sessions (deployment_id, provider_id, provider_session) where provider_id is not null;
