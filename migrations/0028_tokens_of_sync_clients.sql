-- Reads with such a token are recorded as syncs.
alter table tokens add column is_sync boolean not null default false;
