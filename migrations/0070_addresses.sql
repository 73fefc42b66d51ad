-- Runs with: 0035
-- Removable later: the trigger users_shared_address with its function, and worker_heartbeats.release, as soon as
-- instance.oldest_release is 0070_addresses or later everywhere.
--
-- Addresses are unique in a deployment, no longer in the instance (decision 0116). Older releases look accounts up by
-- address alone. While a node of such a release runs, an address stays unique in the instance; the first address with two
-- accounts raises instance.oldest_release, so that such a release no longer starts.

-- The newest migration that the release of the node has. Null: a release before this one.
alter table worker_heartbeats add column release text;

-- The largest number of accounts at one address. Signing in checks as many passwords for every address.
alter table instance add column accounts_per_address integer not null default 1;

drop index users_email;
create unique index users_email on users (deployment_id, email_key);
create index users_address on users (email_key);

create function note_accounts_per_address(accounts integer) returns void language sql as $$
  update instance set accounts_per_address = greatest(accounts_per_address, accounts),
    oldest_release = greatest(oldest_release, '0070_addresses')
  where accounts_per_address < accounts or oldest_release < '0070_addresses'
$$;

create function share_address() returns trigger language plpgsql as $$
declare
  others integer;
begin
  select count(*) into others from users
  where email_key = new.email_key and deployment_id <> new.deployment_id and deleted_at is null;
  if others = 0 then return null; end if;
  if exists (
    select from worker_heartbeats
    where beat_at > now() - interval '30 seconds' and host is not null and coalesce(release, '') < '0070_addresses'
  ) then
    raise exception using errcode = 'unique_violation', table = 'users', constraint = 'users_email',
      message = 'the address is used in another deployment, and a node runs an older release';
  end if;
  perform note_accounts_per_address(others + 1);
  return null;
end $$;

create trigger users_shared_address after insert or update of email_key on users
for each row when (new.deleted_at is null) execute function share_address();
