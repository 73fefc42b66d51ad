-- Runs with: 0035
-- Removable later: nothing.
--
-- Identity providers that manage people by SCIM 2.0 (decision 0111), each with one token. Older releases know no such people:
-- they see ordinary accounts.

create table scim_connections (
  deployment_id bigint not null references deployments,
  connection_id bigint generated always as identity,
  name text not null,
  name_key text collate "C" not null,
  token_hash bytea not null,
  token_created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  -- Null: the command line.
  created_by bigint,
  created_at timestamptz(3) not null,
  -- New people get an invitation by email.
  invites boolean not null,
  -- The connection also sees people and groups that no connection manages, and takes them over with its first change.
  manages_existing boolean not null,
  -- Null: requests are accepted.
  paused_at timestamptz(3),
  primary key (deployment_id, connection_id)
);
-- Authentication of a request.
create unique index scim_connections_token on scim_connections (token_hash);
create unique index scim_connections_name on scim_connections (deployment_id, name_key);

-- People whom a connection manages. The row of the account has the address, the name and whether it is deactivated.
create table scim_users (
  deployment_id bigint not null,
  user_id bigint not null,
  connection_id bigint not null,
  external_id text collate "C",
  given_name text,
  family_name text,
  emails jsonb,
  -- The connection deleted the person: the account is deactivated, and the connection finds it by its address only.
  removed_at timestamptz(3),
  primary key (deployment_id, user_id),
  foreign key (deployment_id, user_id) references users on delete cascade,
  foreign key (deployment_id, connection_id) references scim_connections on delete cascade
);
-- Filters by externalId, and the people of a connection.
create index scim_users_connection on scim_users (deployment_id, connection_id, external_id);

-- Groups that a connection manages, which the app does not change.
create table scim_groups (
  deployment_id bigint not null,
  group_id bigint not null,
  connection_id bigint not null,
  external_id text collate "C",
  primary key (deployment_id, group_id),
  foreign key (deployment_id, group_id) references groups on delete cascade,
  foreign key (deployment_id, connection_id) references scim_connections on delete cascade
);
-- Filters by externalId, and the groups of a connection.
create index scim_groups_connection on scim_groups (deployment_id, connection_id, external_id);
