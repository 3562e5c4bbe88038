-- Mails about security keys, which are factors of another kind, and about passkeys, with which people sign in without a password.

-- To the address of this moment. The same change is told once.
create function private.record_account_mail(person uuid, news text, subject text) returns void
language sql security definer set search_path = '' as $$
  insert into private.mail_outbox (kind, recipient, user_id, language, payload, dedupe_key)
  select 'account_' || news, u.email, u.id, coalesce((select p.language from only private.profiles p where p.user_id = u.id), 'tr'), '{}',
         'account_' || news || ':' || subject
  from auth.users u where u.id = person and u.deleted_at is null and u.email is not null
  on conflict (dedupe_key) do nothing
$$;
comment on function private.record_account_mail is 'Definer: nobody may write the outbox, and accounts are not readable.';

-- As before, and a security key is called by its name. Resetting is told once, whatever the factors were.
create or replace function private.tell_about_factor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    if auth.uid() <> old.user_id then
      perform private.record_factor_mail(old.user_id, 'reset', old.user_id || ':' || txid_current());
    elsif old.factor_type::text = 'webauthn' then
      perform private.record_account_mail(old.user_id, 'key_removed', old.user_id || ':' || txid_current());
    else
      perform private.record_factor_mail(old.user_id, 'removed', old.user_id || ':' || txid_current());
    end if;
  elsif new.factor_type::text = 'webauthn' then
    perform private.record_account_mail(new.user_id, 'key_added', new.id::text);
  else
    perform private.record_factor_mail(new.user_id, 'added', new.id::text);
  end if;
  return null;
end $$;

create function private.tell_about_passkey() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    perform private.record_account_mail(old.user_id, 'passkey_removed', old.id::text);
  else
    perform private.record_account_mail(new.user_id, 'passkey_added', new.id::text);
  end if;
  return null;
end $$;
comment on function private.tell_about_passkey is 'Definer: passkeys are changed by the auth service, which has no rights in our tables.';

-- Older backends have no passkeys.
do $$
begin
  if to_regclass('auth.webauthn_credentials') is not null then
    create trigger webauthn_credentials_tell after insert or delete on auth.webauthn_credentials
      for each row execute function private.tell_about_passkey();
  end if;
end $$;
