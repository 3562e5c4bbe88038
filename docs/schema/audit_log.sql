-- Written by `npm run types` from the catalogue. Migrations change the schema; reviews read the difference here.

create table public.audit_log (
  id bigint not null generated always as identity,
  at timestamp with time zone not null default now(),
  actor uuid,
  action text not null,
  subject text not null,
  details jsonb not null default '{}'::jsonb,
  constraint audit_log_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_log_at_idx ON public.audit_log USING btree (at DESC);
CREATE INDEX audit_log_subject_idx ON public.audit_log USING btree (subject);
CREATE INDEX audit_log_actor_idx ON public.audit_log USING btree (actor);
CREATE INDEX audit_log_action_id_idx ON public.audit_log USING btree (action, id DESC);
CREATE INDEX audit_log_actor_id_idx ON public.audit_log USING btree (actor, id DESC);
alter table public.audit_log enable row level security;
grant select on public.audit_log to authenticated;
grant select on public.audit_log to service_role;

create policy "audit_log: admins read" on public.audit_log
  for select to authenticated
  using ( SELECT private.is_admin() AS is_admin);

CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION private.refuse_audit_change();

CREATE OR REPLACE FUNCTION private.audit(action text, subject text, details jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.audit_log (actor, action, subject, details) values (auth.uid(), action, subject, details)
$function$;
comment on function private.audit(text,text,jsonb) is 'Definer: nobody may write the log, and what everybody does is written there.';

CREATE OR REPLACE FUNCTION private.audit_appointment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  patient jsonb := case when private.is_guardian_of(new.user_id) then jsonb_build_object('patient_id', new.user_id) else '{}' end;
  by_whom text := coalesce(new.cancelled_by, case when auth.uid() is null then 'system' end);
begin
  if new.reschedule_count < old.reschedule_count then
    perform private.audit(
      'appointment.move_undone', 'appointment:' || new.id, jsonb_build_object('from', old.starts_at, 'to', new.starts_at)
    );
  elsif new.reschedule_count <> old.reschedule_count then
    perform private.audit(
      'appointment.rescheduled',
      'appointment:' || new.id,
      jsonb_build_object('from', old.starts_at, 'to', new.starts_at, 'by', new.rescheduled_by)
        || case when new.status = old.status then '{}' else jsonb_build_object('status', jsonb_build_array(old.status, new.status)) end
        || case when new.reschedule_message is null then '{}' else jsonb_build_object('fields', jsonb_build_array('reschedule_message')) end
        || patient
    );
  elsif new.status is distinct from old.status then
    perform private.audit(
      'appointment.' || new.status,
      'appointment:' || new.id,
      jsonb_strip_nulls(jsonb_build_object('from', old.status, 'to', new.status, 'by', by_whom))
        || case when new.cancellation_reason is null then '{}' else jsonb_build_object('fields', jsonb_build_array('cancellation_reason')) end
        || patient
    );
  end if;
  if new.notes is distinct from old.notes then
    perform private.audit('appointment.note', 'appointment:' || new.id, jsonb_build_object('fields', jsonb_build_array('notes')));
  end if;
  return null;
end $function$;
comment on function private.audit_appointment() is 'Definer: clients may change appointments and may not call private.audit, which takes any text.';

CREATE OR REPLACE FUNCTION private.audit_appointment_type()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed jsonb;
begin
  if tg_op = 'UPDATE' then
    select jsonb_agg(n.key order by n.key) into changed
    from jsonb_each(to_jsonb(new)) as n join jsonb_each(to_jsonb(old)) as o using (key) where n.value is distinct from o.value;
    if changed is null then
      return null;
    end if;
  end if;
  perform private.audit(
    case tg_op when 'INSERT' then 'appointment_type.added' when 'UPDATE' then 'appointment_type.changed' else 'appointment_type.removed' end,
    'doctor:' || case when tg_op = 'DELETE' then old.doctor_id else new.doctor_id end,
    jsonb_strip_nulls(jsonb_build_object('type_id', case when tg_op = 'DELETE' then old.id else new.id end, 'fields', changed))
  );
  return null;
end $function$;
comment on function private.audit_appointment_type() is 'Definer: clients change types and may not call private.audit, which takes any text.';

CREATE OR REPLACE FUNCTION private.audit_attendance()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.audit(
    'appointment.attendance', 'appointment:' || new.id, jsonb_build_object('fields', jsonb_build_array('did_not_come'), 'to', new.did_not_come)
  );
  return null;
end $function$;
comment on function private.audit_attendance() is 'Definer: clients may change appointments and may not call private.audit, which takes any text.';

CREATE OR REPLACE FUNCTION private.audit_company_settings()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.audit('company.changed', 'settings', jsonb_build_object('fields', (
    select jsonb_agg(n.key order by n.key)
    from jsonb_each(to_jsonb(new) - array['version', 'updated_at', 'updated_by']) as n
    join jsonb_each(to_jsonb(old)) as o using (key) where n.value is distinct from o.value
  )));
  return null;
end $function$;
comment on function private.audit_company_settings() is 'Definer: clients change the settings and may not call private.audit, which takes any text.';

CREATE OR REPLACE FUNCTION private.audit_consent()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_withdrawal boolean := tg_op = 'UPDATE' and old.withdrawn_at is null and new.withdrawn_at is not null;
begin
  if tg_op = 'INSERT' or is_withdrawal then
    perform private.audit(
      case when tg_op = 'INSERT' then 'consent.given' else 'consent.withdrawn' end, 'user:' || new.user_id,
      jsonb_build_object('kind', new.kind, 'version', new.version)
    );
  end if;
  -- What was kept on the ground of the consent goes with it. Appointments stay until they are cancelled.
  if is_withdrawal and new.kind = 'health_data' then
    update only private.profiles p set
      medical_history = null, gender = null,
      -- Of a patient without an account it stays: it says until when a guardian may act.
      date_of_birth = case when p.has_account then null else p.date_of_birth end
    where p.user_id = new.user_id;
  end if;
  return null;
end $function$;
comment on function private.audit_consent() is 'Definer: clients may not call private.audit, which takes any text.';

CREATE OR REPLACE FUNCTION private.audit_doctor_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.audit_doctor_change() is 'Definer: clients may change doctors and may not call private.audit, which takes any text.';

CREATE OR REPLACE FUNCTION private.audit_doctor_link()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.audit(
    case when new.user_id is null then 'doctor.unlinked' else 'doctor.linked' end,
    'doctor:' || new.id,
    jsonb_build_object('user_id', coalesce(new.user_id, case when tg_op = 'UPDATE' then old.user_id end))
  );
  return null;
end $function$;
comment on function private.audit_doctor_link() is 'Definer: clients may change doctors and may not call private.audit, which takes any text.';

CREATE OR REPLACE FUNCTION private.audit_guardians_booking()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.is_guardian_of(new.user_id) then
    perform private.audit(
      'appointment.booked_by_guardian', 'appointment:' || new.id, jsonb_build_object('patient_id', new.user_id, 'doctor_id', new.doctor_id)
    );
  end if;
  return null;
end $function$;
comment on function private.audit_guardians_booking() is 'Definer: clients book and may not call private.audit, which takes any text.';

CREATE OR REPLACE FUNCTION private.audit_hidden_note()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.audit(
    'appointment.hidden_note',
    'appointment:' || case when tg_op = 'DELETE' then old.appointment_id else new.appointment_id end,
    jsonb_build_object('fields', jsonb_build_array('hidden_note'))
  );
  return null;
end $function$;
comment on function private.audit_hidden_note() is 'Definer: clients may not call private.audit, which takes any text.';

CREATE OR REPLACE FUNCTION private.audit_private_note()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.audit(
    'appointment.private_note',
    'appointment:' || case when tg_op = 'DELETE' then old.appointment_id else new.appointment_id end,
    jsonb_build_object('fields', jsonb_build_array('private_note'))
  );
  return null;
end $function$;
comment on function private.audit_private_note() is 'Definer: clients may write notes and may not call private.audit, which takes any text.';

CREATE OR REPLACE FUNCTION private.audit_removed_doctor()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.audit('doctor.removed', 'doctor:' || old.id, jsonb_build_object('user_id', old.user_id));
  return null;
end $function$;
comment on function private.audit_removed_doctor() is 'Definer: clients may change doctors and may not call private.audit, which takes any text.';

CREATE OR REPLACE FUNCTION private.audit_role()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed public.user_roles := case when tg_op = 'DELETE' then old else new end;
begin
  perform private.audit(case when tg_op = 'DELETE' then 'role.removed' else 'role.added' end, 'user:' || changed.user_id, jsonb_build_object('role', changed.role));
  return null;
end $function$;
comment on function private.audit_role() is 'Definer: clients may change roles and may not call private.audit, which takes any text.';

CREATE OR REPLACE FUNCTION private.audit_type_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.audit('appointment.type_changed', 'appointment:' || new.id, jsonb_build_object('from', old.type_id, 'to', new.type_id));
  return null;
end $function$;
comment on function private.audit_type_change() is 'Definer: clients may not call private.audit, which takes any text.';

CREATE OR REPLACE FUNCTION private.export_audit_log(actions text[], person uuid, from_time timestamp with time zone, to_time timestamp with time zone, before_id bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  max_rows constant integer := 5000;
  max_an_hour constant integer := 60;
  exported jsonb;
begin
  if not private.is_admin() then
    perform private.refuse();
  end if;
  if not private.is_within_limit('export of the log:' || private.me(), max_an_hour, 60) then
    perform private.fail('too_many_requests', jsonb_build_object('most', max_an_hour, 'seconds', 3600));
  end if;
  select coalesce(jsonb_agg(to_jsonb(l) order by l.id desc), '[]') into exported
  from private.list_audit_log(actions, person, from_time, to_time, before_id, max_rows) as l;
  perform private.audit('audit_log.exported', 'audit_log', jsonb_strip_nulls(jsonb_build_object(
    'rows', jsonb_array_length(exported), 'actions', actions, 'person', person, 'from', from_time, 'to', to_time
  )));
  return exported;
end $function$;
comment on function private.export_audit_log(text[],uuid,timestamp with time zone,timestamp with time zone,bigint) is 'Definer: it writes the log. It refuses everybody but admins first, and gives what the list does.';
grant execute on function private.export_audit_log(text[],uuid,timestamp with time zone,timestamp with time zone,bigint) to authenticated;

CREATE OR REPLACE FUNCTION private.list_audit_log(actions text[], person uuid, from_time timestamp with time zone, to_time timestamp with time zone, before_id bigint, max_rows integer)
 RETURNS TABLE(id bigint, at timestamp with time zone, actor uuid, actor_name text, action text, subject text, subject_name text, details jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  if not private.is_admin() then
    perform private.refuse();
  end if;
  return query
  select l.id, l.at, l.actor, private.name_of(l.actor), l.action, l.subject,
         case
           when l.subject like 'user:%' then private.name_of(private.uuid_or_null(substr(l.subject, 6)))
           when l.subject like 'doctor:%' then (
             select d.first_name || ' ' || d.last_name from public.doctors d where d.id = private.uuid_or_null(substr(l.subject, 8))
           )
         end,
         l.details
  from (
    select e.* from public.audit_log e
    where (list_audit_log.actions is null or exists (select from unnest(list_audit_log.actions) as wanted where starts_with(e.action, wanted)))
      and (person is null or e.actor = person or e.subject = 'user:' || person)
      and (from_time is null or e.at >= from_time)
      and (to_time is null or e.at < to_time)
      and (before_id is null or e.id < before_id)
    order by e.id desc limit list_audit_log.max_rows
  ) as l
  order by l.id desc;
end $function$;
comment on function private.list_audit_log(text[],uuid,timestamp with time zone,timestamp with time zone,bigint,integer) is 'Definer: in the order of the primary key, which a policy keeps the planner from. It refuses everybody but admins first.';
grant execute on function private.list_audit_log(text[],uuid,timestamp with time zone,timestamp with time zone,bigint,integer) to authenticated;

CREATE OR REPLACE FUNCTION private.refuse_audit_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if current_user in ('anon', 'authenticated', 'service_role') then
    perform private.fail('audit_log_is_append_only');
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $function$;

CREATE OR REPLACE FUNCTION public.export_audit_log(actions text[] DEFAULT NULL::text[], person uuid DEFAULT NULL::uuid, from_time timestamp with time zone DEFAULT NULL::timestamp with time zone, to_time timestamp with time zone DEFAULT NULL::timestamp with time zone, before_id bigint DEFAULT NULL::bigint)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.export_audit_log(actions, person, from_time, to_time, before_id)
$function$;
grant execute on function public.export_audit_log(text[],uuid,timestamp with time zone,timestamp with time zone,bigint) to authenticated;

CREATE OR REPLACE FUNCTION public.list_audit_log(actions text[] DEFAULT NULL::text[], person uuid DEFAULT NULL::uuid, from_time timestamp with time zone DEFAULT NULL::timestamp with time zone, to_time timestamp with time zone DEFAULT NULL::timestamp with time zone, before_id bigint DEFAULT NULL::bigint, max_rows integer DEFAULT 50)
 RETURNS TABLE(id bigint, at timestamp with time zone, actor uuid, actor_name text, action text, subject text, subject_name text, details jsonb)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  perform private.check_page(max_rows);
  return query select * from private.list_audit_log(actions, person, from_time, to_time, before_id, max_rows);
end $function$;
grant execute on function public.list_audit_log(text[],uuid,timestamp with time zone,timestamp with time zone,bigint,integer) to authenticated;
