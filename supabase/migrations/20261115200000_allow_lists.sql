-- A column that is added later is not writable until somebody lists it: these rules named what is forbidden, now they name what is allowed.

-- Column grants cannot tell a doctor from an admin: both are `authenticated`.
-- Invoker: clients are bound, our own definer functions and migrations act as owner and are not.
create or replace function private.guard_doctor() returns trigger
language plpgsql set search_path = '' as $$
declare
  -- The new row with the doctor's own settings put back: whatever still differs was not allowed.
  as_before public.doctors := new;
begin
  if current_user <> 'authenticated' or (select private.is_admin()) then
    return new;
  end if;
  -- The doctor's own settings. This is their only list: to let doctors change another column, add it here.
  as_before.timezone := old.timezone;
  as_before.session_duration := old.session_duration;
  as_before.cancellation_hours := old.cancellation_hours;
  if as_before is distinct from old then
    perform private.fail('doctor_field_not_allowed');
  end if;
  return new;
end $$;

-- Doctors write these two tables themselves. The columns are those that they could write before.
revoke insert, update on public.doctor_availability, public.doctor_leave from authenticated;
grant insert (id, doctor_id, day_of_week, start_time, end_time, is_available),
      update (id, doctor_id, day_of_week, start_time, end_time, is_available)
  on public.doctor_availability to authenticated;
grant insert (id, doctor_id, leave_date, start_time, end_time, reason, created_at),
      update (id, doctor_id, leave_date, start_time, end_time, reason, created_at)
  on public.doctor_leave to authenticated;

-- Anybody may claim to be the first admin.
revoke insert on public.user_roles from authenticated;
grant insert (user_id, role, created_at) on public.user_roles to authenticated;
