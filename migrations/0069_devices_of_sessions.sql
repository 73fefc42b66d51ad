-- Runs with: 0035
-- Removable later: nothing.
--
-- Devices of sessions and known browsers (decision 0115). Sessions that the previous release opens have none of the columns: their
-- device is read from the user agent.
alter table sessions add column device text;
alter table sessions add column device_kind text;
-- Of the last recorded use; `address` is that of the sign-in.
alter table sessions add column last_address text;
-- The browser that opened the session, as in known_browsers.
alter table sessions add column browser_hash bytea;

-- Browsers in which a person has signed in. The hash contains the person, so that rows of two accounts in one browser differ.
create table known_browsers (
  deployment_id bigint not null,
  user_id bigint not null,
  browser_hash bytea not null,
  last_used_at timestamptz(3) not null,
  primary key (deployment_id, user_id, browser_hash),
  foreign key (deployment_id, user_id) references users on delete cascade
);

-- People who have signed in since then: a sign-in of theirs in another browser is announced. Earlier browsers are unknown.
create table new_browser_notices (
  deployment_id bigint not null,
  user_id bigint not null,
  since timestamptz(3) not null,
  primary key (deployment_id, user_id),
  foreign key (deployment_id, user_id) references users on delete cascade
);
