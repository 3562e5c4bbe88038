-- Functions in `public` run as their caller; what needs more rights is in `private`.
create function private.retired_doctors() returns table (short_id text)
language sql stable security definer set search_path = '' as $$
  select left(d.id::text, 8) from public.doctors d where not d.available order by d.id limit 1000
$$;
comment on function private.retired_doctors is 'Definer: visitors cannot read these doctors. It tells the end of the page''s address only.';
grant execute on function private.retired_doctors to anon, authenticated, service_role;

create or replace function public.get_retired_doctors() returns table (short_id text)
language sql stable security invoker set search_path = '' as $$
  select r.short_id from private.retired_doctors() r
$$;
