-- Answering many at once, as before, and only while each still has the status that was shown: whoever rejects a list of requests must not
-- cancel what a colleague has confirmed meanwhile.
drop function public.answer_appointments(uuid[], public.appointment_status, text);

-- Each is answered as if alone; `error` is null for those that were. `shown` has the status of each of `ids`, in the same order. Invoker:
-- policies and guards decide.
create function public.answer_appointments(
  ids uuid[], answer public.appointment_status, reason text default null, shown public.appointment_status[] default null
)
returns table (id uuid, error text)
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  max_rows constant integer := 100;
  one record;
  said text;
  broken text;
begin
  if cardinality(ids) > max_rows or cardinality(shown) <> cardinality(ids) then
    perform private.fail('rows_out_of_range', jsonb_build_object('least', 1, 'most', max_rows));
  end if;
  -- In one order for everybody, so that two who answer the same ones wait for each other instead of deadlocking.
  for one in
    select distinct on (each.id) each.id, each.status from unnest(ids, shown) as each (id, status) where each.id is not null order by each.id
  loop
    id := one.id;
    begin
      update public.appointments a
      set status = answer, cancellation_reason = case when answer = 'cancelled' then private.blank_to_null(reason) end
      where a.id = one.id and a.status <> answer and (shown is null or a.status = one.status);
      error := case when found then null when shown is null then 'transition_not_allowed' else 'appointment_changed' end;
    exception
    -- Whoever sent this may send it again: it says nothing about the appointment.
    when lock_not_available or deadlock_detected or serialization_failure then
      raise;
    when others then
      get stacked diagnostics said = message_text, broken = constraint_name;
      error := private.error_name(said, broken);
    end;
    return next;
  end loop;
end $$;
grant execute on function public.answer_appointments to authenticated;
