-- Changes to one's own account: erasing it needs a recent sign-in, and each change is told by mail.

-- When a password, link, code or factor was last checked in the caller's session. Hosted Supabase puts it into the token as well.
create function private.authenticated_at() returns timestamptz
language sql stable set search_path = '' as $$
  select to_timestamp(max((entry ->> 'timestamp')::double precision))
  from jsonb_array_elements(case jsonb_typeof(auth.jwt() -> 'amr') when 'array' then auth.jwt() -> 'amr' else '[]' end) as entry
  where jsonb_typeof(entry -> 'timestamp') = 'number'
$$;

create function private.require_recent_sign_in() returns void
language plpgsql stable set search_path = '' as $$
begin
  if private.authenticated_at() > now() - interval '15 minutes' then
    return;
  end if;
  perform private.fail('reauthentication_needed');
end $$;

-- As before, and whoever finds a browser open cannot do it. Where the account has a second factor, it is asked for too. The mail says
-- goodbye; its row belongs to nobody, because the account's own mails go with it.
create or replace function private.erase_my_account(confirmation text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  person uuid := private.me();
  address text;
  language text;
begin
  perform private.refuse_without_factor();
  select u.email, coalesce(p.language, 'tr') into address, language
  from auth.users u left join only private.profiles p on p.user_id = u.id where u.id = person;
  if (lower(address) = lower(private.trimmed(confirmation))) is not true then
    perform private.fail('confirmation_does_not_match');
  end if;
  perform private.require_recent_sign_in();
  perform private.erase_account(person);
  insert into private.mail_outbox (kind, recipient, language, payload, dedupe_key)
  values ('account_erased', address, language, '{}', 'account_erased:' || person);
end $$;
comment on function private.erase_my_account is 'Definer: it may call erase_account, after the caller has typed their own address.';

-- The address of an erased account is kept only until its last mail has left.
create function private.forget_erased_address() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.recipient := '';
  return new;
end $$;
create trigger mail_outbox_forget_erased_address before update of state on private.mail_outbox
  for each row when (new.kind = 'account_erased' and new.state in ('sent', 'failed')) execute function private.forget_erased_address();

-- As before, and the mail about an erasure is due without an account.
create or replace function private.lock_due_mails(most integer, keys text[]) returns table (id uuid, verdict text)
language sql security definer set search_path = '' as $$
  select (due.mail).id, case
    when (due.mail).kind like 'account\_%' and (due.mail).kind <> 'account_erased'
      and not exists (select from auth.users u where u.id = (due.mail).user_id and u.deleted_at is null)
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

-- A new password is told at the account's address, a new address at the old one.
create function private.tell_about_account() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  news text := case when old.email <> new.email then 'email_changed' else 'password_changed' end;
begin
  insert into private.mail_outbox (kind, recipient, user_id, language, payload, dedupe_key)
  values (
    'account_' || news, old.email, new.id,
    coalesce((select p.language from only private.profiles p where p.user_id = new.id), 'tr'), '{}',
    'account_' || news || ':' || new.id || ':' || txid_current()
  )
  on conflict (dedupe_key) do nothing;
  return null;
end $$;
comment on function private.tell_about_account is 'Definer: accounts are changed by the auth service, which has no rights in our tables.';

-- An address or a password that nobody has confirmed yet is no news.
create trigger users_tell_email_changed after update of email on auth.users
  for each row when (old.email <> new.email and old.email_confirmed_at is not null and new.deleted_at is null)
  execute function private.tell_about_account();
create trigger users_tell_password_changed after update of encrypted_password on auth.users
  for each row when (
    old.encrypted_password <> new.encrypted_password and old.encrypted_password <> '' and new.encrypted_password <> ''
    and old.email = new.email and old.email_confirmed_at is not null and new.deleted_at is null
  )
  execute function private.tell_about_account();

-- Calls off a change of address that is not confirmed yet, for somebody who has mistyped it. Whether there was one. The auth service
-- has no way to do this.
create function private.cancel_my_email_change() returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if private.me() is null then
    perform private.refuse();
  end if;
  delete from auth.one_time_tokens t
  where t.user_id = private.me() and t.token_type in ('email_change_token_new', 'email_change_token_current');
  update auth.users u set
    email_change = '', email_change_token_new = '', email_change_token_current = '', email_change_confirm_status = 0
  where u.id = private.me() and u.email_change <> '';
  return found;
end $$;
comment on function private.cancel_my_email_change is 'Definer: nobody writes accounts. It changes the caller''s own only.';

create function public.cancel_my_email_change() returns boolean
language sql set search_path = '' as $$
  select private.cancel_my_email_change()
$$;
grant execute on function private.cancel_my_email_change, public.cancel_my_email_change to authenticated;
