-- Runs with: 0035
-- Removable later: nothing.
--
-- Renditions of other forms than thumbnails are rows of the same table (decision 0096), so that purges, sweeps and checks
-- of stored bytes of both releases include them. Watermarks of links (decision 0097).

-- Of PDFs and counts: how many pages there are, and the sides of the first one. Of pages: where each ends in the bytes.
alter table thumbnails add column about jsonb;
-- The day on which pages were last read; null for other forms. Unread ones are deleted.
alter table thumbnails add column read_on date;
-- Which pages were not read for some weeks?
create index thumbnails_read_on on thumbnails (read_on) where read_on is not null;
comment on column thumbnails.kind is
  'The kind of the document by its extension. For other forms than thumbnails followed by the form: `word pdf`, `pdf count`, `pdf pages 6`.';

-- Whether pictures of pages carry the visitor's address and the time.
alter table shares add column watermark boolean not null default false;
