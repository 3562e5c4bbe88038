-- What a doctor asks before an appointment: up to five questions of a type, answered after booking and until the start. Answers belong to the
-- appointment as the complaint does: the patient, their guardians and its doctor read them, and they go with the patient's data.

-- Bodies of functions may mention what a later file makes.
set check_function_bodies = off;

-- [{"tr": …}, …]: what can be chosen.
create function private.are_choices(choices jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(choices) = 'array' and jsonb_array_length(choices) between 2 and 10
    then (select bool_and(private.are_texts_up_to(c, 100, true) and c <> '{}') from jsonb_array_elements(choices) as c)
    else false
  end
$$;
grant execute on function private.are_choices to authenticated, service_role;

create table public.appointment_questions (
  id uuid primary key default gen_random_uuid(),
  type_id uuid not null references public.appointment_types (id) on delete cascade,
  texts jsonb not null constraint appointment_questions_texts_are_given check (private.are_texts_up_to(texts, 300) and texts <> '{}'),
  kind text not null constraint appointment_questions_kind_is_known check (kind in ('text', 'choice', 'file')),
  choices jsonb,
  position integer not null default 0 constraint appointment_questions_position_is_sane check (position between 0 and 100),
  created_at timestamptz not null default now(),
  constraint appointment_questions_only_choices_have_choices check (
    case when kind = 'choice' then choices is not null and private.are_choices(choices) else choices is null end
  )
);
comment on column public.appointment_questions.texts is 'By language, at least one of the six.';
comment on column public.appointment_questions.choices is 'Of a choice: 2 to 10 texts by language, in order.';
create index appointment_questions_type_id_idx on public.appointment_questions (type_id, position, created_at, id);
alter table public.appointment_questions enable row level security;
grant select, delete on public.appointment_questions to authenticated, service_role;
grant insert (id, type_id, texts, kind, choices, position) on public.appointment_questions to authenticated, service_role;
grant update (texts, kind, choices, position) on public.appointment_questions to authenticated, service_role;

-- Whoever reads the type reads its questions.
create policy "appointment_questions: who reads the type reads them" on public.appointment_questions
  for select to authenticated using (exists (select from public.appointment_types t where t.id = type_id));
create policy "appointment_questions: the doctor and admins add" on public.appointment_questions
  for insert to authenticated with check (exists (
    select from public.appointment_types t where t.id = type_id and t.doctor_id = any ((select private.my_doctor_ids())::uuid[])
  ));
create policy "appointment_questions: the doctor and admins change" on public.appointment_questions
  for update to authenticated using (exists (
    select from public.appointment_types t where t.id = type_id and t.doctor_id = any ((select private.my_doctor_ids())::uuid[])
  ));
create policy "appointment_questions: the doctor and admins remove" on public.appointment_questions
  for delete to authenticated using (exists (
    select from public.appointment_types t where t.id = type_id and t.doctor_id = any ((select private.my_doctor_ids())::uuid[])
  ));

create function private.limit_questions() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  max_questions constant integer := 5;
begin
  perform pg_advisory_xact_lock(hashtextextended('questions:' || new.type_id, 0));
  if (select count(*) from public.appointment_questions q where q.type_id = new.type_id) >= max_questions then
    perform private.fail('too_many_questions', jsonb_build_object('most', max_questions));
  end if;
  return new;
end $$;
comment on function private.limit_questions is 'Definer: it counts all questions of the type, whoever adds one.';
create trigger appointment_questions_limit before insert on public.appointment_questions
  for each row execute function private.limit_questions();

create table public.appointment_answers (
  id uuid primary key default gen_random_uuid(),
  appointment_id uuid not null references public.appointments (id),
  question_id uuid references public.appointment_questions (id) on delete set null,
  -- As it was asked: a question that is changed or removed later leaves the answer with its text.
  question jsonb not null,
  kind text not null constraint appointment_answers_kind_is_known check (kind in ('text', 'choice', 'file')),
  answer text constraint appointment_answers_answer_is_short check (char_length(answer) <= 2000),
  -- The chosen text by language.
  choice jsonb,
  file_id uuid references public.appointment_files (id) on delete cascade,
  answered_by uuid not null references private.profiles (user_id),
  answered_at timestamptz not null default now(),
  constraint appointment_answers_one_a_question unique (appointment_id, question_id),
  constraint appointment_answers_answer_is_of_its_kind check (
    case kind
      when 'text' then answer is not null and private.trimmed(answer) <> '' and choice is null and file_id is null
      when 'choice' then choice is not null and answer is null and file_id is null
      else file_id is not null and answer is null and choice is null
    end
  )
);
comment on table public.appointment_answers is 'Written by save_answer only.';
create index appointment_answers_question_id_idx on public.appointment_answers (question_id);
create index appointment_answers_file_id_idx on public.appointment_answers (file_id);
create index appointment_answers_answered_by_idx on public.appointment_answers (answered_by);
alter table public.appointment_answers enable row level security;
grant select on public.appointment_answers to authenticated, service_role;

create policy "appointment_answers: patient always, doctor unless cancelled" on public.appointment_answers
  for select to authenticated using (exists (
    select from public.appointments a
    where a.id = appointment_id and a.erased_at is null
      and (
        a.user_id = any ((select private.my_people())::uuid[])
        or (a.doctor_id = (select private.my_doctor_id()) and a.status <> 'cancelled')
      )
  ));

-- What was typed and not sent. For the patient and guardians, never for the doctor.
create table private.appointment_answer_drafts (
  appointment_id uuid not null references public.appointments (id) on delete cascade,
  question_id uuid not null references public.appointment_questions (id) on delete cascade,
  draft text not null constraint appointment_answer_drafts_draft_is_short check (char_length(draft) <= 2000),
  updated_at timestamptz not null default now(),
  primary key (appointment_id, question_id)
);
create index appointment_answer_drafts_question_id_idx on private.appointment_answer_drafts (question_id);
alter table private.appointment_answer_drafts enable row level security;

-- Locks the appointment, so that erasing it waits for this answer, or this answer sees that it was erased.
create function private.appointment_to_answer(appointment_id uuid) returns public.appointments
language plpgsql security definer set search_path = '' as $$
declare
  asked public.appointments;
begin
  select * into asked from public.appointments a
  where a.id = appointment_to_answer.appointment_id and a.erased_at is null and a.user_id = any (private.my_people()) for share;
  if asked.id is null then
    perform private.refuse();
  end if;
  if asked.status not in ('pending', 'confirmed') or asked.starts_at <= now() then
    perform private.fail('answers_closed');
  end if;
  return asked;
end $$;
comment on function private.appointment_to_answer is 'Definer: it locks the row. Clients cannot call it, and it refuses everybody but the patient and their guardians.';

-- `choice` is the place of the text among the choices, from 0. An answer of nothing takes the answer back.
create function private.save_answer(appointment_id uuid, question_id uuid, answer text, choice integer, file_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  max_a_minute constant integer := 60;
  max_bytes constant integer := 8000;
  asked public.appointments;
  question public.appointment_questions;
begin
  -- Before anything is looked at: an answer of many megabytes costs nothing but its way here.
  if octet_length(answer) > max_bytes then
    perform private.fail('answer_too_long', jsonb_build_object('most', 2000));
  end if;
  asked := private.appointment_to_answer(appointment_id);
  if not private.is_within_limit('answers:' || private.me(), max_a_minute, 1) then
    perform private.fail('too_many_requests', jsonb_build_object('most', max_a_minute, 'seconds', 60));
  end if;
  select q.* into question from public.appointment_questions q where q.id = question_id and q.type_id = asked.type_id for share;
  if question.id is null then
    perform private.fail('question_not_found');
  end if;
  delete from private.appointment_answer_drafts d where d.appointment_id = asked.id and d.question_id = question.id;
  if private.blank_to_null(answer) is null and choice is null and file_id is null then
    delete from public.appointment_answers w where w.appointment_id = asked.id and w.question_id = question.id;
    return;
  end if;
  if question.kind = 'choice' and (choice between 0 and jsonb_array_length(question.choices) - 1) is not true then
    perform private.fail('choice_not_offered');
  end if;
  if file_id is not null and not exists (
    select from public.appointment_files f where f.id = file_id and f.appointment_id = asked.id
  ) then
    perform private.refuse();
  end if;
  insert into public.appointment_answers as w (appointment_id, question_id, question, kind, answer, choice, file_id, answered_by)
  values (
    asked.id, question.id, question.texts, question.kind, private.blank_to_null(answer),
    case when choice is not null and question.kind = 'choice' then question.choices -> choice when choice is not null then to_jsonb(choice) end,
    file_id, private.me()
  )
  on conflict on constraint appointment_answers_one_a_question do update set
    question = excluded.question, kind = excluded.kind, answer = excluded.answer, choice = excluded.choice, file_id = excluded.file_id,
    answered_by = excluded.answered_by, answered_at = now();
end $$;
comment on function private.save_answer is 'Definer: nobody writes answers otherwise. It refuses everybody but the patient and their guardians first.';
create function public.save_answer(
  appointment_id uuid, question_id uuid, answer text default null, choice integer default null, file_id uuid default null
) returns void
language sql set search_path = '' as $$
  select private.save_answer(save_answer.appointment_id, save_answer.question_id, answer, choice, file_id)
$$;
grant execute on function private.save_answer, public.save_answer to authenticated;

create function private.save_answer_draft(appointment_id uuid, question_id uuid, draft text) returns timestamptz
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  max_a_minute constant integer := 120;
  max_bytes constant integer := 8000;
  asked public.appointments;
  saved timestamptz;
begin
  if octet_length(draft) > max_bytes then
    perform private.fail('answer_too_long', jsonb_build_object('most', 2000));
  end if;
  asked := private.appointment_to_answer(appointment_id);
  if not private.is_within_limit('answer drafts:' || private.me(), max_a_minute, 1) then
    perform private.fail('too_many_requests', jsonb_build_object('most', max_a_minute, 'seconds', 60));
  end if;
  if not exists (select from public.appointment_questions q where q.id = question_id and q.type_id = asked.type_id) then
    perform private.fail('question_not_found');
  end if;
  if draft is null or draft = '' then
    delete from private.appointment_answer_drafts d where d.appointment_id = asked.id and d.question_id = question_id;
    return null;
  end if;
  insert into private.appointment_answer_drafts as d (appointment_id, question_id, draft) values (asked.id, question_id, draft)
  on conflict on constraint appointment_answer_drafts_pkey do update set draft = excluded.draft, updated_at = now()
  returning d.updated_at into saved;
  return saved;
end $$;
comment on function private.save_answer_draft is 'Definer: nobody writes drafts otherwise. It refuses everybody but the patient and their guardians first.';
create function public.save_answer_draft(appointment_id uuid, question_id uuid, draft text) returns timestamptz
language sql set search_path = '' as $$
  select private.save_answer_draft(save_answer_draft.appointment_id, save_answer_draft.question_id, draft)
$$;
grant execute on function private.save_answer_draft, public.save_answer_draft to authenticated;

-- For patient and guardians, and for the doctor: the questions of the type with what was answered (`answered_at` is null for what is
-- missing), then answers to questions that are not asked any more. Drafts only for those who write them.
create function private.list_answers(appointment_id uuid) returns table (
  question_id uuid, question jsonb, kind text, choices jsonb, answer text, choice jsonb, file_id uuid, file_name text, answered_at timestamptz,
  draft text, is_asked boolean
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  asked public.appointments;
  is_patient boolean;
begin
  select * into asked from public.appointments a where a.id = list_answers.appointment_id;
  is_patient := asked.user_id = any (private.my_people());
  if (
    asked.id is not null and (is_patient or (asked.doctor_id = private.my_doctor_id() and asked.status <> 'cancelled'))
  ) is not true then
    perform private.refuse();
  end if;
  if asked.erased_at is not null then
    return;
  end if;
  return query
  select q.id, coalesce(w.question, q.texts), coalesce(w.kind, q.kind), q.choices, w.answer, w.choice, w.file_id, f.file_name, w.answered_at,
         case when is_patient then d.draft end, q.id is not null
  from (select * from public.appointment_questions x where x.type_id = asked.type_id) as q
  full join (select * from public.appointment_answers y where y.appointment_id = asked.id) as w on w.question_id = q.id
  left join public.appointment_files f on f.id = w.file_id
  left join private.appointment_answer_drafts d on d.appointment_id = asked.id and d.question_id = q.id
  order by q.id is null, q.position, q.created_at, q.id, w.answered_at;
end $$;
comment on function private.list_answers is 'Definer: it reads drafts for their writers. It refuses everybody but the patient, their guardians and the doctor first.';
create function public.list_answers(appointment_id uuid) returns table (
  question_id uuid, question jsonb, kind text, choices jsonb, answer text, choice jsonb, file_id uuid, file_name text, answered_at timestamptz,
  draft text, is_asked boolean
)
language sql stable set search_path = '' as $$
  select * from private.list_answers(list_answers.appointment_id)
$$;
grant execute on function private.list_answers, public.list_answers to authenticated;

-- As the complaint: answers go with the patient's data. Drafts also with a cancellation, after which nobody can send them.
create function private.forget_answers() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.appointment_answer_drafts d where d.appointment_id = new.id;
  if new.erased_at is not null then
    delete from public.appointment_answers w where w.appointment_id = new.id;
  end if;
  return null;
end $$;
comment on function private.forget_answers is 'Definer: nobody removes answers, and nobody reads drafts.';
create trigger appointments_forget_answers after update of erased_at, status on public.appointments
  for each row when (new.erased_at is not null or new.status = 'cancelled') execute function private.forget_answers();
