-- What the overview of a deployment counts.

-- How many rows the activity log has of each day (UTC) that is over: it never changes, and is counted once by a job.
create table activity_days (
  deployment_id bigint not null references deployments,
  day date not null,
  events bigint not null,
  primary key (deployment_id, day)
);

-- How much happened today? Rows come in the order of time, so this is small and costs who writes them next to nothing.
create index activity_time on activity using brin (occurred_at) with (pages_per_range = 32, autosummarize = on);
-- How many failed sign-ins were there this week?
create index activity_failed_sign_ins on activity (deployment_id, occurred_at)
  where activity_type = 'InvalidUserOrPassword';
-- Which mails were given up, newest first?
create index mails_failed on mails (deployment_id, mail_id desc) where state = 'failed';
