-- Approval tasks: somebody is asked to look at a document and to decide until a day.
create table tasks (
  deployment_id bigint not null references deployments,
  task_id bigint generated always as identity,
  task_type text not null default 'Approval' check (task_type = 'Approval'),
  -- No foreign key: a task outlives its document. item_name is the document's name from the moment it was purged.
  document_id bigint not null,
  item_name text not null,
  -- What the task was made for; the document may have changed since.
  revision_number integer not null,
  sha256 bytea not null,
  instructions text not null,
  due_at timestamptz(3) not null,
  created_by bigint not null,
  created_at timestamptz(3) not null,
  -- A user, or the canonical address of somebody outside.
  assignee_id bigint,
  assignee_email text,
  -- Addresses that are told of every event.
  update_recipients text[] not null default '{}',
  -- An open task whose due date has passed counts as Expired, whether or not the worker has come by.
  status text not null default 'Open' check (status in ('Open', 'Completed', 'Cancelled', 'Expired')),
  result text check (result in ('Positive', 'Negative')),
  comment text,
  ended_at timestamptz(3),
  primary key (deployment_id, task_id),
  foreign key (deployment_id, created_by) references users,
  foreign key (deployment_id, assignee_id) references users,
  check (num_nonnulls(assignee_id, assignee_email) = 1),
  check ((status = 'Open') = (ended_at is null)),
  check ((status = 'Completed') = (result is not null)),
  check (comment is null or status = 'Completed')
);
-- What the worker ends.
create index tasks_due on tasks (due_at) where status = 'Open';
-- The tasks of a document: the latest gives it its status, a purge ends those that are open.
create index tasks_document on tasks (deployment_id, document_id, task_id desc);
-- My tasks; the reports.
create index tasks_creator on tasks (deployment_id, created_by, task_id desc);
create index tasks_assignee on tasks (deployment_id, assignee_id, task_id desc) where assignee_id is not null;
create index tasks_created on tasks (deployment_id, created_at);

-- Read that a task gives to its assignee; it goes with the task, and stands beside what the person was granted otherwise.
alter table permissions add column task_id bigint,
  add foreign key (deployment_id, task_id) references tasks on delete cascade;
drop index permissions_document;
create unique index permissions_document on permissions (deployment_id, document_id, principal, coalesce(task_id, 0))
  where document_id is not null;
create unique index permissions_task on permissions (deployment_id, task_id) where task_id is not null;

-- The link of an assignee from outside: a share with an access code and one recipient that nobody sees among the shares.
alter table shares add column task_id bigint,
  add foreign key (deployment_id, task_id) references tasks on delete cascade,
  add check (task_id is null or document_id is not null);
create unique index shares_task on shares (deployment_id, task_id) where task_id is not null;
