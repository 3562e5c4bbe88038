-- Written by `npm run types` from the catalogue. Migrations change the schema; reviews read the difference here.

create table public.appointment_questions (
  id uuid not null default gen_random_uuid(),
  type_id uuid not null,
  texts jsonb not null,
  kind text not null,
  choices jsonb,
  "position" integer not null default 0,
  created_at timestamp with time zone not null default now(),
  constraint appointment_questions_pkey PRIMARY KEY (id),
  constraint appointment_questions_type_id_fkey FOREIGN KEY (type_id) REFERENCES public.appointment_types(id) ON DELETE CASCADE,
  constraint appointment_questions_kind_is_known CHECK ((kind = ANY (ARRAY['text'::text, 'choice'::text, 'file'::text]))),
  constraint appointment_questions_only_choices_have_choices CHECK (
CASE
    WHEN (kind = 'choice'::text) THEN ((choices IS NOT NULL) AND private.are_choices(choices))
    ELSE (choices IS NULL)
END),
  constraint appointment_questions_position_is_sane CHECK ((("position" >= 0) AND ("position" <= 100))),
  constraint appointment_questions_texts_are_given CHECK ((private.are_texts_up_to(texts, 300) AND (texts <> '{}'::jsonb)))
);
comment on column public.appointment_questions.texts is 'By language, at least one of the six.';
comment on column public.appointment_questions.choices is 'Of a choice: 2 to 10 texts by language, in order.';
CREATE INDEX appointment_questions_type_id_idx ON public.appointment_questions USING btree (type_id, "position", created_at, id);
alter table public.appointment_questions enable row level security;
grant delete, select on public.appointment_questions to authenticated;
grant delete, select on public.appointment_questions to service_role;
grant insert (id, type_id, texts, kind, choices, "position") on public.appointment_questions to authenticated;
grant update (texts, kind, choices, "position") on public.appointment_questions to authenticated;
grant insert (id, type_id, texts, kind, choices, "position") on public.appointment_questions to service_role;
grant update (texts, kind, choices, "position") on public.appointment_questions to service_role;

create policy "appointment_questions: the doctor and admins add" on public.appointment_questions
  for insert to authenticated
  with check (EXISTS ( SELECT
   FROM public.appointment_types t
  WHERE ((t.id = appointment_questions.type_id) AND (t.doctor_id = ANY (( SELECT private.my_doctor_ids() AS my_doctor_ids)::uuid[])))));

create policy "appointment_questions: the doctor and admins change" on public.appointment_questions
  for update to authenticated
  using (EXISTS ( SELECT
   FROM public.appointment_types t
  WHERE ((t.id = appointment_questions.type_id) AND (t.doctor_id = ANY (( SELECT private.my_doctor_ids() AS my_doctor_ids)::uuid[])))));

create policy "appointment_questions: the doctor and admins remove" on public.appointment_questions
  for delete to authenticated
  using (EXISTS ( SELECT
   FROM public.appointment_types t
  WHERE ((t.id = appointment_questions.type_id) AND (t.doctor_id = ANY (( SELECT private.my_doctor_ids() AS my_doctor_ids)::uuid[])))));

create policy "appointment_questions: who reads the type reads them" on public.appointment_questions
  for select to authenticated
  using (EXISTS ( SELECT
   FROM public.appointment_types t
  WHERE (t.id = appointment_questions.type_id)));

CREATE TRIGGER appointment_questions_limit BEFORE INSERT ON public.appointment_questions FOR EACH ROW EXECUTE FUNCTION private.limit_questions();

CREATE OR REPLACE FUNCTION private.limit_questions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  max_questions constant integer := 5;
begin
  perform pg_advisory_xact_lock(hashtextextended('questions:' || new.type_id, 0));
  if (select count(*) from public.appointment_questions q where q.type_id = new.type_id) >= max_questions then
    perform private.fail('too_many_questions', jsonb_build_object('most', max_questions));
  end if;
  return new;
end $function$;
comment on function private.limit_questions() is 'Definer: it counts all questions of the type, whoever adds one.';
