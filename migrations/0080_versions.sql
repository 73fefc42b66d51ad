-- Runs with: 0035
-- Removable later: nothing.
--
-- For carrel upgrade --check: which version applied a migration, and which version started last. Null: an older version.
alter table migrations add column version text;
alter table instance add column version text;
