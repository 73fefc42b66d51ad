-- Runs with: 0035
-- Removable later: nothing.
--
-- The queue of jobs gets a few texts at a time, so that the text of a new upload does not wait for those of all existing documents.
alter table wanted_texts add column queued_at timestamptz(3);
-- How often its job failed in all attempts: such texts come after all others.
alter table wanted_texts add column failures integer not null default 0;
drop index wanted_texts_order;
-- The newest that are not in the queue.
create index wanted_texts_waiting on wanted_texts (failures, wanted_id desc) where queued_at is null;
-- Those in the queue.
create index wanted_texts_queued on wanted_texts (queued_at) where queued_at is not null;
