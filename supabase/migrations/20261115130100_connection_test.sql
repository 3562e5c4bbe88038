-- Testing the connection before a call: credentials for the relay are handed out sparingly, and the echo has a private topic.

-- Six an hour are enough to test, move closer to the router and test again.
create function public.claim_relay_test() returns boolean
language sql set search_path = '' as $$
  select coalesce(private.is_within_limit('relay test:' || private.me(), 6, 60), false)
$$;

-- By network too, or new accounts would mean new credentials. Only the server knows the address, so only it may ask.
create function public.claim_relay_test_from(caller text) returns boolean
language sql set search_path = '' as $$
  select private.is_within_limit('relay test from ' || coalesce(private.network_of(caller), caller), 30, 60)
$$;

grant execute on function public.claim_relay_test to authenticated;
grant execute on function public.claim_relay_test_from to service_role;

-- As before, and: everybody alone on a topic that begins with their own id, for the echo of the connection test.
create or replace function private.may_join_topic() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.appointments a
    where a.id = private.uuid_or_null(substring(realtime.topic() from '^appointment:(.*)$'))
      and a.status = 'confirmed'
      and (a.user_id = private.me() or a.doctor_id = private.my_doctor_id())
  )
  or coalesce(private.uuid_or_null(substring(realtime.topic() from '^video-test:([^:]*):')) = private.me(), false)
$$;
