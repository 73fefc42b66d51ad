-- Runs with: 0035
-- Removable later: nothing.
--
-- Changes of links and permissions, so that open lists show them at once (decision 0095): a list shows which of its items are shared,
-- and has those that the reader can see. They are counted like those of folders.

-- The lists that have the items, and those of the items themselves. A permission keeps its item.
create function log_changed_permissions() returns trigger language plpgsql as $$
begin
  insert into count_changes (deployment_id, folder_id, library_id, listed, stored, bytes)
  select deployment_id, folder_id, library_id, 0, 0, 0
  from (
    select deployment_id, parent_id as folder_id, case when parent_id is null then f.library_id end as library_id
    from changed c join folders f using (deployment_id, folder_id)
    union
    select deployment_id, folder_id, null from changed where folder_id is not null
    union
    select deployment_id, d.folder_id, null from changed c join documents d using (deployment_id, document_id)
    union
    select deployment_id, null, library_id from changed where library_id is not null
  ) lists;
  return null;
end $$;
create trigger permissions_added after insert on permissions referencing new table as changed
  for each statement execute function log_changed_permissions();
create trigger permissions_changed after update on permissions referencing new table as changed
  for each statement execute function log_changed_permissions();
create trigger permissions_removed after delete on permissions referencing old table as changed
  for each statement execute function log_changed_permissions();

-- For each row, because visitors change other columns all the time, which no list shows.
create function log_changed_share() returns trigger language plpgsql as $$
declare
  v_share shares;
begin
  v_share := case when tg_op = 'DELETE' then old else new end;
  insert into count_changes (deployment_id, folder_id, library_id, listed, stored, bytes)
  select deployment_id, parent_id, case when parent_id is null then library_id end, 0, 0, 0 from folders
  where deployment_id = v_share.deployment_id and folder_id = v_share.folder_id
  union all
  select deployment_id, folder_id, null, 0, 0, 0 from documents
  where deployment_id = v_share.deployment_id and document_id = v_share.document_id;
  return null;
end $$;
create trigger shares_listed after insert or delete or update of status, expires_at, revoked_at on shares
  for each row execute function log_changed_share();
