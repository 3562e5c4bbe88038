-- What runs by the clock, every second, and takes longer than that.
create schema if not exists private;
grant usage on schema private to service_role;
create table private.scheduled_functions (name text primary key, schedule text not null);
grant select on private.scheduled_functions to service_role;
insert into private.scheduled_functions values ('keeps-time', '* * * * * *');

create table public.runs (
  id bigint generated always as identity primary key,
  began_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz
);
alter table public.runs enable row level security;
grant select, insert, update on public.runs to service_role;
