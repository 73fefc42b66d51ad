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
