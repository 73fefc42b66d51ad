-- Shares that are Pending: their content is looked at first, and their mails wait for that.

-- When a Pending share was found to be unfit: it stays Pending, and its creator was told.
alter table shares add column refused_at timestamptz(3),
  add check (refused_at is null or status = 'Pending');

-- The Pending share that the mail waits for; it goes with the share.
alter table mails add column held_for bigint,
  add foreign key (deployment_id, held_for) references shares on delete cascade;
-- The mails of a share; also serves the cascade.
create index mails_held on mails (deployment_id, held_for) where held_for is not null;
