-- Runs with: 0035
-- Removable later: nothing.
--
-- Processes claim a thumbnail before they render it, so that the background job and a request do not render the same one
-- at once. Losing the table in a crash of PostgreSQL costs a second rendering, so it needs no write-ahead log.

create unlogged table thumbnail_claims (
  deployment_id bigint not null,
  blob_id bigint not null,
  kind text collate "C" not null,
  size integer not null,
  is_annotated boolean not null,
  holder uuid not null,
  expires_at timestamptz not null,
  primary key (deployment_id, blob_id, kind, size, is_annotated)
);

comment on table thumbnail_claims is
  'Thumbnails that are being rendered. The holder renews its claim; others take it over once it has expired.';
