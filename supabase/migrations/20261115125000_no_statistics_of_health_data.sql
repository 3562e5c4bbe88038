-- `Prefer: count=planned` answers with the planner's estimate, which comes from statistics of all rows, those the caller may not read
-- included. Of health data there are none: nothing of ours filters by it.

-- Changing a column's type forgets its statistics, even to the same type; a view must not stand on it meanwhile.
drop view public.profiles;
alter table private.profiles
  alter column date_of_birth type date,
  alter column gender type text,
  alter column medical_history type text;
alter table private.profiles
  alter column date_of_birth set statistics 0,
  alter column gender set statistics 0,
  alter column medical_history set statistics 0;

-- As before.
create view public.profiles with (security_invoker = true) as
  select * from private.profiles
  where tableoid = 'private.profiles'::regclass or current_user = 'authenticated';
grant select on public.profiles to authenticated;
grant insert (user_id, first_name, last_name, phone, date_of_birth, gender, medical_history, timezone, language) on public.profiles to authenticated;
grant update (user_id, first_name, last_name, phone, date_of_birth, gender, medical_history, timezone, language) on public.profiles to authenticated;
grant select, insert, update on public.profiles to service_role;
