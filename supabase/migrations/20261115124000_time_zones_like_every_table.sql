-- What holds for every table holds for the list of zones: row level security, and an index under the foreign key that points to it.
alter table private.time_zones enable row level security;
create index profiles_timezone_idx on private.profiles (timezone);
