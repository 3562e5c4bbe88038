-- A code that was sent to a new address is looked up by that address.
create index if not exists users_email_change_idx on auth.users (email_change) where email_change <> '';
