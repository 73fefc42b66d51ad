-- Runs with: 0035
-- Removable later: nothing.
--
-- How the person of a session proved who they are, and when they did so last. The previous release knows passwords alone.
alter table sessions add column methods text[] not null default '{password}';
-- Null: at sign-in.
alter table sessions add column authenticated_at timestamptz(3);
