-- Written by `npm run types` from the catalogue. Migrations change the schema; reviews read the difference here.

create table public.appointment_answers (
  id uuid not null default gen_random_uuid(),
  appointment_id uuid not null,
  question_id uuid,
  question jsonb not null,
  kind text not null,
  answer text,
  choice jsonb,
  file_id uuid,
  answered_by uuid not null,
  answered_at timestamp with time zone not null default now(),
  constraint appointment_answers_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES private.profiles(user_id),
  constraint appointment_answers_appointment_id_fkey FOREIGN KEY (appointment_id) REFERENCES public.appointments(id),
  constraint appointment_answers_file_id_fkey FOREIGN KEY (file_id) REFERENCES public.appointment_files(id) ON DELETE CASCADE,
  constraint appointment_answers_one_a_question UNIQUE (appointment_id, question_id),
  constraint appointment_answers_pkey PRIMARY KEY (id),
  constraint appointment_answers_question_id_fkey FOREIGN KEY (question_id) REFERENCES public.appointment_questions(id) ON DELETE SET NULL,
  constraint appointment_answers_answer_is_of_its_kind CHECK (
CASE kind
    WHEN 'text'::text THEN ((answer IS NOT NULL) AND (private.trimmed(answer) <> ''::text) AND (choice IS NULL) AND (file_id IS NULL))
    WHEN 'choice'::text THEN ((choice IS NOT NULL) AND (answer IS NULL) AND (file_id IS NULL))
    ELSE ((file_id IS NOT NULL) AND (answer IS NULL) AND (choice IS NULL))
END),
  constraint appointment_answers_answer_is_short CHECK ((char_length(answer) <= 2000)),
  constraint appointment_answers_kind_is_known CHECK ((kind = ANY (ARRAY['text'::text, 'choice'::text, 'file'::text])))
);
comment on table public.appointment_answers is 'Written by save_answer only.';
CREATE INDEX appointment_answers_question_id_idx ON public.appointment_answers USING btree (question_id);
CREATE INDEX appointment_answers_file_id_idx ON public.appointment_answers USING btree (file_id);
CREATE INDEX appointment_answers_answered_by_idx ON public.appointment_answers USING btree (answered_by);
alter table public.appointment_answers enable row level security;
grant select on public.appointment_answers to authenticated;
grant select on public.appointment_answers to service_role;

create policy "appointment_answers: patient always, doctor unless cancelled" on public.appointment_answers
  for select to authenticated
  using (EXISTS ( SELECT
   FROM public.appointments a
  WHERE ((a.id = appointment_answers.appointment_id) AND (a.erased_at IS NULL) AND ((a.user_id = ANY (( SELECT private.my_people() AS my_people)::uuid[])) OR ((a.doctor_id = ( SELECT private.my_doctor_id() AS my_doctor_id)) AND (a.status <> 'cancelled'::public.appointment_status))))));
