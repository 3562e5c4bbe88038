-- A mail of its own when staff enter or change a fee that nobody has agreed to: to the patient, or to the guardians, never to somebody who can be
-- reached by phone only. A booking and a move tell the fee in their own mails.

-- Bodies of functions may mention what a later file makes.
set check_function_bodies = off;

create or replace function private.is_still_true(mail private.mail_outbox) returns boolean
language sql stable security definer set search_path = '' as $$
  select case
    when mail.kind like 'contact\_%' then exists (
      select from public.contact_messages c where c.id = private.uuid_or_null(mail.payload ->> 'message_id')
    )
    when mail.kind = 'appointment_fee_set' then exists (
      select from public.appointments a
      where a.id = private.uuid_or_null(mail.payload ->> 'appointment_id') and a.status <> 'cancelled' and a.erased_at is null
        and a.fee_minor > 0 and a.fee_agreed_at is null
    )
    else exists (
      select from public.appointments a
      where a.id = private.uuid_or_null(mail.payload ->> 'appointment_id')
        and case mail.kind
          when 'appointment_created' then a.status = 'pending'
          when 'appointment_cancelled' then a.status = 'cancelled'
          when 'appointment_rescheduled' then a.status in ('pending', 'confirmed')
          when 'appointment_reminder_24h' then a.status = 'confirmed' and exists (
            select from public.doctors d where d.id = a.doctor_id and a.starts_at > now() + d.cancellation_hours * interval '1 hour'
          )
          else a.status = 'confirmed'
        end
        and (a.starts_at > now() or mail.kind = 'appointment_cancelled')
    )
  end
  -- Nobody could send it for days, as where mail is only set up later. What was written to the company is worth reading all the same.
  and (mail.kind = 'contact_notice' or mail.next_attempt_at > now() - interval '3 days')
$$;

-- What was told about an earlier fee makes room: a mail that still waits is not sent any more.
create function private.retire_fee_mails(appointment uuid) returns void
language sql security definer set search_path = '' as $$
  update private.mail_outbox m set
    dedupe_key = m.dedupe_key || ':before fee ' || m.id,
    state = case m.state when 'waiting' then 'failed' else m.state end,
    last_error = case m.state when 'waiting' then 'superseded' else m.last_error end,
    payload = case when m.state in ('waiting', 'failed') then null else m.payload end
  where m.dedupe_key = any (private.keys_about('appointment_fee_set', retire_fee_mails.appointment))
$$;
comment on function private.retire_fee_mails(uuid) is 'Definer: nobody may write the outbox. Clients cannot call it.';

create function private.tell_about_fee() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  max_a_day constant integer := 10;
begin
  perform private.retire_fee_mails(new.id);
  -- Nobody owes nothing, and a fee that goes up and down is not a way to flood somebody: it stands in the list as well.
  if new.fee_agreed_at is null and new.fee_minor > 0 and new.status <> 'cancelled' and auth.uid() is not null
    and private.is_within_limit('fee mails about:' || new.id, max_a_day, 1440)
  then
    insert into private.mail_outbox (kind, recipient, user_id, language, payload, variant, dedupe_key)
    select 'appointment_fee_set', person.address, person.id, person.language,
           jsonb_build_object('appointment_id', new.id, 'to', person.part), 'fee_set', 'appointment_fee_set:' || new.id || ':' || person.part
    from private.people_of(new) as person
    where person.part <> 'doctor' and person.address is not null
    on conflict (dedupe_key) do nothing;
  end if;
  return null;
end $$;
comment on function private.tell_about_fee() is 'Definer: staff may enter fees and may not record mails.';
create trigger appointments_tell_about_fee after update of fee_minor, fee_currency on public.appointments
  for each row when (
    (old.fee_minor, old.fee_currency) is distinct from (new.fee_minor, new.fee_currency) and old.reschedule_count = new.reschedule_count
  )
  execute function private.tell_about_fee();
