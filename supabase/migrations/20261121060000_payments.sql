-- Whether an appointment is paid: what staff write down. Entries are only ever added, so that the books can be read back; a mistake is
-- corrected by another entry. No card data and no payment online.

-- Bodies of functions may mention what a later file makes.
set check_function_bodies = off;

create table public.appointment_payments (
  -- Given by the page, so that the same click sent twice is one entry.
  id uuid primary key,
  appointment_id uuid not null references public.appointments (id),
  kind text not null constraint appointment_payments_kind_is_known check (kind in ('paid', 'refunded', 'waived')),
  amount_minor integer not null constraint appointment_payments_amount_is_sane check (private.is_possible_fee(amount_minor) and amount_minor > 0),
  currency text not null constraint appointment_payments_currency_is_offered check (private.is_offered_currency(currency)),
  on_date date not null,
  reference text constraint appointment_payments_reference_is_short
    check (char_length(reference) <= 100 and private.trimmed(reference) <> '' and reference !~ '[[:cntrl:]]'),
  -- No key: the entry outlives the account.
  recorded_by uuid not null,
  recorded_at timestamptz not null default clock_timestamp()
);
comment on table public.appointment_payments is 'Append-only. Written by record_payment only.';
comment on column public.appointment_payments.reference is 'The number of the receipt or transfer. The same one twice for an appointment is the same payment.';
create index appointment_payments_appointment_id_idx on public.appointment_payments (appointment_id, recorded_at);
create unique index appointment_payments_reference_is_single on public.appointment_payments (appointment_id, kind, reference);
alter table public.appointment_payments enable row level security;
grant select on public.appointment_payments to authenticated, service_role;

-- Whoever reads the appointment reads what was paid for it: its patient and guardians, its doctor and admins.
create policy "appointment_payments: who reads the appointment reads them" on public.appointment_payments
  for select to authenticated using (exists (select from public.appointments a where a.id = appointment_id));

create function private.refuse_payment_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user in ('anon', 'authenticated', 'service_role') or tg_op = 'UPDATE' then
    perform private.fail('payments_are_append_only');
  end if;
  return old;
end $$;
create trigger appointment_payments_append_only before update or delete on public.appointment_payments
  for each row execute function private.refuse_payment_change();

-- Sums of the entries, kept by record_payment, so that lists can filter and constraints can say what sums are possible.
alter table public.appointments
  add column paid_minor bigint not null default 0,
  add column refunded_minor bigint not null default 0,
  add column waived_minor bigint not null default 0,
  add column payment_state text,
  add constraint appointments_refunds_were_paid check (refunded_minor between 0 and paid_minor),
  add constraint appointments_waived_is_not_negative check (waived_minor >= 0),
  add constraint appointments_settled_is_within_the_fee check (paid_minor - refunded_minor + waived_minor <= coalesce(fee_minor, 0)),
  add constraint appointments_payment_state_is_known check (payment_state in ('unpaid', 'paid', 'refunded', 'waived'));
comment on column public.appointments.payment_state is
  'unpaid, paid, refunded (all of it was given back), waived; null where there is no fee or a fee of zero. Filled in by the database.';
create index appointments_unpaid_idx on public.appointments (starts_at, id) where payment_state = 'unpaid' and status <> 'cancelled';

create function private.payment_state_of(appointment public.appointments) returns text
language sql immutable set search_path = '' as $$
  select case
    when coalesce(appointment.fee_minor, 0) = 0 then null
    when appointment.paid_minor - appointment.refunded_minor + appointment.waived_minor >= appointment.fee_minor
      then case when appointment.paid_minor > appointment.refunded_minor then 'paid' else 'waived' end
    when appointment.refunded_minor > 0 and appointment.paid_minor = appointment.refunded_minor then 'refunded'
    else 'unpaid'
  end
$$;

-- Follows the fee as well as the entries. Its name puts it after the triggers that fill the fee in.
create function private.state_payment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Sums of two currencies are none.
  if tg_op = 'UPDATE' and old.paid_minor + old.waived_minor > 0 and new.fee_currency is distinct from old.fee_currency then
    perform private.fail('payments_have_a_currency', jsonb_build_object('currency', old.fee_currency));
  end if;
  new.payment_state := private.payment_state_of(new);
  return new;
end $$;
comment on function private.state_payment is 'Definer: people who book have no right to call payment_state_of.';
create trigger appointments_state_payment before insert or update of fee_minor, fee_currency, paid_minor, refunded_minor, waived_minor on public.appointments
  for each row execute function private.state_payment();

-- For admins. `seen` is how many entries the page showed: of two who record the same payment, the second is told that there is one more now.
create function private.record_payment(
  appointment_id uuid, kind text, amount_minor integer, on_date date, reference text, payment_id uuid, seen integer
) returns public.appointment_payments
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  appointment public.appointments;
  entry public.appointment_payments;
  entries integer;
  max_entries constant integer := 100;
begin
  if not private.is_admin() then
    perform private.refuse();
  end if;
  -- Entries of one appointment wait for each other here.
  select * into appointment from public.appointments a where a.id = appointment_id for update;
  if appointment.id is null then
    perform private.refuse();
  end if;
  select * into entry from public.appointment_payments p where p.id = payment_id;
  if entry.id is not null then
    if (entry.appointment_id, entry.kind, entry.amount_minor, entry.on_date, entry.reference, entry.recorded_by)
      is not distinct from (appointment_id, kind, amount_minor, on_date, private.blank_to_null(reference), private.me())
    then
      return entry;
    end if;
    perform private.fail('payment_id_is_used');
  end if;
  select count(*) into entries from public.appointment_payments p where p.appointment_id = appointment.id;
  if seen <> entries then
    perform private.fail('payments_changed', jsonb_build_object('entries', entries));
  end if;
  if entries >= max_entries then
    perform private.fail('too_many_payments', jsonb_build_object('most', max_entries));
  end if;
  if appointment.fee_minor is null then
    perform private.fail('fee_not_set');
  end if;
  if on_date is null or not isfinite(on_date) or on_date > (now() at time zone appointment.timezone)::date + 1 then
    perform private.fail('payment_date_not_possible');
  end if;
  insert into public.appointment_payments (id, appointment_id, kind, amount_minor, currency, on_date, reference, recorded_by)
  values (payment_id, appointment.id, kind, amount_minor, appointment.fee_currency, on_date, private.blank_to_null(reference), private.me())
  returning * into entry;
  if kind = 'refunded' and amount_minor > appointment.paid_minor - appointment.refunded_minor
    or kind <> 'refunded'
      and amount_minor > appointment.fee_minor - (appointment.paid_minor - appointment.refunded_minor + appointment.waived_minor)
  then
    perform private.fail('payment_out_of_range', jsonb_build_object(
      'most', case kind
        when 'refunded' then appointment.paid_minor - appointment.refunded_minor
        else appointment.fee_minor - (appointment.paid_minor - appointment.refunded_minor + appointment.waived_minor)
      end
    ));
  end if;
  update public.appointments a set
    paid_minor = a.paid_minor + case when kind = 'paid' then amount_minor else 0 end,
    refunded_minor = a.refunded_minor + case when kind = 'refunded' then amount_minor else 0 end,
    waived_minor = a.waived_minor + case when kind = 'waived' then amount_minor else 0 end
  where a.id = appointment.id;
  perform private.audit(
    'appointment.payment_recorded', 'appointment:' || appointment.id, jsonb_build_object('kind', kind, 'payment_id', payment_id)
  );
  return entry;
end $$;
comment on function private.record_payment is 'Definer: nobody writes entries otherwise. It refuses everybody but admins first.';
create function public.record_payment(
  appointment_id uuid, kind text, amount_minor integer, on_date date, reference text default null, payment_id uuid default gen_random_uuid(),
  seen integer default null
) returns public.appointment_payments
language sql set search_path = '' as $$
  select * from private.record_payment(record_payment.appointment_id, kind, amount_minor, on_date, reference, payment_id, seen)
$$;
grant execute on function private.record_payment, public.record_payment to authenticated;
