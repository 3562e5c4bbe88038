-- Written by `npm run types` from the catalogue. Migrations change the schema; reviews read the difference here.

create table private.appointment_answer_drafts (
  appointment_id uuid not null,
  question_id uuid not null,
  draft text not null,
  updated_at timestamp with time zone not null default now(),
  constraint appointment_answer_drafts_appointment_id_fkey FOREIGN KEY (appointment_id) REFERENCES public.appointments(id) ON DELETE CASCADE,
  constraint appointment_answer_drafts_pkey PRIMARY KEY (appointment_id, question_id),
  constraint appointment_answer_drafts_question_id_fkey FOREIGN KEY (question_id) REFERENCES public.appointment_questions(id) ON DELETE CASCADE,
  constraint appointment_answer_drafts_draft_is_short CHECK ((char_length(draft) <= 2000))
);
CREATE INDEX appointment_answer_drafts_question_id_idx ON private.appointment_answer_drafts USING btree (question_id);
alter table private.appointment_answer_drafts enable row level security;

CREATE OR REPLACE FUNCTION private.forget_answers()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.appointment_answer_drafts d where d.appointment_id = new.id;
  if new.erased_at is not null then
    delete from public.appointment_answers w where w.appointment_id = new.id;
  end if;
  return null;
end $function$;
comment on function private.forget_answers() is 'Definer: nobody removes answers, and nobody reads drafts.';
