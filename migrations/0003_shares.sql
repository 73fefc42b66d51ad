-- Shares: links by which people without an account reach a folder or a document.
--
-- The reference in a link is not stored: it is derived from the secret key of the service and the share's own salt, so
-- that it can be shown again, and it is found by its hash. Whoever gets hold of the database alone can open no link.
create table shares (
  deployment_id bigint not null,
  share_id bigint generated always as identity,
  folder_id bigint,
  document_id bigint,
  share_type text not null default 'Content' check (share_type in ('Content', 'Template')),
  status text not null default 'Active' check (status in ('Active', 'Pending')),
  reference_salt bytea not null,
  reference_hash bytea not null,
  allow_view boolean not null,
  allow_download boolean not null,
  -- Of a folder: to add documents. Of a document: to revise it.
  allow_upload boolean not null default false,
  allow_edit boolean not null default false,
  access_code_required boolean not null default false,
  password_hash text,
  expires_at timestamptz(3),
  created_by bigint not null,
  created_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  revoked_by bigint,
  primary key (deployment_id, share_id),
  foreign key (deployment_id, folder_id) references folders on delete cascade,
  foreign key (deployment_id, document_id) references documents on delete cascade,
  check (num_nonnulls(folder_id, document_id) = 1),
  check (not allow_upload or folder_id is not null),
  check (not allow_edit or document_id is not null),
  check (not (access_code_required and password_hash is not null))
);
-- Opening a link: the reference alone tells which share it is.
create unique index shares_reference on shares (reference_hash);
-- The shares of an item; also serves the cascades.
create index shares_folder on shares (deployment_id, folder_id, share_id) where folder_id is not null;
create index shares_document on shares (deployment_id, document_id, share_id) where document_id is not null;
-- A deleted user's shares are revoked.
create index shares_creator on shares (deployment_id, created_by) where revoked_at is null;

-- Tells a start with another secret key, under which every link would be dead.
alter table instance add secret_key_check bytea;
