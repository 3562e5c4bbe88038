-- Open calendars hear of changed working hours, extra hours and leave. Deletions are not published, so the database broadcasts that they
-- changed, and for whom: event `hours_changed` on the private topic `doctors:hours`. Calendars fetch the rest with their reader's rights.

create function private.announce_hours(doctor_id uuid) returns void
language sql security definer set search_path = '' as $$
  select realtime.send(jsonb_build_object('doctor_id', doctor_id), 'hours_changed', 'doctors:hours', true)
$$;
comment on function private.announce_hours is 'Definer: nobody may write to this topic.';

-- As before, and changed hours are announced to calendars.
create or replace function private.announce_changed_slots() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.announce_slots(changed.doctor_id) from (select distinct doctor_id from changed_rows) as changed;
  if tg_table_name in ('doctor_availability', 'doctor_extra_hours', 'doctor_leave') then
    perform private.announce_hours(changed.doctor_id) from (select distinct doctor_id from changed_rows) as changed;
  end if;
  return null;
end $$;

-- As before, and a calendar shows a doctor's zone and session length.
create or replace function private.announce_row() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.announce_slots(case tg_table_name when 'doctors' then new.id else (to_jsonb(new) ->> 'doctor_id')::uuid end);
  if tg_table_name = 'doctors' then
    perform private.announce_hours(new.id);
  end if;
  return null;
end $$;

-- The policy of messages asks this function about broadcasts that people only read.
alter function private.is_slots_topic rename to may_read_topic;
create or replace function private.may_read_topic() returns boolean
language sql stable set search_path = '' as $$
  select realtime.topic() ~ '^doctor:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:slots$'
    or (realtime.topic() = 'doctors:hours' and (private.my_doctor_id() is not null or private.is_admin()))
$$;
