-- Reports, and the seals of the activity log.

-- What a finished job has stored for its result. Not part of a backup: without its row a result is gone.
create table async_job_files (
  deployment_id bigint not null,
  job_id bigint not null,
  form text not null check (form in ('json', 'csv')),
  storage_key text collate "C" not null,
  size bigint not null,
  sha256 bytea not null,
  primary key (deployment_id, job_id, form),
  foreign key (deployment_id, job_id) references async_jobs on delete cascade
);
-- Which stored bytes are in use, and moving all of them.
create unique index async_job_files_storage_key on async_job_files (storage_key);

-- Reports read the log by time page by page, and very many rows may be of one moment: with the id in the index each page
-- begins where the last one ended.
drop index activity_library;
drop index activity_document;
drop index activity_user;
create index activity_library on activity (deployment_id, library_id, occurred_at, activity_id) where library_id is not null;
create index activity_document on activity (deployment_id, document_id, occurred_at, activity_id) where document_id is not null;
create index activity_user on activity (deployment_id, user_id, occurred_at, activity_id);

-- The tasks that ended in a time, for the task report.
create index tasks_ended on tasks (deployment_id, ended_at) where ended_at is not null;

-- A chain over the activity log of each deployment. A seal covers the rows after the one that its predecessor covers last,
-- up to through_id; it is an HMAC over them and its predecessor, with a key that is not in the database (decision 0037).
create table activity_seals (
  deployment_id bigint not null references deployments,
  seal_number bigint not null,
  through_id bigint not null,
  row_count bigint not null,
  seal bytea not null,
  sealed_at timestamptz(3) not null,
  primary key (deployment_id, seal_number)
);
