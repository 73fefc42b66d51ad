-- The links of a whole deployment, as its site admins look after them.

-- Those that are not withdrawn, newest first, among all that ever were.
create index shares_live on shares (deployment_id, share_id desc) where revoked_at is null and task_id is null;
-- Those that anybody who has the address can open, and those without an end.
create index shares_unprotected on shares (deployment_id, share_id desc)
  where revoked_at is null and task_id is null and password_hash is null and not access_code_required;
create index shares_endless on shares (deployment_id, share_id desc)
  where revoked_at is null and task_id is null and expires_at is null;
