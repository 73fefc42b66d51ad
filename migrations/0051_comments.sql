-- Runs with: 0035
-- Removable later: nothing.
--
-- Comments on documents, in threads of one level (docs/api/comments.md, decision 0098).

create table comments (
  deployment_id bigint not null references deployments (deployment_id),
  comment_id bigint generated always as identity,
  document_id bigint not null,
  -- The first comment of the thread; for that one, its own id.
  thread_id bigint not null,
  -- The content that it is about. Not a foreign key: revisions are deleted with their document only.
  revision_id bigint,
  -- From 1; null: the whole document.
  page integer check (page between 1 and 100000),
  -- Left, top, width and height as fractions of the page; null: the whole page.
  region double precision[] check (cardinality(region) = 4),
  -- Empty if it was deleted while the thread has replies.
  text text not null,
  -- Exactly one of the three: a user, the proved address of a visitor, or the name that a visitor typed.
  author_id bigint,
  author_email text,
  author_name text,
  -- Of the visitor who wrote it, who can delete it (visits.access.ts).
  visitor_key text,
  mentioned_ids bigint[] not null default '{}',
  -- The task whose decision it comments on. It does not change then.
  task_id bigint,
  -- The comment of a decision, also after its task was deleted. Visitors see none of these threads.
  is_decision boolean not null default false,
  created_at timestamptz(3) not null,
  changed_at timestamptz(3),
  -- Of the first comment of a thread.
  resolved_at timestamptz(3),
  -- Null with resolved_at: a decision from before comments were kept.
  resolved_by bigint,
  deleted_at timestamptz(3),
  primary key (deployment_id, document_id, comment_id),
  foreign key (deployment_id, document_id) references documents (deployment_id, document_id) on delete cascade,
  foreign key (deployment_id, document_id, thread_id) references comments (deployment_id, document_id, comment_id),
  foreign key (deployment_id, author_id) references users (deployment_id, user_id),
  foreign key (deployment_id, resolved_by) references users (deployment_id, user_id),
  foreign key (deployment_id, task_id) references tasks (deployment_id, task_id) on delete set null (task_id),
  check (num_nonnulls(author_id, author_email, author_name) = 1),
  check (region is null or page is not null),
  check (thread_id = comment_id or (page is null and resolved_at is null))
);
-- The list of a document: thread by thread, each by time. Also for the foreign key of threads.
create index comments_thread on comments (deployment_id, document_id, thread_id, comment_id);
-- The threads of a document that are open, or resolved.
create index comments_state on comments (deployment_id, document_id, (resolved_at is not null), comment_id)
  where thread_id = comment_id;
-- The comment of a task, for its deletion.
create unique index comments_task on comments (deployment_id, task_id) where task_id is not null;
-- Which threads of a document do visitors not see?
create index comments_decisions on comments (deployment_id, document_id, comment_id) where is_decision;

-- Numbers of a document with comments. Each writer locks the row, so that two writers see each other's comments.
create table comment_counts (
  deployment_id bigint not null,
  document_id bigint not null,
  -- Without deleted ones.
  comments integer not null default 0,
  open_threads integer not null default 0,
  -- Grows with every change of a comment, so that open panes are updated (decision 0095).
  changes bigint not null default 0,
  primary key (deployment_id, document_id),
  foreign key (deployment_id, document_id) references documents (deployment_id, document_id) on delete cascade
);

-- Once for each statement, because a purge deletes thousands of comments, and the row of counts with them.
create function count_added_comments() returns trigger language plpgsql as $$
begin
  insert into comment_counts as c (deployment_id, document_id, comments, open_threads, changes)
  select deployment_id, document_id, count(*), count(*) filter (where thread_id = comment_id and resolved_at is null), 1
  from added group by deployment_id, document_id
  on conflict (deployment_id, document_id) do update set comments = c.comments + excluded.comments,
    open_threads = c.open_threads + excluded.open_threads, changes = c.changes + 1;
  return null;
end $$;
create trigger comments_added after insert on comments referencing new table as added
  for each statement execute function count_added_comments();

create function count_changed_comments() returns trigger language plpgsql as $$
begin
  update comment_counts c set comments = c.comments + x.comments, open_threads = c.open_threads + x.open_threads, changes = c.changes + 1
  from (
    select deployment_id, document_id, sum(sign) filter (where deleted_at is null) as comments,
      sum(sign) filter (where thread_id = comment_id and resolved_at is null) as open_threads
    from (select *, 1 as sign from added union all select *, -1 from removed) changed
    group by deployment_id, document_id
  ) sums, lateral (select coalesce(sums.comments, 0) as comments, coalesce(sums.open_threads, 0) as open_threads) x
  where c.deployment_id = sums.deployment_id and c.document_id = sums.document_id;
  return null;
end $$;
create trigger comments_changed after update on comments referencing old table as removed new table as added
  for each statement execute function count_changed_comments();

create function count_removed_comments() returns trigger language plpgsql as $$
begin
  update comment_counts c set comments = c.comments - x.comments, open_threads = c.open_threads - x.open_threads, changes = c.changes + 1
  from (
    select deployment_id, document_id, count(*) filter (where deleted_at is null) as comments,
      count(*) filter (where thread_id = comment_id and resolved_at is null) as open_threads
    from removed group by deployment_id, document_id
  ) x
  where c.deployment_id = x.deployment_id and c.document_id = x.document_id;
  return null;
end $$;
create trigger comments_removed after delete on comments referencing old table as removed
  for each statement execute function count_removed_comments();

-- The comment of a decision is a comment on the document. Written here, so that the previous release writes it too.
create function add_decision_comment() returns trigger language plpgsql as $$
begin
  insert into comments (deployment_id, comment_id, document_id, thread_id, revision_id, text, author_id, author_email, task_id, is_decision, created_at)
  overriding system value
  select new.deployment_id, fresh.id, d.document_id, fresh.id, new.decided_revision_id, new.comment, new.assignee_id,
    new.assignee_email, new.task_id, true, new.ended_at
  from (select nextval(pg_get_serial_sequence('comments', 'comment_id')) as id) fresh, documents d
  where d.deployment_id = new.deployment_id and d.document_id = new.document_id;
  return null;
end $$;
create trigger tasks_commented after update on tasks
  for each row when (old.comment is null and new.comment is not null) execute function add_decision_comment();

-- Decisions of the past need no answer any more.
with decided as materialized (
  select t.*, nextval(pg_get_serial_sequence('comments', 'comment_id')) as id
  from (select t.* from tasks t join documents using (deployment_id, document_id) where t.comment is not null order by t.ended_at) t
)
insert into comments (deployment_id, comment_id, document_id, thread_id, revision_id, text, author_id, author_email, task_id, is_decision, created_at, resolved_at)
overriding system value
select deployment_id, id, document_id, id, decided_revision_id, comment, assignee_id, assignee_email, task_id, true, ended_at, ended_at
from decided;

-- What a person will be told about a document, and when they were told last. At most one notice in a few minutes.
create table comment_notices (
  deployment_id bigint not null,
  document_id bigint not null,
  user_id bigint not null,
  -- The comments of the notice that is scheduled; empty: none is.
  comment_ids bigint[] not null default '{}',
  -- One of them came through a link of the person, who gets an email then.
  is_mailed boolean not null default false,
  noticed_at timestamptz(3),
  primary key (deployment_id, document_id, user_id),
  foreign key (deployment_id, document_id) references documents (deployment_id, document_id) on delete cascade,
  foreign key (deployment_id, user_id) references users (deployment_id, user_id) on delete cascade
);
