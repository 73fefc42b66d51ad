-- Visits: what people without an account do by a link. They act with the rights of the share's creator, as somebody else.

-- Uploads of visitors belong to their share, and under access codes to the recipient; user_id is the share's creator. No
-- foreign key: nobody reaches them once the share is gone, and they expire after a day.
alter table staged_uploads add column share_id bigint, add column recipient_id bigint;
-- How many has this share open.
create index staged_uploads_share on staged_uploads (deployment_id, share_id) where share_id is not null and finalized_at is null;

-- Since when the creator was told of no upload; null while there is nothing to tell.
alter table shares add column upload_notice_from timestamptz(3);

-- user_id 0 stands for everybody who comes by a link; visitor_email names those whom an access code has made known.
-- Processes of the version before call the function without the last parameter.
drop function record_read(bigint, timestamptz, text, bigint, bigint, bigint, bigint, text);
create function record_read(
  p_deployment bigint, p_at timestamptz, p_type text, p_user bigint, p_library bigint, p_folder bigint,
  p_document bigint, p_name text, p_visitor text default null
) returns void
  language plpgsql as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  insert into activity (deployment_id, occurred_at, activity_type, user_id, library_id, folder_id, document_id, content_name,
    visitor_email)
  values (p_deployment, p_at, p_type, p_user, p_library, p_folder, p_document, p_name, p_visitor);
end $$;
