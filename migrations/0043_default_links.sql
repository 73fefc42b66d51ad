-- Runs with: 0035
-- Removable later: nothing.
--
-- "Copy link" returns the same link to its creator each time: the default link, which works for anyone who has it.
alter table shares add column is_default boolean not null default false;

-- Finds a creator's default link to an item. Of two requests at once, the second violates the index and finds the first
-- link when it is repeated.
create unique index shares_default on shares (deployment_id, created_by, folder_id, document_id) nulls not distinct
  where is_default and revoked_at is null;
