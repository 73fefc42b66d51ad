-- Staged uploads: content that arrives piece by piece and becomes a document or a revision at the end.
--
-- The row is the truth about an upload: size is what was acknowledged, growth what the blob store needs to go on. The
-- bytes lie under storage_key from the first piece on, and stay there when the upload is finalized; the sweeper spares
-- the keys of this table.
create table staged_uploads (
  deployment_id bigint not null references deployments,
  upload_id bigint generated always as identity,
  identifier uuid not null,
  user_id bigint not null,
  -- For a new document in a folder, or a new revision of a document.
  folder_id bigint,
  document_id bigint,
  file_name text not null,
  -- What the client promised (tus), if it did.
  length bigint,
  size bigint not null default 0,
  storage_key text collate "C" not null,
  growth jsonb,
  -- Once sealed, nothing is appended and the sums are known.
  sealed_at timestamptz(3),
  sha256 bytea,
  crc32 bigint,
  -- Once finalized, the bytes belong to a content and the same answer is given again.
  finalized_at timestamptz(3),
  made_document_id bigint,
  made_revision_id bigint,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  primary key (deployment_id, upload_id),
  check (num_nonnulls(folder_id, document_id) = 1),
  check (num_nonnulls(sealed_at, sha256, crc32) in (0, 3)),
  check (finalized_at is null or (sealed_at is not null and num_nonnulls(made_document_id, made_revision_id) = 2))
);
-- Identifiers are random and unique in the instance.
create unique index staged_uploads_identifier on staged_uploads (identifier);
-- The orphan sweeper asks which keys are in use.
create unique index staged_uploads_storage_key on staged_uploads (storage_key);
-- How many has this person open.
create index staged_uploads_user on staged_uploads (deployment_id, user_id) where finalized_at is null;
-- What has expired.
create index staged_uploads_expiry on staged_uploads (expires_at);
