-- Every read of a content is recorded, wherever its range starts. Reads by a link say by which one, reads of a revision which one.
-- Processes of the version before call the function without the last parameter.
drop function record_read(bigint, timestamptz, text, bigint, bigint, bigint, bigint, text, text);
create function record_read(
  p_deployment bigint, p_at timestamptz, p_type text, p_user bigint, p_library bigint, p_folder bigint,
  p_document bigint, p_name text, p_visitor text default null, p_details jsonb default null
) returns void
  language plpgsql as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  insert into activity (deployment_id, occurred_at, activity_type, user_id, library_id, folder_id, document_id, content_name,
    visitor_email, details)
  values (p_deployment, p_at, p_type, p_user, p_library, p_folder, p_document, p_name, p_visitor, p_details);
end $$;

-- Those of the documents for whose present content the reader has no row of the last ten minutes. A sync, which reports leave
-- out unless asked, does not stand for a view. Index: activity_document, in the one or two months that the time falls into.
create function unrecorded_reads(
  p_deployment bigint, p_at timestamptz, p_type text, p_user bigint, p_visitor text, p_documents bigint[], p_details jsonb
) returns table (document_id bigint, folder_id bigint, library_id bigint, name text)
  language sql stable as $$
  select d.document_id, d.folder_id, f.library_id, d.name
  from documents d join folders f on f.deployment_id = d.deployment_id and f.folder_id = d.folder_id
  where d.deployment_id = p_deployment and d.document_id = any (p_documents) and not exists (
    select from activity a
    where a.deployment_id = p_deployment and a.document_id = d.document_id
      and a.occurred_at between p_at - interval '10 minutes' and p_at + interval '10 minutes'
      and a.occurred_at >= d.modified_at
      and a.user_id = p_user and a.visitor_email is not distinct from p_visitor and a.details is not distinct from p_details
      and (a.activity_type in ('DocumentViewed', 'DocumentDownloaded') or a.activity_type = p_type))
$$;

-- Writes a row for each document that was read from a later byte on, unless the reader has one already. Each statement in here
-- sees what was committed before it, so requests of one reader at the same time wait for the first, and then find its rows.
create function record_later_reads(
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
end $$;
