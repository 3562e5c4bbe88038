-- Pages that the server of this repository keeps show a change at once; elsewhere nobody listens, and they are at most a minute old.
create function private.announce_company_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform pg_notify('public_data', 'company');
  return null;
end $$;
create trigger company_settings_announce after update on public.company_settings
  for each statement execute function private.announce_company_change();
