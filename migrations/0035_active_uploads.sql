-- When an unfinished upload last received bytes; null: it has received none since created_at. Uploads by a link reserve their
-- announced length only while they are active (decision 0057).
alter table staged_uploads add column active_at timestamp(3) with time zone;
