-- Who did what, for admins. Append-only. Ids and field names, never the text of a note.
create table public.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor uuid,
  action text not null,
  subject text not null,
  details jsonb not null default '{}'
);
create index audit_log_at_idx on public.audit_log (at desc);
create index audit_log_subject_idx on public.audit_log (subject);
create index audit_log_actor_idx on public.audit_log (actor);

create function private.refuse_audit_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user in ('anon', 'authenticated', 'service_role') then
    perform private.fail('audit_log_is_append_only');
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;

create trigger audit_log_append_only before update or delete on public.audit_log
  for each row execute function private.refuse_audit_change();

alter table public.audit_log enable row level security;
grant select on public.audit_log to authenticated, service_role;
create policy "audit_log: admins read" on public.audit_log for select to authenticated using ((select private.is_admin()));

-- Definer: nobody may write here, everybody's deeds are written.
create function private.audit(action text, subject text, details jsonb default '{}') returns void
language sql security definer set search_path = '' as $$
  insert into public.audit_log (actor, action, subject, details) values (auth.uid(), action, subject, details)
$$;

create function private.audit_appointment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status is distinct from old.status then
    perform private.audit('appointment.' || new.status, 'appointment:' || new.id, jsonb_build_object('from', old.status, 'to', new.status));
  end if;
  if new.notes is distinct from old.notes then
    perform private.audit('appointment.note', 'appointment:' || new.id, jsonb_build_object('fields', jsonb_build_array('notes')));
  end if;
  return null;
end $$;

create trigger appointments_audit after update on public.appointments
  for each row execute function private.audit_appointment();

create function private.audit_role() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed public.user_roles := case when tg_op = 'DELETE' then old else new end;
begin
  perform private.audit(case when tg_op = 'DELETE' then 'role.removed' else 'role.added' end, 'user:' || changed.user_id, jsonb_build_object('role', changed.role));
  return null;
end $$;

create trigger user_roles_audit after insert or delete on public.user_roles
  for each row execute function private.audit_role();

create function private.audit_doctor_link() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.audit(
    case when new.user_id is null then 'doctor.unlinked' else 'doctor.linked' end,
    'doctor:' || new.id,
    jsonb_build_object('user_id', coalesce(new.user_id, case when tg_op = 'UPDATE' then old.user_id end))
  );
  return null;
end $$;

create function private.audit_removed_doctor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.audit('doctor.removed', 'doctor:' || old.id, jsonb_build_object('user_id', old.user_id));
  return null;
end $$;

create trigger doctors_audit_removed after delete on public.doctors
  for each row execute function private.audit_removed_doctor();
create trigger doctors_audit_link after update of user_id on public.doctors
  for each row when (old.user_id is distinct from new.user_id) execute function private.audit_doctor_link();
create trigger doctors_audit_first_link after insert on public.doctors
  for each row when (new.user_id is not null) execute function private.audit_doctor_link();
