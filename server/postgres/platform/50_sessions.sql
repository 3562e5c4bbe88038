-- Signed out means signed out: a token whose session is gone is refused, although it has not expired.
-- Definer: the server's own login may not read accounts.
create or replace function _server.require_session(wanted uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (
    select from auth.sessions s join auth.users u on u.id = s.user_id
    where s.id = wanted and u.deleted_at is null and (u.banned_until is null or u.banned_until < now())
      and (s.not_after is null or s.not_after > now())
  ) then
    raise exception 'session_not_found' using errcode = 'PT401', hint = 'The session has ended; sign in again.';
  end if;
end $$;

revoke all on function _server.require_session(uuid) from public;
grant usage on schema _server to authenticator, supabase_replication_admin;
grant execute on function _server.require_session(uuid) to authenticator, supabase_replication_admin;
