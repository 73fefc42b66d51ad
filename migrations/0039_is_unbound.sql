-- Runs with: 0035
-- Removable later: nothing.
--
-- The rule that denials do not bind owners stood in effective_rights and was repeated in queries. It is a function of its
-- own, which they call. SQL functions of one expression are inlined, so that the plans stay the same.

create function is_unbound(p_user bigint, p_site_admin boolean, p_owner bigint) returns boolean
  language sql immutable parallel safe
  return case when p_owner is null then p_site_admin else p_owner = p_user end;

comment on function is_unbound is
  'Whether a person has all rights in a library, whatever entries deny: the owner of a personal library (p_owner), and site '
  'admins in corporate libraries, which have no owner.';

create or replace function effective_rights(p_deployment bigint, p_user bigint, p_site_admin boolean, p_owner bigint,
  p_library bigint, p_path bigint[], p_document bigint, p_now timestamptz) returns integer
language plpgsql stable parallel safe as $$
declare
  v_principals bigint[];
  v_allow integer;
  v_deny integer;
begin
  if is_unbound(p_user, p_site_admin, p_owner) then
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
