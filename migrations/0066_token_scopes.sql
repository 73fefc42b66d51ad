-- Runs with: 0035
-- Removable later: nothing.
--
-- Scopes, end and rotation of API tokens (decision 0110). Tokens of the previous release have none: they can do everything
-- and do not expire. It refuses tokens with scopes or an end, because their text begins differently.
alter table tokens add column scopes text[];
alter table tokens add column expires_at timestamptz(3);
-- Network address of the last use.
alter table tokens add column last_address text;
-- A row with this column keeps the previous secret of a token that was rotated, until `expires_at`. Its `revoked_at` is
-- set and the token is its parent, so that lists and the previous release leave it out.
alter table tokens add column rotated_token_id bigint;
create index tokens_rotated on tokens (deployment_id, rotated_token_id) where rotated_token_id is not null;
create index tokens_expiry on tokens (expires_at) where expires_at is not null;
