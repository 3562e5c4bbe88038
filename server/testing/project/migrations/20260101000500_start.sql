-- What the project says whenever a server starts.
create function private.on_server_start(production boolean) returns setof text
language sql set search_path = '' as $$
  select format('%s says: production is %s', current_user, production)
$$;
