-- Runs with: 0035
-- Removable later: nothing.
--
-- The rule that people must have a second factor (decision 0113). The previous release does not know it, and limits nobody.

-- Members of the group must have a second factor.
alter table groups add column requires_second_factor boolean not null default false;
-- Finds the deployments with such groups.
create index groups_second_factor on groups (deployment_id) where requires_second_factor;

-- A row for each person who must have a second factor, whether they have one or not. A job keeps the rows in step with the
-- settings, roles and memberships.
create table second_factor_deadlines (
  deployment_id bigint not null,
  user_id bigint not null,
  -- When the rule began to apply to the person.
  since timestamptz(3) not null,
  -- From then on, sessions of the person without a second factor are limited.
  due_at timestamptz(3) not null,
  -- When the person was told; null: not yet.
  announced_at timestamptz(3),
  primary key (deployment_id, user_id),
  foreign key (deployment_id, user_id) references users on delete cascade
);
-- People who must be told.
create index second_factor_deadlines_open on second_factor_deadlines (deployment_id, user_id) where announced_at is null;
