-- Runs with: 0035
-- Removable later: nothing.
--
-- How an identity provider works, for site admins (decision 0114). No columns of identity_providers: all sign-ins lock its row in
-- share mode, and would wait for each other if they changed it.
create table identity_provider_states (
  deployment_id bigint not null,
  provider_id bigint not null,
  -- To the minute.
  last_sign_in_at timestamptz(3),
  last_failure text,
  last_failure_at timestamptz(3),
  -- The last completed test with the current client id, secret and scopes.
  tested_at timestamptz(3),
  primary key (deployment_id, provider_id),
  foreign key (deployment_id, provider_id) references identity_providers on delete cascade
);

-- People who sign in with a provider only confirm there that it is them.
alter table provider_sign_ins drop constraint provider_sign_ins_purpose_check;
alter table provider_sign_ins add constraint provider_sign_ins_purpose_check
  check (purpose in ('signIn', 'link', 'test', 'confirm'));
