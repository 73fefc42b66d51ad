-- How often a link was opened, and when last, for who made it. Counted here and not among the activity, so that a list of
-- links costs the same whatever has happened.

-- By people whom nothing names.
alter table shares add column open_count integer not null default 0, add column last_opened_at timestamptz(3);
-- By a link of their own.
alter table share_recipients add column open_count integer not null default 0, add column last_opened_at timestamptz(3);

-- A person's links, newest first; also: a deleted user's shares are revoked.
create index shares_own on shares (deployment_id, created_by, share_id desc) where revoked_at is null;
drop index shares_creator;
