-- Carrel's foundation: deployments, people, rights, libraries, folders, documents, activity, mail.
--
-- Conventions
--   deployment_id is in every table that a tenant bounds and leads its keys: it is the partition key.
--   Times are timestamptz(3), written by the application from its clock; milliseconds are what the API shows.
--   *_key columns hold names folded for comparison by the application (NFC, full case folding), collation "C",
--   so that every PostgreSQL compares and orders them alike.
--   Rights are a bit set: 1 Read, 2 Write, 4 Delete, 8 Grant.
--   created_by and its like are no foreign keys: users and deployments are never deleted as rows, and the check would
--   lock the same row for every upload of a person.

create table instance (
  only_row boolean primary key default true check (only_row),
  instance_id uuid not null default gen_random_uuid(),
  blobs_swept_at timestamptz(3)
);
insert into instance default values;

create table deployments (
  deployment_id bigint generated always as identity primary key,
  name text not null,
  settings jsonb not null default '{}',
  logo bytea,
  created_at timestamptz(3) not null
);

-- People with a login. Deleting one keeps the row (others' work refers to it) and frees the address.
create table users (
  deployment_id bigint not null references deployments,
  user_id bigint generated always as identity,
  email text not null,
  email_key text collate "C" not null,
  name text not null,
  name_key text collate "C" not null,
  is_site_admin boolean not null default false,
  password_hash text,
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (deployment_id, user_id)
);
-- Addresses are unique in the instance: signing in names no deployment.
create unique index users_email on users (email_key);
-- The directory of a deployment, by name.
create index users_name on users (deployment_id, name_key, user_id) where deleted_at is null;

create table groups (
  deployment_id bigint not null references deployments,
  group_id bigint generated always as identity,
  name text not null,
  name_key text collate "C" not null,
  created_at timestamptz(3) not null,
  primary key (deployment_id, group_id)
);
create unique index groups_name on groups (deployment_id, name_key);

create table group_members (
  deployment_id bigint not null,
  group_id bigint not null,
  user_id bigint not null,
  primary key (deployment_id, group_id, user_id),
  foreign key (deployment_id, group_id) references groups on delete cascade,
  foreign key (deployment_id, user_id) references users on delete cascade
);
-- Which groups is this user in: asked by every check of rights.
create index group_members_user on group_members (deployment_id, user_id) include (group_id);

create table tokens (
  deployment_id bigint not null,
  token_id bigint generated always as identity,
  user_id bigint not null,
  name text not null,
  token_hash bytea not null,
  parent_token_id bigint,
  created_by bigint not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  primary key (deployment_id, token_id),
  foreign key (deployment_id, user_id) references users on delete cascade,
  foreign key (deployment_id, parent_token_id) references tokens
);
create unique index tokens_hash on tokens (token_hash);
create index tokens_user on tokens (deployment_id, user_id);
create index tokens_parent on tokens (deployment_id, parent_token_id) where parent_token_id is not null;

create table sessions (
  deployment_id bigint not null,
  session_id bigint generated always as identity,
  user_id bigint not null,
  session_hash bytea not null,
  user_agent text,
  address text,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  primary key (deployment_id, session_id),
  foreign key (deployment_id, user_id) references users on delete cascade
);
create unique index sessions_hash on sessions (session_hash);
create index sessions_user on sessions (deployment_id, user_id);

-- Invitations and password resets: mailed once, used once, stored as a hash.
create table one_time_links (
  deployment_id bigint not null,
  one_time_link_id bigint generated always as identity,
  user_id bigint not null,
  purpose text not null check (purpose in ('invitation', 'password_reset')),
  link_hash bytea not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  primary key (deployment_id, one_time_link_id),
  foreign key (deployment_id, user_id) references users on delete cascade
);
create unique index one_time_links_hash on one_time_links (link_hash);
create index one_time_links_user on one_time_links (deployment_id, user_id);

-- Counters behind every limit (requests a second, wrong passwords). They may be lost in a crash.
create unlogged table throttles (
  scope text not null,
  subject text not null,
  window_ends_at timestamptz(3) not null,
  hits integer not null,
  primary key (scope, subject)
);

create table libraries (
  deployment_id bigint not null references deployments,
  library_id bigint generated always as identity,
  name text not null,
  name_key text collate "C" not null,
  is_private boolean not null,
  owner_id bigint,
  created_by bigint,
  created_at timestamptz(3) not null,
  trashed_at timestamptz(3),
  trashed_by bigint,
  purged_at timestamptz(3),
  primary key (deployment_id, library_id),
  foreign key (deployment_id, owner_id) references users,
  check (is_private = (owner_id is not null)),
  check (purged_at is null or trashed_at is not null)
);
create unique index libraries_name on libraries (deployment_id, name_key) where not is_private and trashed_at is null;
create unique index libraries_owner on libraries (deployment_id, owner_id) where owner_id is not null;

-- path holds the ids of the folder's ancestors from the root of the library down to the folder itself.
-- "In the trash" is the mark of the folder itself or of anything on its path, so trashing a tree touches one row.
create table folders (
  deployment_id bigint not null,
  folder_id bigint generated always as identity,
  library_id bigint not null,
  parent_id bigint,
  path bigint[] not null,
  name text not null,
  name_key text collate "C" not null,
  created_by bigint,
  created_at timestamptz(3) not null,
  trashed_at timestamptz(3),
  trashed_by bigint,
  purged_at timestamptz(3),
  primary key (deployment_id, folder_id),
  foreign key (deployment_id, library_id) references libraries,
  foreign key (deployment_id, parent_id) references folders,
  check (path[cardinality(path)] = folder_id),
  check (purged_at is null or trashed_at is not null)
);
-- Names are unique among siblings; also serves the ordered listing of a folder's children.
create unique index folders_name on folders (deployment_id, library_id, parent_id, name_key) nulls not distinct
  where trashed_at is null;
-- Subtree questions: path @> array[id]. Folder ids are unique in the instance.
create index folders_path on folders using gin (path) with (fastupdate = off);
create index folders_parent on folders (deployment_id, parent_id);
-- Emptying a purged library takes trashed folders too.
create index folders_library on folders (deployment_id, library_id);

-- One row for each distinct content in a deployment; deduplication never crosses deployments.
create table blobs (
  deployment_id bigint not null,
  blob_id bigint generated always as identity,
  sha256 bytea not null,
  crc32 bigint not null,
  size bigint not null,
  storage_key text collate "C" not null,
  created_at timestamptz(3) not null,
  primary key (deployment_id, blob_id)
);
create unique index blobs_content on blobs (deployment_id, sha256);
-- The orphan sweeper asks which keys are in use.
create unique index blobs_storage_key on blobs (storage_key);

-- size, sha256, blob_id, current_revision_id and modified_at repeat the current revision, so a listing reads one table.
-- current_revision_id and blob_id are no foreign keys: they are written together with the revision that holds them, and
-- the checks would cost two indexes that nothing else needs.
create table documents (
  deployment_id bigint not null,
  document_id bigint generated always as identity,
  folder_id bigint not null,
  name text not null,
  name_key text collate "C" not null,
  current_revision_id bigint not null,
  blob_id bigint not null,
  size bigint not null,
  sha256 bytea not null,
  modified_at timestamptz(3) not null,
  created_by bigint,
  created_at timestamptz(3) not null,
  trashed_at timestamptz(3),
  trashed_by bigint,
  purged_at timestamptz(3),
  primary key (deployment_id, document_id),
  foreign key (deployment_id, folder_id) references folders,
  check (purged_at is null or trashed_at is not null)
);
-- Documents may share a name in a folder only if their contents differ; also serves the listing by name.
create unique index documents_name_and_content on documents (deployment_id, folder_id, name_key, sha256)
  where trashed_at is null;
-- Emptying a purged folder takes trashed documents too.
create index documents_folder on documents (deployment_id, folder_id);

create table revisions (
  deployment_id bigint not null,
  revision_id bigint generated always as identity,
  document_id bigint not null,
  revision_number integer not null,
  name text not null,
  blob_id bigint not null,
  size bigint not null,
  sha256 bytea not null,
  created_by bigint,
  created_at timestamptz(3) not null,
  primary key (deployment_id, revision_id),
  foreign key (deployment_id, document_id) references documents on delete cascade,
  foreign key (deployment_id, blob_id) references blobs
);
create unique index revisions_number on revisions (deployment_id, document_id, revision_number);
-- Purging asks whether any other revision uses a content.
create index revisions_blob on revisions (deployment_id, blob_id);
-- What is purged, waiting for the worker: the item is gone for everybody from the moment of its purge.
create index libraries_purged on libraries (purged_at) where purged_at is not null;
create index folders_purged on folders (purged_at) where purged_at is not null;
create index documents_purged on documents (purged_at) where purged_at is not null;

-- A user's or group's own entry on one object. principal is the user's id, or the group's id negated,
-- so that one array of principals finds a person's entries of both kinds in one index scan.
create table permissions (
  deployment_id bigint not null,
  permission_id bigint generated always as identity,
  library_id bigint,
  folder_id bigint,
  document_id bigint,
  user_id bigint,
  group_id bigint,
  principal bigint generated always as (coalesce(user_id, -group_id)) stored,
  allow smallint not null default 0 check (allow between 0 and 15),
  deny smallint not null default 0 check (deny between 0 and 15),
  expires_at timestamptz(3),
  granted_by bigint,
  created_at timestamptz(3) not null,
  primary key (deployment_id, permission_id),
  foreign key (deployment_id, library_id) references libraries on delete cascade,
  foreign key (deployment_id, folder_id) references folders on delete cascade,
  foreign key (deployment_id, document_id) references documents on delete cascade,
  foreign key (deployment_id, user_id) references users on delete cascade,
  foreign key (deployment_id, group_id) references groups on delete cascade,
  check (num_nonnulls(library_id, folder_id, document_id) = 1),
  check (num_nonnulls(user_id, group_id) = 1)
);
create unique index permissions_library on permissions (deployment_id, library_id, principal) where library_id is not null;
create unique index permissions_folder on permissions (deployment_id, folder_id, principal) where folder_id is not null;
create unique index permissions_document on permissions (deployment_id, document_id, principal) where document_id is not null;
-- What was granted to me directly or through a group.
create index permissions_principal on permissions (deployment_id, principal);

-- The user's id and the negated ids of the user's groups: what permissions.principal is matched with.
create function principals_of(p_deployment bigint, p_user bigint) returns bigint[]
  language sql stable parallel safe
  return array(
    select -m.group_id from group_members m where m.deployment_id = p_deployment and m.user_id = p_user
  ) || p_user;

-- The bits of what is granted, less what is denied. Write, Delete and Grant imply Read; a denied Read takes all.
create function rights_from(p_allow integer, p_deny integer) returns integer
  language sql immutable parallel safe
  return case
    when p_deny & 1 <> 0 then 0
    else (p_allow | case when p_allow & 14 <> 0 then 1 else 0 end) & ~p_deny
  end;

-- A person's effective rights on an object, the one rule of access:
-- granted on the object or on anything above it, and denied on none of them.
-- The owner of a personal library and site admins in corporate libraries have all rights; denies do not bind them.
-- p_path is empty for a library, p_document is null for a library or folder.
create function effective_rights(
  p_deployment bigint, p_user bigint, p_site_admin boolean, p_owner bigint,
  p_library bigint, p_path bigint[], p_document bigint, p_now timestamptz
) returns integer
  language plpgsql stable parallel safe as $$
declare
  v_principals bigint[];
  v_allow integer;
  v_deny integer;
begin
  if p_owner = p_user or (p_owner is null and p_site_admin) then
    return 15;
  end if;
  v_principals := principals_of(p_deployment, p_user);
  select coalesce(bit_or(e.allow), 0), coalesce(bit_or(e.deny), 0) into v_allow, v_deny from (
    select allow, deny from permissions
      where deployment_id = p_deployment and library_id = p_library and principal = any (v_principals)
        and (expires_at is null or expires_at > p_now)
    union all
    select allow, deny from permissions
      where deployment_id = p_deployment and folder_id = any (p_path) and principal = any (v_principals)
        and (expires_at is null or expires_at > p_now)
    union all
    select allow, deny from permissions
      where deployment_id = p_deployment and document_id = p_document and principal = any (v_principals)
        and (expires_at is null or expires_at > p_now)
  ) e;
  return rights_from(v_allow, v_deny);
end $$;

-- Append-only log of what happened, partitioned by month. Names are those of the moment.
-- user_id is null for the service itself and for people without a login; visitor_email names the latter if known.
create table activity (
  deployment_id bigint not null,
  activity_id bigint generated always as identity,
  occurred_at timestamptz(3) not null,
  activity_type text not null,
  user_id bigint,
  visitor_email text,
  library_id bigint,
  folder_id bigint,
  document_id bigint,
  content_name text not null,
  details jsonb,
  primary key (deployment_id, activity_id, occurred_at)
) partition by range (occurred_at);
create table activity_default partition of activity default;
create index activity_library on activity (deployment_id, library_id, occurred_at) where library_id is not null;
create index activity_document on activity (deployment_id, document_id, occurred_at) where document_id is not null;
create index activity_user on activity (deployment_id, user_id, occurred_at);

-- Writes the row of a read in one round trip, without waiting for the disk (synchronous_commit of its transaction only).
create function record_read(
  p_deployment bigint, p_at timestamptz, p_type text, p_user bigint, p_library bigint, p_folder bigint,
  p_document bigint, p_name text
) returns void
  language plpgsql as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  insert into activity (deployment_id, occurred_at, activity_type, user_id, library_id, folder_id, document_id, content_name)
  values (p_deployment, p_at, p_type, p_user, p_library, p_folder, p_document, p_name);
end $$;

-- Makes the partitions of the month of p_from and of the p_months after it. A month whose rows already lie in the
-- default partition (the worker was stopped) keeps them there: nothing is ever refused for want of a partition.
create function ensure_activity_partitions(p_from timestamptz, p_months integer) returns integer
  language plpgsql as $$
declare
  v_month timestamp;
  v_name text;
  v_made integer := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended('carrel:activity-partitions', 0));
  for i in 0..p_months loop
    v_month := date_trunc('month', p_from at time zone 'UTC') + make_interval(months => i);
    v_name := 'activity_' || to_char(v_month, 'YYYY_MM');
    if to_regclass(v_name) is null and not exists (
      select from activity_default
        where occurred_at >= v_month at time zone 'UTC' and occurred_at < (v_month + interval '1 month') at time zone 'UTC'
    ) then
      execute format('create table %I partition of activity for values from (%L) to (%L)',
        v_name, v_month at time zone 'UTC', (v_month + interval '1 month') at time zone 'UTC');
      v_made := v_made + 1;
    end if;
  end loop;
  return v_made;
end $$;
select ensure_activity_partitions(now(), 2);

-- Web notifications. message holds the contract's inline markup.
create table notifications (
  deployment_id bigint not null,
  notification_id bigint generated always as identity,
  user_id bigint not null,
  message text not null,
  created_at timestamptz(3) not null,
  read_at timestamptz(3),
  primary key (deployment_id, notification_id),
  foreign key (deployment_id, user_id) references users on delete cascade
);
create index notifications_user on notifications (deployment_id, user_id, notification_id desc);

-- The outbox of mails. Bodies hold one-time links, so they are dropped once the mail is sent.
create table mails (
  deployment_id bigint not null references deployments,
  mail_id bigint generated always as identity,
  message_id text not null,
  recipient text not null,
  subject text not null,
  text_body text,
  html_body text,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz(3) not null,
  sent_at timestamptz(3),
  primary key (deployment_id, mail_id)
);
create index mails_queued on mails (deployment_id, mail_id) where state = 'queued';

-- Which workers live. The queue would keep a killed worker's jobs locked for hours; the others free them by this.
create table worker_heartbeats (
  worker_id text primary key,
  beat_at timestamptz(3) not null
);
