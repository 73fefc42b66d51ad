-- Thumbnails: small pictures of contents, made once for each content, kind and size.
--
-- A row without a picture says that none could be made, so that a hostile file is not tried again and again.
create table thumbnails (
  deployment_id bigint not null,
  blob_id bigint not null,
  -- What the document's extension says its content is: the same bytes are drawn differently as .txt and as .csv.
  kind text collate "C" not null,
  -- Pixels on the long side, at most.
  size integer not null,
  is_annotated boolean not null,
  storage_key text collate "C",
  bytes bigint,
  sha256 bytea,
  -- The program whose absence made the picture impossible or simpler; it is made anew where the program is.
  missing_part text collate "C",
  attempts integer not null,
  -- Present if the failure may have been the machine's: from then on it is tried again.
  retry_at timestamptz(3),
  created_at timestamptz(3) not null,
  primary key (deployment_id, blob_id, kind, size, is_annotated),
  foreign key (deployment_id, blob_id) references blobs on delete cascade,
  check (num_nonnulls(storage_key, bytes, sha256) in (0, 3)),
  check (storage_key is null or retry_at is null)
);
-- The orphan sweeper asks which keys are in use.
create unique index thumbnails_storage_key on thumbnails (storage_key);
