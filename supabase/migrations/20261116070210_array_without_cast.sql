-- As before, but an empty list of days is one from the start: `supabase db lint` warned of a cast at every call.
create or replace function private.full_days(doctor uuid, from_date date, to_date date, caller uuid, except_id uuid default null) returns date[]
language plpgsql stable security definer set search_path = '' as $$
declare
  max_per_day integer := (select d.max_appointments_per_day from public.doctors d where d.id = doctor);
begin
  if max_per_day is null then
    return array[]::date[];
  end if;
  return array(
    select taken.day
    from (
      select a.appointment_date as day from public.appointments a
      where a.doctor_id = doctor and a.status <> 'cancelled' and a.id is distinct from except_id
        and a.appointment_date between from_date and to_date
      union all
      select h.appointment_date from private.slot_holds h
      where h.doctor_id = doctor and h.expires_at > now() and h.user_id is distinct from caller
    ) as taken
    group by taken.day having count(*) >= max_per_day
  );
end $$;
