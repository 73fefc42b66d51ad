-- A decision is about one content: a task keeps the revision that was assigned and, once it is completed, the one that was
-- decided on. No foreign keys: a task outlives its document. Processes of the version before write neither.
alter table tasks
  -- Null: not known, because the document was purged before this column existed.
  add column assigned_revision_id bigint,
  add column decided_revision_id bigint,
  add column decided_revision_number integer,
  add column decided_sha256 bytea,
  -- The document's name as the party last could read it; null while the party reads the present one.
  add column name_for_creator text,
  add column name_for_assignee text,
  add check (num_nonnulls(decided_revision_id, decided_revision_number, decided_sha256) in (0, 3)),
  add check (decided_revision_id is null or status = 'Completed');

update tasks t set assigned_revision_id = r.revision_id
from revisions r
where r.deployment_id = t.deployment_id and r.document_id = t.document_id and r.revision_number = t.revision_number;

-- An earlier decision is taken to be about the revision that was current then, unless another content was stored between the
-- assignment and the decision: then nobody recorded which of the two the assignee had seen, and the columns stay null.
with decided as (
  select t.deployment_id, t.task_id, r.revision_id, r.revision_number, r.sha256
  from tasks t
  cross join lateral (
    select r.revision_id, r.revision_number, r.sha256 from revisions r
    where r.deployment_id = t.deployment_id and r.document_id = t.document_id
      and r.revision_number >= t.revision_number and (r.created_at <= t.ended_at or r.revision_number = t.revision_number)
    order by r.revision_number desc limit 1
  ) r
  where t.status = 'Completed' and not exists (
    select from revisions other
    where other.deployment_id = t.deployment_id and other.document_id = t.document_id
      and other.revision_number > t.revision_number and other.created_at <= t.ended_at and other.sha256 <> t.sha256)
)
update tasks t set decided_revision_id = d.revision_id, decided_revision_number = d.revision_number, decided_sha256 = d.sha256
from decided d
where t.deployment_id = d.deployment_id and t.task_id = d.task_id;
