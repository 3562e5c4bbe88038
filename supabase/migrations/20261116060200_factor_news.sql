-- Mails about second factors, and the way back for somebody who has lost theirs: an admin resets it.

-- As before, and a mail about an account is due while the account is there.
create or replace function private.lock_due_mails(most integer, keys text[]) returns table (id uuid, verdict text)
language sql security definer set search_path = '' as $$
  select (due.mail).id, case
    when (due.mail).kind like 'account\_%' and not exists (select from auth.users u where u.id = (due.mail).user_id and u.deleted_at is null)
      then 'superseded'
    when (due.mail).kind not like 'account\_%' and (not private.is_still_true(due.mail) or private.recipient_of(due.mail) is null)
      then 'superseded'
    when (due.mail).state = 'sending'
      and ((due.mail).attempts >= private.most_attempts((due.mail).kind) or (due.mail).doubts + 1 >= private.most_doubts()) then 'sender lost'
  end
  from (
    select m as mail from private.mail_outbox m
    where m.state in ('waiting', 'sending') and m.next_attempt_at <= now() and (keys is null or m.dedupe_key = any (keys))
    order by private.turn_of(m.kind), m.next_attempt_at
    limit least(most, 100)
    for update skip locked
  ) as due
$$;

-- To the address of this moment. Removing several factors at once is told once.
create function private.record_factor_mail(person uuid, news text, subject text) returns void
language sql security definer set search_path = '' as $$
  insert into private.mail_outbox (kind, recipient, user_id, language, payload, dedupe_key)
  select 'account_factor_' || news, u.email, u.id, coalesce((select p.language from only private.profiles p where p.user_id = u.id), 'tr'), '{}',
         'account_factor_' || news || ':' || subject
  from auth.users u where u.id = person and u.deleted_at is null and u.email is not null
  on conflict (dedupe_key) do nothing
$$;
comment on function private.record_factor_mail is 'Definer: nobody may write the outbox, and accounts are not readable.';

-- Of recovery codes nothing is told: they come and go with the factor itself.
create function private.tell_about_factor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    perform private.record_factor_mail(
      old.user_id, case when auth.uid() <> old.user_id then 'reset' else 'removed' end, old.user_id || ':' || txid_current()
    );
  else
    perform private.record_factor_mail(new.user_id, 'added', new.id::text);
  end if;
  return null;
end $$;
comment on function private.tell_about_factor is 'Definer: factors are changed by the auth service, which has no rights in our tables.';

create trigger mfa_factors_tell_added after update of status on auth.mfa_factors
  for each row when (old.status <> 'verified' and new.status = 'verified' and new.factor_type::text <> 'recovery_code')
  execute function private.tell_about_factor();
create trigger mfa_factors_tell_removed after delete on auth.mfa_factors
  for each row when (old.status = 'verified' and old.factor_type::text <> 'recovery_code')
  execute function private.tell_about_factor();

-- All factors and all sessions of somebody else: a thief who had made the admin believe the story is still without the password.
create function private.reset_second_factor(user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_admin() or reset_second_factor.user_id = private.me() then
    perform private.refuse();
  end if;
  delete from auth.mfa_factors f where f.user_id = reset_second_factor.user_id;
  if not found then
    perform private.fail('no_second_factor');
  end if;
  delete from auth.sessions s where s.user_id = reset_second_factor.user_id;
  -- Staff get the time again to set up another one.
  update public.user_roles r set granted_at = now() where r.user_id = reset_second_factor.user_id;
  perform private.audit('second_factor.reset', 'user:' || reset_second_factor.user_id);
end $$;
comment on function private.reset_second_factor is 'Definer: nobody writes factors and sessions. Only admins, and not for themselves.';

create function public.reset_second_factor(user_id uuid) returns void
language sql set search_path = '' as $$
  select private.reset_second_factor(reset_second_factor.user_id)
$$;
grant execute on function private.reset_second_factor, public.reset_second_factor to authenticated;
