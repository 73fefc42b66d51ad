-- The rights on an object come from the entries of its path. They are found in one of two ways, whichever reads less
-- (decision 0071): by object and principal, a lookup for each pair, or by object alone, with the principal as a filter.

-- Both ways, and lists of denials, read the indexes alone.
create unique index permissions_library_new on permissions (deployment_id, library_id, principal) include (allow, deny, expires_at)
  where library_id is not null;
drop index permissions_library;
alter index permissions_library_new rename to permissions_library;

create unique index permissions_folder_new on permissions (deployment_id, folder_id, principal) include (allow, deny, expires_at)
  where folder_id is not null;
drop index permissions_folder;
alter index permissions_folder_new rename to permissions_folder;

create unique index permissions_document_new on permissions (deployment_id, document_id, principal, coalesce(task_id, 0))
  include (allow, deny, expires_at) where document_id is not null;
drop index permissions_document;
alter index permissions_document_new rename to permissions_document;

create index permissions_principal_new on permissions (deployment_id, principal)
  include (library_id, folder_id, document_id, allow, deny, expires_at);
drop index permissions_principal;
alter index permissions_principal_new rename to permissions_principal;

-- Entries that deny are few, also for people with many entries.
create index permissions_denials on permissions (deployment_id, principal) include (library_id, folder_id, document_id, deny, expires_at)
  where deny <> 0;

create or replace function effective_rights(p_deployment bigint, p_user bigint, p_site_admin boolean, p_owner bigint,
  p_library bigint, p_path bigint[], p_document bigint, p_now timestamptz) returns integer
language plpgsql stable parallel safe as $$
declare
  v_principals bigint[];
  v_allow integer;
  v_deny integer;
begin
  if p_owner = p_user or (p_owner is null and p_site_admin) then
    return 15;
  end if;
  v_principals := principals_of(p_deployment, p_user);
  -- Few pairs of object and principal: a lookup for each, however many entries of others the objects have.
  if cardinality(v_principals) * (cardinality(p_path) + 2) <= 100 then
    select coalesce(bit_or(e.allow), 0), coalesce(bit_or(e.deny), 0) into v_allow, v_deny from (
      select allow, deny from permissions
        where deployment_id = p_deployment and library_id = p_library and principal = any (v_principals)
          and (expires_at is null or expires_at > p_now)
      union all
      select allow, deny from permissions
        where deployment_id = p_deployment and folder_id = any (p_path) and principal = any (v_principals)
          and (expires_at is null or expires_at > p_now)
      union all
      select allow, deny from permissions
        where deployment_id = p_deployment and document_id = p_document and principal = any (v_principals)
          and (expires_at is null or expires_at > p_now)
    ) e;
  else
    -- `is true` keeps the principals a hashed filter: a join could become a lookup for each pair again.
    select coalesce(bit_or(e.allow), 0), coalesce(bit_or(e.deny), 0) into v_allow, v_deny from (
      select principal, allow, deny from permissions
        where deployment_id = p_deployment and library_id = p_library and (expires_at is null or expires_at > p_now)
      union all
      select principal, allow, deny from permissions
        where deployment_id = p_deployment and folder_id = any (p_path) and (expires_at is null or expires_at > p_now)
      union all
      select principal, allow, deny from permissions
        where deployment_id = p_deployment and document_id = p_document and (expires_at is null or expires_at > p_now)
    ) e where (e.principal in (select unnest(v_principals))) is true;
  end if;
  return rights_from(v_allow, v_deny);
end $$;
