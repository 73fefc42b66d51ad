-- Whom a share was sent to. Each has a link of their own: its key is derived like the reference of the share, shown again
-- to the creator, and found by its hash.
create table share_recipients (
  deployment_id bigint not null,
  recipient_id bigint generated always as identity,
  share_id bigint not null,
  -- Canonical email address.
  email text not null,
  key_salt bytea not null,
  key_hash bytea not null,
  -- Access codes are derived from recipient and number of issue, and never stored. Null: none was issued yet.
  code_issue integer not null default 0,
  code_issued_at timestamptz(3),
  code_sent_at timestamptz(3),
  primary key (deployment_id, recipient_id),
  foreign key (deployment_id, share_id) references shares on delete cascade
);
-- Opening a personal link.
create unique index share_recipients_key on share_recipients (key_hash);
-- The recipients of a share; each once.
create unique index share_recipients_share on share_recipients (deployment_id, share_id, email);

-- People who get a copy; the letter is addressed to its recipient.
alter table mails add column cc text[] not null default '{}';
