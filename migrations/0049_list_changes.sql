-- Runs with: 0035
-- Removable later: nothing.
--
-- Changes of the folders in a library or folder, so that open lists are updated (decision 0095). They are counted like those of
-- documents: triggers add to the log, and a job adds the log up.

-- Grows with every change of the folders in the root of the library.
alter table libraries add column changes bigint not null default 0;
-- Set, with a null folder_id, for a change in the root of a library.
alter table count_changes add column library_id bigint;
-- Finds the changes of a library that are still in the log. Uploads write no such rows.
create index count_changes_library on count_changes (deployment_id, library_id) where library_id is not null;

create function log_added_folders() returns trigger language plpgsql as $$
begin
  insert into count_changes (deployment_id, folder_id, library_id, listed, stored, bytes)
  select distinct deployment_id, parent_id, case when parent_id is null then library_id end, 0, 0, 0 from added;
  return null;
end $$;
create trigger folders_added after insert on folders referencing new table as added
  for each statement execute function log_added_folders();

-- Moving a tree changes the paths of all folders in it, but only the lists that lose or get its top. Lists have no folders
-- with a trash mark.
create function log_changed_folders() returns trigger language plpgsql as $$
begin
  insert into count_changes (deployment_id, folder_id, library_id, listed, stored, bytes)
  with changed as (
    select r as before, a as after from removed r join added a using (deployment_id, folder_id)
    where (a.name, a.parent_id, a.trashed_at) is distinct from (r.name, r.parent_id, r.trashed_at)
      or (a.parent_id is null and a.library_id <> r.library_id)
  ), listed as (
    select (before).* from changed where (before).trashed_at is null
    union all
    select (after).* from changed where (after).trashed_at is null
  )
  select distinct deployment_id, parent_id, case when parent_id is null then library_id end, 0, 0, 0 from listed;
  return null;
end $$;
create trigger folders_changed after update on folders referencing old table as removed new table as added
  for each statement execute function log_changed_folders();

create or replace function recount_documents() returns void language plpgsql as $$
declare
  v_changes bigint;
begin
  lock table documents, blobs in share row exclusive mode;
  select coalesce((select max(changes) from folder_counts), 0) + (select count(*) from count_changes) + 1 into v_changes;
  delete from count_changes;
  update libraries set changes = changes + v_changes;
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
