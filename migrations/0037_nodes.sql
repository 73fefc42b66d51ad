-- Runs with: 0035
-- Removable later: nothing.
--
-- For carrel doctor, the heartbeat of a worker says which node it belongs to.
alter table worker_heartbeats
  add column started_at timestamptz(3),
  add column host text,
  add column version text,
  add column connections integer,
  add column key_check bytea,
  -- The machine's clock minus the database's.
  add column clock_skew_ms double precision;

-- The newest migration that a release must have to run on this schema. A migration that takes something away raises it.
alter table instance add column oldest_release text not null default '0035_active_uploads';
