-- Outside production too, the operator reads at the start that nobody is admin yet: only as long as that is true.
create or replace function private.on_server_start(production boolean) returns setof text
language plpgsql set search_path = '' as $$
begin
  if not private.no_admin_exists() then
    delete from private.first_admin_code;
  elsif production or exists (select from private.first_admin_code) then
    return next 'First admin code: ' || private.new_first_admin_code();
  else
    return next 'There is no admin yet: sign in and claim it on the card that appears.';
  end if;
end $$;
