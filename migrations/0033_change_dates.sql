-- When a row last changed in what its GET shows, or its permissions did: Last-Modified, and what If-Unmodified-Since is
-- compared with. Null: not since it was made; a document's revisions have their own date.
alter table documents add column changed_at timestamptz(3);
alter table folders add column changed_at timestamptz(3);
alter table libraries add column changed_at timestamptz(3);
alter table shares add column changed_at timestamptz(3);
