-- Runs with: 0035
-- Removable later: nothing.
--
-- A deactivated user cannot sign in, but keeps everything else. The previous release ignores the column.

alter table users add column deactivated_at timestamp(3) with time zone;

-- Lists of deactivated accounts.
create index users_deactivated on users (deployment_id, name_key, user_id) where deleted_at is null and deactivated_at is not null;
