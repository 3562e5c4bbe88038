-- Only the doctor may listen to the topic of their waiting room, and only the database writes to it.

-- The topic becomes a uuid, not the id text: the comparison is then a single lookup.
create function private.is_own_waiting_topic() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.uuid_or_null(substring(realtime.topic() from '^doctor:(.*):waiting$')) = private.my_doctor_id(), false)
$$;
comment on function private.is_own_waiting_topic is 'Definer: policies of messages ask it, as may_join_topic.';
grant execute on function private.is_own_waiting_topic to authenticated;

-- As before, and doctors hear of their own waiting room. One policy a role and verb, so this one replaces it.
drop policy "messages: signed-in people hear slots, the two of a confirmed appointment each other" on realtime.messages;
create policy "messages: people hear slots, their appointments and their own waiting room" on realtime.messages
  for select to authenticated using (
    topic = (select realtime.topic())
    and (
      (extension = 'broadcast' and ((select private.is_slots_topic()) or (select private.is_own_waiting_topic())))
      or (extension in ('broadcast', 'presence') and (select private.may_join_topic()))
    )
  );

-- As before, and it removes those who wait no longer. They count for nothing as it is.
create or replace function private.close_past_appointments(most integer, out expired integer, out completed integer)
language plpgsql security definer set search_path = '' as $$
declare
  at_most integer := greatest(1, least(most, 1000));
begin
  update public.appointments a set status = 'cancelled', cancelled_by = 'expired'
  from (
    select p.id from public.appointments p where p.status = 'pending' and p.starts_at <= now()
    order by p.starts_at limit at_most for update skip locked
  ) as due
  where a.id = due.id;
  get diagnostics expired = row_count;
  update public.appointments a set status = 'completed'
  from (
    select c.id from public.appointments c where c.status = 'confirmed' and c.ends_at <= now() - interval '7 days'
    order by c.ends_at limit at_most for update skip locked
  ) as due
  where a.id = due.id;
  get diagnostics completed = row_count;
  delete from private.slot_holds h
  using (
    select o.user_id from private.slot_holds o where o.expires_at <= now() order by o.expires_at limit at_most for update skip locked
  ) as due
  where h.user_id = due.user_id;
  perform private.remove_stale_waiting(null, at_most);
end $$;
