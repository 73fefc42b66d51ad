-- Runs with: 0035
-- Removable later: nothing.
--
-- The trash can be filtered by part of the name, as folders can.

create index documents_trash_words on documents using gin (deployment_id, name_key gin_trgm_ops)
  with (gin_pending_list_limit = 1024) where trashed_at is not null and purged_at is null;
create index folders_trash_words on folders using gin (deployment_id, name_key gin_trgm_ops)
  with (gin_pending_list_limit = 1024) where trashed_at is not null and purged_at is null;
