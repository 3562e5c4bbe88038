-- Written by `npm run types` from the catalogue. Migrations change the schema; reviews read the difference here.

create table private.specialty_terms (
  term text not null,
  code text not null,
  is_name boolean not null,
  constraint specialty_terms_code_fkey FOREIGN KEY (code) REFERENCES public.specialties(code) ON UPDATE CASCADE ON DELETE CASCADE,
  constraint specialty_terms_pkey PRIMARY KEY (term, code)
);
CREATE INDEX specialty_terms_code_idx ON private.specialty_terms USING btree (code);
alter table private.specialty_terms enable row level security;

create table public.specialties (
  code text not null,
  "position" integer not null default 1000,
  names jsonb not null,
  synonyms jsonb not null,
  constraint specialties_pkey PRIMARY KEY (code),
  constraint specialties_code_is_plain CHECK (((code ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (char_length(code) <= 40))),
  constraint specialties_names_are_in_six_languages CHECK ((private.has_every_language(names) AND private.are_texts(names))),
  constraint specialties_synonyms_are_in_six_languages CHECK ((private.has_every_language(synonyms) AND private.are_lists_of_texts(synonyms)))
);
CREATE INDEX specialties_position_idx ON public.specialties USING btree ("position");
alter table public.specialties enable row level security;
grant select on public.specialties to anon;
grant delete, select on public.specialties to authenticated;
grant select on public.specialties to service_role;
grant insert (code, "position", names, synonyms) on public.specialties to authenticated;
grant update (code, "position", names, synonyms) on public.specialties to authenticated;

create policy "specialties: admins add" on public.specialties
  for insert to authenticated
  with check ( SELECT private.is_admin() AS is_admin);

create policy "specialties: admins change" on public.specialties
  for update to authenticated
  using ( SELECT private.is_admin() AS is_admin)
  with check ( SELECT private.is_admin() AS is_admin);

create policy "specialties: admins remove" on public.specialties
  for delete to authenticated
  using ( SELECT private.is_admin() AS is_admin);

create policy "specialties: signed-in people read" on public.specialties
  for select to authenticated
  using (code IS NOT NULL);

create policy "specialties: visitors read" on public.specialties
  for select to anon
  using (code IS NOT NULL);

CREATE TRIGGER specialties_derive_again AFTER INSERT OR DELETE OR UPDATE ON public.specialties FOR EACH STATEMENT EXECUTE FUNCTION private.derive_specialties_again();

CREATE TRIGGER specialties_fill_terms AFTER INSERT OR UPDATE ON public.specialties FOR EACH ROW EXECUTE FUNCTION private.fill_specialty_terms();

CREATE OR REPLACE FUNCTION private.fill_specialty_terms()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.specialty_terms t where t.code = new.code;
  insert into private.specialty_terms (term, code, is_name)
  select private.fold_text(private.trimmed(terms.term)), new.code, bool_or(terms.is_name)
  from (
    select n.value as term, true as is_name from jsonb_each_text(new.names) as n
    union all
    select t.value, false from jsonb_each(new.synonyms) as l, jsonb_array_elements_text(l.value) as t
  ) as terms
  group by 1;
  return null;
end $function$;
comment on function private.fill_specialty_terms() is 'Definer: admins change specialties, and nobody writes the terms.';

CREATE OR REPLACE FUNCTION private.specialty_of(given text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select t.code
  from (
    select private.fold_text(private.trimmed(given)) as whole, private.fold_text(private.trimmed(substring(given from '^[^,;/&(|]+'))) as beginning
  ) as asked
  join private.specialty_terms t on t.term in (asked.whole, asked.beginning)
  join public.specialties s on s.code = t.code
  order by t.term = asked.whole desc, t.is_name desc, s.position, s.code
  limit 1
$function$;
comment on function private.specialty_of(text) is 'Definer: nobody reads the terms, which are public as names and synonyms anyway.';
grant execute on function private.specialty_of(text) to authenticated;
grant execute on function private.specialty_of(text) to service_role;
