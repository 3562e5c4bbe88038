-- Written by `npm run types` from the catalogue. Migrations change the schema; reviews read the difference here.

create table private.recorded_health (
  patient_id uuid not null,
  date_of_birth date,
  gender text,
  medical_history text,
  recorded_by uuid not null,
  recorded_at timestamp with time zone not null default now(),
  constraint recorded_health_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES private.profiles(user_id) ON DELETE CASCADE,
  constraint recorded_health_pkey PRIMARY KEY (patient_id),
  constraint recorded_health_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES public.doctors(id),
  constraint recorded_health_date_of_birth_is_plausible CHECK (((date_of_birth >= '1900-01-01'::date) AND (date_of_birth <= '2100-01-01'::date))),
  constraint recorded_health_gender_is_known CHECK ((gender = ANY (ARRAY['erkek'::text, 'kadın'::text, 'diğer'::text, 'belirtmek_istemiyorum'::text]))),
  constraint recorded_health_medical_history_is_short CHECK ((char_length(medical_history) <= 5000))
);
CREATE INDEX recorded_health_recorded_by_idx ON private.recorded_health USING btree (recorded_by);
alter table private.recorded_health enable row level security;

CREATE OR REPLACE FUNCTION private.forget_recorded_health()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.recorded_health h where h.patient_id = new.user_id;
  return null;
end $function$;
comment on function private.forget_recorded_health() is 'Definer: nobody removes recorded health data.';

CREATE OR REPLACE FUNCTION private.take_recorded_health()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new := private.with_recorded_health(new);
  delete from private.recorded_health h where h.patient_id = new.user_id;
  return new;
end $function$;
comment on function private.take_recorded_health() is 'Definer: nobody reads recorded health data otherwise.';
