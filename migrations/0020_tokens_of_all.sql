-- The API tokens of a deployment that were not revoked, newest first.
create index tokens_live on tokens (deployment_id, token_id desc) where revoked_at is null;
