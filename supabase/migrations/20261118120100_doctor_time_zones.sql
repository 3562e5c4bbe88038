-- Whose clock a doctor's hours are on: admins say it when they create the record, and the doctor confirms it once. Nobody had asked, so
-- that a doctor in Baku got Istanbul's clock.
alter table public.doctors add column timezone_confirmed_at timestamptz;
comment on column public.doctors.timezone_confirmed_at is 'When the doctor confirmed the time zone, or chose another. Null after somebody else changed it.';

-- Whoever has saved hours has read which clock they are on. Without triggers, which would log it as a change of the record.
alter table public.doctors disable trigger user;
update public.doctors d set timezone_confirmed_at = now()
where exists (select from public.doctor_availability w where w.doctor_id = d.id);
alter table public.doctors enable trigger user;

-- A doctor who chooses a zone confirms it; one that somebody else chose is to be confirmed. The time is ours, not the client's.
create function private.note_timezone_choice() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.user_id is distinct from old.user_id then
    new.timezone_confirmed_at := null;
  elsif new.timezone <> old.timezone then
    new.timezone_confirmed_at := case when new.user_id = auth.uid() then now() end;
  elsif new.timezone_confirmed_at is distinct from old.timezone_confirmed_at then
    new.timezone_confirmed_at := case when new.user_id = auth.uid() then now() else old.timezone_confirmed_at end;
  end if;
  return new;
end $$;
create trigger doctors_timezone_choice before update on public.doctors
  for each row execute function private.note_timezone_choice();

-- The list of what doctors may change themselves, with their confirmation of the time zone.
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
  as_before.timezone_confirmed_at := old.timezone_confirmed_at;
  as_before.session_duration := old.session_duration;
  as_before.cancellation_hours := old.cancellation_hours;
  as_before.languages := old.languages;
  as_before.photo_path := old.photo_path;
  as_before.booking_notice_hours := old.booking_notice_hours;
  as_before.booking_horizon_days := old.booking_horizon_days;
  as_before.gap_minutes := old.gap_minutes;
  as_before.max_appointments_per_day := old.max_appointments_per_day;
  as_before.auto_confirm := old.auto_confirm;
  if as_before is distinct from old then
    perform private.fail('doctor_field_not_allowed');
  end if;
  return new;
end $$;

-- Making somebody a doctor: role and record in one transaction, so that a failed step leaves nothing half-made.
create or replace function public.assign_doctor(user_id uuid, doctor_id uuid default null, new_doctor jsonb default null) returns public.doctors
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  assigned public.doctors;
  person public.profiles;
begin
  if not private.is_admin() then
    perform private.refuse();
  end if;
  insert into public.user_roles (user_id, role) values (assign_doctor.user_id, 'doctor') on conflict do nothing;

  if assign_doctor.doctor_id is not null then
    update public.doctors d set user_id = assign_doctor.user_id
    where d.id = assign_doctor.doctor_id and (d.user_id is null or d.user_id = assign_doctor.user_id)
    returning * into assigned;
    if not found then
      perform private.fail('doctor_already_linked');
    end if;
    return assigned;
  end if;

  select * into person from public.profiles p where p.user_id = assign_doctor.user_id;
  insert into public.doctors (user_id, first_name, last_name, specialization, bio, available, timezone)
  values (
    assign_doctor.user_id,
    coalesce(private.blank_to_null(new_doctor ->> 'first_name'), person.first_name, 'İsim'),
    coalesce(private.blank_to_null(new_doctor ->> 'last_name'), person.last_name, 'Soyisim'),
    coalesce(private.blank_to_null(new_doctor ->> 'specialization'), 'Genel'),
    coalesce(new_doctor ->> 'bio', ''),
    true,
    -- The default of the column. The constraint refuses a zone that is not offered.
    coalesce(private.blank_to_null(new_doctor ->> 'timezone'), 'Europe/Istanbul')
  )
  returning * into assigned;
  return assigned;
end $$;

-- What was changed about a doctor, by the names of the fields.
create or replace function private.audit_doctor_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- Linking has entries of its own, and the other two follow from it and from other fields.
  fields jsonb := (
    select jsonb_agg(n.key order by n.key)
    from jsonb_each(to_jsonb(new)) as n join jsonb_each(to_jsonb(old)) as o using (key)
    where n.value is distinct from o.value and n.key not in ('user_id', 'specialty_code', 'timezone_confirmed_at')
  );
begin
  if fields is not null then
    perform private.audit('doctor.changed', 'doctor:' || new.id, jsonb_build_object('fields', fields));
  end if;
  return null;
end $$;
