-- Written by `npm run types` from the catalogue. Migrations change the schema; reviews read the difference here.

create table private.public_fees (
  only_row boolean not null default true,
  shown boolean not null default false,
  constraint public_fees_pkey PRIMARY KEY (only_row),
  constraint public_fees_is_one_row CHECK (only_row)
);
alter table private.public_fees enable row level security;

CREATE TRIGGER public_fees_announce AFTER UPDATE ON private.public_fees FOR EACH STATEMENT EXECUTE FUNCTION private.announce_public_change('doctors');

CREATE OR REPLACE FUNCTION private.are_fees_public()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p.shown from private.public_fees p
$function$;
comment on function private.are_fees_public() is 'Definer: nobody reads the setting. Whether it is on can be seen on the public pages.';
grant execute on function private.are_fees_public() to authenticated;
