-- Runs with: 0035
-- Removable later: nothing.
--
-- How many documents a folder has, how many a deployment stores, and the bytes of its contents, without counting rows
-- (decision 0071). Triggers log each change, so that every release and every tool keeps the counts; nobody waits for
-- another, because the log only grows. A job adds the log to the counts. A reader adds what is still in the log.

create table folder_counts (
  deployment_id bigint not null,
  folder_id bigint not null,
  -- Outside the trash of the folder itself.
  documents bigint not null,
  -- Grows with every change of the list of documents, also when the number stays.
  changes bigint not null,
  primary key (deployment_id, folder_id),
  foreign key (deployment_id, folder_id) references folders on delete cascade
);

create table deployment_usage (
  deployment_id bigint primary key references deployments,
  -- With those in the trash, without those that are purged.
  documents bigint not null,
  bytes bigint not null
);

create table count_changes (
  deployment_id bigint not null,
  -- Null: a change of bytes.
  folder_id bigint,
  listed bigint not null,
  stored bigint not null,
  bytes bigint not null
);
create index count_changes_folder on count_changes (deployment_id, folder_id);
-- Rows stay for a minute.
alter table count_changes set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 1);

create function log_added_documents() returns trigger language plpgsql as $$
begin
  insert into count_changes (deployment_id, folder_id, listed, stored, bytes)
  select deployment_id, folder_id, count(*) filter (where trashed_at is null), count(*) filter (where purged_at is null), 0
  from added group by deployment_id, folder_id;
  return null;
end $$;
create trigger documents_added after insert on documents referencing new table as added
  for each statement execute function log_added_documents();

create function log_removed_documents() returns trigger language plpgsql as $$
begin
  insert into count_changes (deployment_id, folder_id, listed, stored, bytes)
  select deployment_id, folder_id, -count(*) filter (where trashed_at is null), -count(*) filter (where purged_at is null), 0
  from removed where purged_at is null group by deployment_id, folder_id;
  return null;
end $$;
create trigger documents_removed after delete on documents referencing old table as removed
  for each statement execute function log_removed_documents();

-- A change of name, date or size changes the order of the list.
create function log_changed_documents() returns trigger language plpgsql as $$
begin
  insert into count_changes (deployment_id, folder_id, listed, stored, bytes)
  select deployment_id, folder_id, sum(listed), sum(stored), 0
  from (
    select deployment_id, folder_id, (trashed_at is null)::integer as listed, (purged_at is null)::integer as stored from added
    union all
    select deployment_id, folder_id, -(trashed_at is null)::integer, -(purged_at is null)::integer from removed
  ) changed group by deployment_id, folder_id having bool_or(listed <> 0 or stored <> 0);
  return null;
end $$;
create trigger documents_changed after update on documents referencing old table as removed new table as added
  for each statement execute function log_changed_documents();

create function log_added_bytes() returns trigger language plpgsql as $$
begin
  insert into count_changes (deployment_id, folder_id, listed, stored, bytes)
  select deployment_id, null, 0, 0, sum(size) from added group by deployment_id;
  return null;
end $$;
create trigger blobs_added after insert on blobs referencing new table as added
  for each statement execute function log_added_bytes();

create function log_removed_bytes() returns trigger language plpgsql as $$
begin
  insert into count_changes (deployment_id, folder_id, listed, stored, bytes)
  select deployment_id, null, 0, 0, -sum(size) from removed group by deployment_id;
  return null;
end $$;
create trigger blobs_removed after delete on blobs referencing old table as removed
  for each statement execute function log_removed_bytes();

create function log_changed_bytes() returns trigger language plpgsql as $$
begin
  insert into count_changes (deployment_id, folder_id, listed, stored, bytes)
  select deployment_id, null, 0, 0, sum(size)
  from (select deployment_id, size from added union all select deployment_id, -size from removed) changed
  group by deployment_id having sum(size) <> 0;
  return null;
end $$;
create trigger blobs_changed after update on blobs referencing old table as removed new table as added
  for each statement execute function log_changed_bytes();

-- Counts everything again. Writers wait meanwhile.
create function recount_documents() returns void language plpgsql as $$
declare
  v_changes bigint;
begin
  lock table documents, blobs in share row exclusive mode;
  select coalesce((select max(changes) from folder_counts), 0) + (select count(*) from count_changes) + 1 into v_changes;
  delete from count_changes;
  update folder_counts set documents = 0, changes = v_changes;
  insert into folder_counts (deployment_id, folder_id, documents, changes)
  select deployment_id, folder_id, count(*), v_changes from documents where trashed_at is null group by deployment_id, folder_id
  on conflict (deployment_id, folder_id) do update set documents = excluded.documents;
  delete from deployment_usage;
  insert into deployment_usage (deployment_id, documents, bytes)
  select deployment_id,
    (select count(*) from documents d where d.deployment_id = p.deployment_id and d.purged_at is null),
    (select coalesce(sum(size), 0) from blobs b where b.deployment_id = p.deployment_id)
  from deployments p;
end $$;
select recount_documents();

-- A page in any order is a range of an index.
create index documents_by_name on documents (deployment_id, folder_id, name_key, document_id) where trashed_at is null;
create index documents_by_date on documents (deployment_id, folder_id, modified_at, document_id) where trashed_at is null;
create index documents_by_size on documents (deployment_id, folder_id, size, document_id) where trashed_at is null;
