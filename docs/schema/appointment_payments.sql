-- Written by `npm run types` from the catalogue. Migrations change the schema; reviews read the difference here.

create table public.appointment_payments (
  id uuid not null,
  appointment_id uuid not null,
  kind text not null,
  amount_minor integer not null,
  currency text not null,
  on_date date not null,
  reference text,
  recorded_by uuid not null,
  recorded_at timestamp with time zone not null default clock_timestamp(),
  constraint appointment_payments_appointment_id_fkey FOREIGN KEY (appointment_id) REFERENCES public.appointments(id),
  constraint appointment_payments_pkey PRIMARY KEY (id),
  constraint appointment_payments_amount_is_sane CHECK ((private.is_possible_fee(amount_minor) AND (amount_minor > 0))),
  constraint appointment_payments_currency_is_offered CHECK (private.is_offered_currency(currency)),
  constraint appointment_payments_kind_is_known CHECK ((kind = ANY (ARRAY['paid'::text, 'refunded'::text, 'waived'::text]))),
  constraint appointment_payments_reference_is_short CHECK (((char_length(reference) <= 100) AND (private.trimmed(reference) <> ''::text) AND (reference !~ '[[:cntrl:]]'::text)))
);
comment on table public.appointment_payments is 'Append-only. Written by record_payment only.';
comment on column public.appointment_payments.reference is 'The number of the receipt or transfer. The same one twice for an appointment is the same payment.';
CREATE INDEX appointment_payments_appointment_id_idx ON public.appointment_payments USING btree (appointment_id, recorded_at);
CREATE UNIQUE INDEX appointment_payments_reference_is_single ON public.appointment_payments USING btree (appointment_id, kind, reference);
alter table public.appointment_payments enable row level security;
grant select on public.appointment_payments to authenticated;
grant select on public.appointment_payments to service_role;

create policy "appointment_payments: who reads the appointment reads them" on public.appointment_payments
  for select to authenticated
  using (EXISTS ( SELECT
   FROM public.appointments a
  WHERE (a.id = appointment_payments.appointment_id)));

CREATE TRIGGER appointment_payments_append_only BEFORE DELETE OR UPDATE ON public.appointment_payments FOR EACH ROW EXECUTE FUNCTION private.refuse_payment_change();

CREATE OR REPLACE FUNCTION private.record_payment(appointment_id uuid, kind text, amount_minor integer, on_date date, reference text, payment_id uuid, seen integer)
 RETURNS public.appointment_payments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.record_payment(uuid,text,integer,date,text,uuid,integer) is 'Definer: nobody writes entries otherwise. It refuses everybody but admins first.';
grant execute on function private.record_payment(uuid,text,integer,date,text,uuid,integer) to authenticated;

CREATE OR REPLACE FUNCTION public.record_payment(appointment_id uuid, kind text, amount_minor integer, on_date date, reference text DEFAULT NULL::text, payment_id uuid DEFAULT gen_random_uuid(), seen integer DEFAULT NULL::integer)
 RETURNS public.appointment_payments
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.record_payment(record_payment.appointment_id, kind, amount_minor, on_date, reference, payment_id, seen)
$function$;
grant execute on function public.record_payment(uuid,text,integer,date,text,uuid,integer) to authenticated;
