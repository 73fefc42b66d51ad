-- Which verifications of the activity log were there, newest first?
create index async_jobs_verifications on async_jobs (deployment_id, job_id desc) where kind = 'audit-verification';
