-- Runs with: 0035
-- Removable later: nothing.
--
-- Lists of accounts by state and role: few of many users are invited or site admins.

create index users_invited on users (deployment_id, name_key, user_id) where deleted_at is null and password_hash is null;
create index users_site_admins on users (deployment_id, name_key, user_id) where deleted_at is null and is_site_admin;
