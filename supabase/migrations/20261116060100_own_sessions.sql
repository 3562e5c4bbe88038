-- One's own sessions: where somebody is signed in, and signing out there. Where the account has a second factor, only with it.
create function private.refuse_without_factor() returns void
language plpgsql stable set search_path = '' as $$
begin
  if private.me() is null then
    perform private.refuse();
  end if;
  if private.has_second_factor(private.me()) and not private.has_aal2() then
    perform private.fail('second_factor_needed');
  end if;
end $$;

create function private.list_my_sessions()
returns table (id uuid, created_at timestamptz, last_used_at timestamptz, user_agent text, has_second_factor boolean, is_current boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.refuse_without_factor();
  return query
  select s.id, s.created_at, coalesce(s.refreshed_at at time zone 'UTC', s.created_at), s.user_agent, coalesce(s.aal in ('aal2', 'aal3'), false),
         s.id = private.uuid_or_null(auth.jwt() ->> 'session_id')
  from auth.sessions s
  where s.user_id = private.me() and (s.not_after is null or s.not_after > now())
  order by 6 desc nulls last, 3 desc nulls last, s.id
  limit 100;
end $$;
comment on function private.list_my_sessions is 'Definer: sessions are not readable. It answers about the caller only.';

-- Whether there was such a session. On hosted Supabase an access token lives on until it expires.
create function private.end_my_session(session_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refuse_without_factor();
  delete from auth.sessions s where s.id = end_my_session.session_id and s.user_id = private.me();
  return found;
end $$;
comment on function private.end_my_session is 'Definer: nobody writes sessions. It ends the caller''s own only.';

create function public.list_my_sessions()
returns table (id uuid, created_at timestamptz, last_used_at timestamptz, user_agent text, has_second_factor boolean, is_current boolean)
language sql stable set search_path = '' as $$
  select * from private.list_my_sessions()
$$;

create function public.end_my_session(session_id uuid) returns boolean
language sql set search_path = '' as $$
  select private.end_my_session(end_my_session.session_id)
$$;

grant execute on function private.list_my_sessions, private.end_my_session, public.list_my_sessions, public.end_my_session to authenticated;
