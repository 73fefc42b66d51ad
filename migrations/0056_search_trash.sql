-- Runs with: 0035
-- Removable later: nothing.
--
-- Items in the trash are not in the index of the search, so that they cannot fill the rows that a search reads (decision 0102).

-- The text search configuration of a document's words, beside `simple`: that of its text.
alter table document_search add column language text not null default 'simple';

-- Trees of folders to index again: all folders of a library, or a folder with those below it. They become rows of search_changes in the
-- background, so that trash and restores of a tree stay one cheap statement. A table of its own, because processes of the release before
-- would take a change that they do not know from the log.
create table search_trees (
  tree_id bigint generated always as identity primary key,
  deployment_id bigint not null,
  library_id bigint,
  folder_id bigint,
  check (num_nonnulls(library_id, folder_id) = 1)
);

-- Words of documents in the trash leave the index at once. The change is logged as well: an indexing that read the document before
-- may write its row afterwards.
create or replace function log_changed_for_search() returns trigger language plpgsql as $$
begin
  insert into search_changes (deployment_id, document_id)
  select a.deployment_id, a.document_id from added a join removed r using (deployment_id, document_id)
  where r.purged_at is null
    and (a.name, a.folder_id, a.blob_id, a.modified_at, a.trashed_at is null)
      is distinct from (r.name, r.folder_id, r.blob_id, r.modified_at, r.trashed_at is null);
  delete from document_search s using added a
  where (a.purged_at is not null or a.trashed_at is not null)
    and s.deployment_id = a.deployment_id and s.document_id = a.document_id;
  return null;
end $$;

create or replace function log_folders_for_search() returns trigger language plpgsql as $$
begin
  insert into search_changes (deployment_id, folder_id)
  select a.deployment_id, a.folder_id from added a join removed r using (deployment_id, folder_id)
  where (a.library_id, a.path, a.tag_epoch) is distinct from (r.library_id, r.path, r.tag_epoch);
  insert into search_trees (deployment_id, folder_id)
  select a.deployment_id, a.folder_id from added a join removed r using (deployment_id, folder_id)
  where (a.trashed_at is null) <> (r.trashed_at is null);
  return null;
end $$;

-- A library is moved to the trash or restored, or a personal library becomes a corporate one.
create or replace function log_libraries_for_search() returns trigger language plpgsql as $$
begin
  insert into search_trees (deployment_id, library_id)
  select a.deployment_id, a.library_id from added a join removed r using (deployment_id, library_id)
  where (a.owner_id, a.trashed_at is null) is distinct from (r.owner_id, r.trashed_at is null);
  return null;
end $$;

delete from document_search s using documents d
where d.deployment_id = s.deployment_id and d.document_id = s.document_id and d.trashed_at is not null;

-- Names are indexed in the language of their document's text, which each row now has. The index also forgets trees in the trash.
delete from search_changes where is_backfill;
insert into search_changes (is_backfill, deployment_id, document_id)
select true, deployment_id, document_id from documents where trashed_at is null order by document_id;
