-- Limits of what visitors bring by a link, over all its life. Null: the limit in the settings of the deployment.
alter table shares
  add column max_upload_bytes bigint check (max_upload_bytes > 0),
  add column max_upload_documents bigint check (max_upload_documents > 0),
  -- What was finished: bytes, and documents, revisions and folders. What is not finished is counted from staged_uploads.
  add column uploaded_bytes bigint not null default 0,
  add column uploaded_documents bigint not null default 0;

-- By what the unfinished uploads of visitors are counted: hashes of the recipient or browser, and of the address.
alter table staged_uploads add column visitor text, add column address text;
