-- How far each place outside the database has been told of the seals of a deployment: a place that has fewer has lost some.
create table audit_head_places (
  deployment_id bigint not null references deployments,
  place_id text not null,
  sequence bigint not null,
  seal_number bigint not null,
  written_at timestamptz(3) not null,
  primary key (deployment_id, place_id)
);
