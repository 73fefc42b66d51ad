-- Runs with: 0035
-- Removable later: nothing.
--
-- Host names of deployments (decision 0138). Older releases serve every host name as the address of the instance.

-- In lower case, without a port. Null: the deployment is reached by the address of the instance only.
alter table deployments add column host text;
create unique index deployments_host on deployments (host) where host is not null;
