-- 30 days before a child turns 18, each guardian is told by mail that their access ends, and how the record can be claimed.

-- Bodies of functions may mention what a later file makes.
set check_function_bodies = off;

create index profiles_children_idx on private.profiles (date_of_birth) where not has_account and date_of_birth is not null;

create function private.record_coming_of_age_mails() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  announced_days constant integer := 30;
  recorded integer;
begin
  insert into private.mail_outbox (kind, recipient, user_id, language, payload, dedupe_key)
  select 'account_coming_of_age', u.email, u.id, own.language, jsonb_build_object('patient_id', p.user_id, 'guardian_id', u.id),
         'account_coming_of_age:' || p.user_id || ':' || u.id
  from only private.profiles p
  join public.guardians g on g.patient_id = p.user_id and g.authority = 'parental'
  join only private.profiles own on own.user_id = g.guardian_id
  join auth.users u on u.id = g.guardian_id and u.deleted_at is null and u.email is not null
  where not p.has_account and p.date_of_birth is not null
    -- The bounds, a day wider than any zone, let the index find the few rows.
    and p.date_of_birth between (current_date - interval '18 years')::date - 2 and (current_date - interval '18 years')::date + announced_days + 4
    and private.is_live_right(g.authority, p)
    and private.adult_on(p.date_of_birth) <= private.today_in(p.timezone) + announced_days
  on conflict (dedupe_key) do nothing;
  get diagnostics recorded = row_count;
  return recorded;
end $$;
comment on function private.record_coming_of_age_mails() is 'Definer: nobody may write the outbox. Only the secret key calls it.';

create function public.record_coming_of_age_mails() returns integer
language sql set search_path = '' as $$ select private.record_coming_of_age_mails() $$;
grant execute on function private.record_coming_of_age_mails, public.record_coming_of_age_mails to service_role;

-- For the mail, while it is true.
create function private.read_coming_of_age(patient_id uuid, guardian_id uuid)
returns table (first_name text, last_name text, adult_on date, guardian_first_name text, guardian_last_name text)
language sql stable security definer set search_path = '' as $$
  select p.first_name, p.last_name, private.adult_on(p.date_of_birth), own.first_name, own.last_name
  from public.guardians g
  join only private.profiles p on p.user_id = g.patient_id and private.is_live_right(g.authority, p)
  join only private.profiles own on own.user_id = g.guardian_id
  where g.patient_id = read_coming_of_age.patient_id and g.guardian_id = read_coming_of_age.guardian_id and g.authority = 'parental'
$$;
comment on function private.read_coming_of_age(uuid, uuid) is 'Definer: it looks up names for the sender of mails. Only the secret key calls it.';

create function public.read_coming_of_age(patient_id uuid, guardian_id uuid)
returns table (first_name text, last_name text, adult_on date, guardian_first_name text, guardian_last_name text)
language sql stable set search_path = '' as $$ select * from private.read_coming_of_age(patient_id, guardian_id) $$;
grant execute on function private.read_coming_of_age, public.read_coming_of_age to service_role;
