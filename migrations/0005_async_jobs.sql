-- Lists of the trash, and jobs whose result is fetched later.

-- What somebody has deleted, newest first.
create index documents_trash_of_user on documents (deployment_id, trashed_by, trashed_at desc, document_id desc)
  where trashed_at is not null and purged_at is null;
create index folders_trash_of_user on folders (deployment_id, trashed_by, trashed_at desc, folder_id desc)
  where trashed_at is not null and purged_at is null;
-- What was deleted in a deployment, newest first. Libraries are few.
create index documents_trash on documents (deployment_id, trashed_at desc, document_id desc)
  where trashed_at is not null and purged_at is null;
create index folders_trash on folders (deployment_id, trashed_at desc, folder_id desc)
  where trashed_at is not null and purged_at is null;

-- A job is processing until it is complete, failed or cancelled. It is gone (410) from `expires_at` on, which is set when
-- it ends and brought forward when its result was fetched or it is deleted. The row stays: ids are never used twice, and
-- what is gone is told from what never was.
create table async_jobs (
  deployment_id bigint not null,
  job_id bigint generated always as identity,
  kind text not null,
  created_by bigint not null,
  created_at timestamptz(3) not null,
  parameters jsonb not null,
  state text not null default 'processing' check (state in ('processing', 'complete', 'failed', 'cancelled')),
  -- How far the work has come; committed together with what it has done.
  progress jsonb,
  -- Attempts that ended in an error; those of killed workers are not among them.
  failures integer not null default 0,
  -- One line for people, of a failed job.
  error text,
  result jsonb,
  finished_at timestamptz(3),
  retrieved_at timestamptz(3),
  expires_at timestamptz(3),
  primary key (deployment_id, job_id),
  foreign key (deployment_id, created_by) references users,
  check ((state = 'processing') = (finished_at is null)),
  check ((finished_at is null) = (expires_at is null)),
  check ((error is not null) = (state = 'failed')),
  check ((retrieved_at is null) or (state = 'complete'))
);
-- A person's jobs, newest first.
create index async_jobs_creator on async_jobs (deployment_id, created_by, job_id desc);
-- The hourly clearing: results that are gone, and jobs that came to no end.
create index async_jobs_results on async_jobs (expires_at) where result is not null;
create index async_jobs_processing on async_jobs (created_at) where state = 'processing';
