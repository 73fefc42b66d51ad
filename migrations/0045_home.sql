-- Runs with: 0035
-- Removable later: nothing.
--
-- Data of the home page for each person: stars, recently used documents, and the time of the previous visit (decision 0086).

create table stars (
  deployment_id bigint not null,
  star_id bigint generated always as identity,
  user_id bigint not null,
  library_id bigint,
  folder_id bigint,
  document_id bigint,
  created_at timestamptz(3) not null,
  primary key (deployment_id, star_id),
  check (num_nonnulls(library_id, folder_id, document_id) = 1),
  foreign key (deployment_id, user_id) references users on delete cascade,
  foreign key (deployment_id, library_id) references libraries on delete cascade,
  foreign key (deployment_id, folder_id) references folders on delete cascade,
  foreign key (deployment_id, document_id) references documents on delete cascade
);
-- A person's stars, newest first.
create index stars_user on stars (deployment_id, user_id, star_id);
-- At most one star for each person and item. Also finds the stars of an item that is deleted.
create unique index stars_library on stars (deployment_id, library_id, user_id) where library_id is not null;
create unique index stars_folder on stars (deployment_id, folder_id, user_id) where folder_id is not null;
create unique index stars_document on stars (deployment_id, document_id, user_id) where document_id is not null;

-- One row for each person and document that the person used recently. Every read writes here, so there are no foreign keys:
-- they would lock the rows of the person and the document. A job deletes old rows, including those of deleted documents.
create table recent_documents (
  deployment_id bigint not null,
  user_id bigint not null,
  document_id bigint not null,
  action text not null check (action in ('Opened', 'Uploaded', 'Changed')),
  acted_at timestamptz(3) not null,
  primary key (deployment_id, user_id, document_id)
);
-- A person's documents, newest first.
create index recent_documents_newest on recent_documents (deployment_id, user_id, acted_at, document_id);

create table home_states (
  deployment_id bigint not null,
  user_id bigint not null,
  -- When the home page was last requested.
  seen_at timestamptz(3),
  -- When it was last requested in the previous visit. Null: this is the first visit.
  previous_seen_at timestamptz(3),
  -- Steps of the checklist that the person has dismissed.
  dismissed text[] not null default '{}',
  primary key (deployment_id, user_id),
  foreign key (deployment_id, user_id) references users on delete cascade
);

-- Open tasks assigned to a person, most urgent first.
create index tasks_waiting on tasks (deployment_id, assignee_id, due_at, task_id) where status = 'Open';
-- Links that were sent to a person.
create index share_recipients_email on share_recipients (deployment_id, email, share_id);

-- Records that a person has used a document; visitors (0) are skipped. The same use again within ten seconds writes nothing,
-- and neither does an opening within ten seconds of another use, so the row still shows the upload or change.
create function note_recent_document(p_deployment bigint, p_user bigint, p_document bigint, p_action text, p_at timestamptz)
  returns void language plpgsql as $$
begin
  if coalesce(p_user, 0) = 0 or exists (
    select from recent_documents
    where deployment_id = p_deployment and user_id = p_user and document_id = p_document
      and acted_at > p_at - interval '10 seconds' and p_action in (action, 'Opened')
  ) then return; end if;
  insert into recent_documents as r (deployment_id, user_id, document_id, action, acted_at)
  values (p_deployment, p_user, p_document, p_action, p_at)
  on conflict (deployment_id, user_id, document_id)
    do update set action = excluded.action, acted_at = excluded.acted_at where r.acted_at <= excluded.acted_at;
end $$;

-- Records a read, and now also notes an opened document as recently used.
create or replace function record_read(
  p_deployment bigint, p_at timestamptz, p_type text, p_user bigint, p_library bigint, p_folder bigint, p_document bigint,
  p_name text, p_visitor text default null, p_details jsonb default null
) returns void language plpgsql as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  insert into activity (deployment_id, occurred_at, activity_type, user_id, library_id, folder_id, document_id, content_name,
    visitor_email, details)
  values (p_deployment, p_at, p_type, p_user, p_library, p_folder, p_document, p_name, p_visitor, p_details);
  if p_document is not null and p_type in ('DocumentViewed', 'DocumentDownloaded') then
    perform note_recent_document(p_deployment, p_user, p_document, 'Opened', p_at);
  end if;
end $$;

-- The same for a later read. Archives, which have several documents, do not count as opening them.
create or replace function record_later_reads(
  p_deployment bigint, p_at timestamptz, p_type text, p_user bigint, p_visitor text, p_documents bigint[], p_name text,
  p_details jsonb
) returns void
  language plpgsql as $$
begin
  if not exists (
    select from unrecorded_reads(p_deployment, p_at, p_type, p_user, p_visitor, p_documents, p_details)
  ) then return; end if;
  perform set_config('synchronous_commit', 'off', true);
  perform pg_advisory_xact_lock(hashtextextended(
    concat_ws(':', 'carrel:later-reads', p_deployment, p_user, p_details ->> 'shareId', p_visitor), 0));
  insert into activity (deployment_id, occurred_at, activity_type, user_id, library_id, folder_id, document_id, content_name,
    visitor_email, details)
  select p_deployment, p_at, p_type, p_user, r.library_id, r.folder_id, r.document_id, coalesce(p_name, r.name), p_visitor,
    p_details
  from unrecorded_reads(p_deployment, p_at, p_type, p_user, p_visitor, p_documents, p_details) r;
  if cardinality(p_documents) = 1 and p_type in ('DocumentViewed', 'DocumentDownloaded') then
    perform note_recent_document(p_deployment, p_user, p_documents[1], 'Opened', p_at);
  end if;
end $$;
