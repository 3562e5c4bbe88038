-- Demo people, all with the password Demo1234!
--   patients   leyla@demo.example   mehmet@demo.example
--   doctors    aylin@demo.example   rauf@demo.example   (and elena@, karim@, claire@)

create function pg_temp.demo_id(name text) returns uuid language sql immutable as $$
  select md5('demo ' || name)::uuid
$$;

-- The working day nearest to `days` days from today.
create function pg_temp.workday(days integer) returns date language sql stable as $$
  select d + case extract(isodow from d) when 6 then (case when days < 0 then -1 else 2 end) when 7 then (case when days < 0 then -2 else 1 end) else 0 end
  from (select current_date + days) as given (d)
$$;

create temporary table demo_people (name text primary key, first_name text, last_name text, language text, more jsonb);
insert into demo_people values
  ('leyla', 'Leyla', 'Hüseynova', 'az', '{"phone": "+994 50 000 00 01", "date_of_birth": "1991-03-14", "gender": "Kadın", "medical_history": "Polen alerjisi", "health_consent": "2026-11-16", "timezone": "Asia/Baku"}'),
  ('mehmet', 'Mehmet', 'Yıldız', 'tr', '{"phone": "+90 530 000 00 02", "date_of_birth": "1978-11-02", "gender": "Erkek", "medical_history": "Yok", "health_consent": "2026-11-16"}'),
  ('aylin', 'Aylin', 'Demir', 'tr', '{}'),
  ('rauf', 'Rauf', 'Məmmədov', 'az', '{"timezone": "Asia/Baku"}'),
  ('elena', 'Elena', 'Sokolova', 'ru', '{"timezone": "Europe/Moscow"}'),
  ('karim', 'Karim', 'Al-Hassan', 'ar', '{"timezone": "Asia/Dubai"}'),
  ('claire', 'Claire', 'Martin', 'fr', '{"timezone": "Europe/Berlin"}');

insert into auth.users (
  instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, created_at, updated_at, raw_app_meta_data, raw_user_meta_data,
  confirmation_token, recovery_token, email_change_token_new, email_change
)
select '00000000-0000-0000-0000-000000000000', pg_temp.demo_id(p.name), 'authenticated', 'authenticated', p.name || '@demo.example',
       password.hash, now(), now(), now(), '{"provider": "email", "providers": ["email"], "demo": true}',
       p.more || jsonb_build_object('first_name', p.first_name, 'last_name', p.last_name, 'language', p.language), '', '', '', ''
from demo_people p, (select extensions.crypt('Demo1234!', extensions.gen_salt('bf', 10))) as password (hash);

insert into auth.identities (user_id, provider_id, provider, identity_data, last_sign_in_at, created_at, updated_at)
select u.id, u.id, 'email', jsonb_build_object('sub', u.id, 'email', u.email, 'email_verified', true), now(), now(), now()
from auth.users u join demo_people p on pg_temp.demo_id(p.name) = u.id;

-- Their password is public, so a second factor would only hinder a tour. A start in production ends the exemption.
update private.second_factor_settings set demo_people_are_exempt = true;

insert into public.doctors (
  id, user_id, first_name, last_name, specialization, bio, bio_language, languages, timezone, timezone_confirmed_at, session_duration,
  cancellation_hours, work_hours
)
select pg_temp.demo_id('doctor ' || d.name), pg_temp.demo_id(d.name), p.first_name, p.last_name, d.specialization, d.bio, d.bio_language,
       d.languages::text[], d.zone, now(), d.session, d.notice, d.hours
from (values
  ('aylin', 'Kardiyoloji', 'Yetişkin kardiyolojisi; hipertansiyon, ritim bozuklukları ve ikinci görüş. 15 yıllık deneyim.', 'tr', '{tr,en}', 'Europe/Istanbul', 30, 24, 'Pzt–Cum 09:00–17:00'),
  ('rauf', 'Nöroloji', 'Baş ağrısı, epilepsiya və yuxu pozğunluqları üzrə nevroloq. Bakı.', 'az', '{az,tr,ru}', 'Asia/Baku', 45, 24, 'B.e.–C. 10:00–18:00'),
  ('elena', 'Dermatoloji', 'Дерматолог: экзема, акне, контроль родинок. Ведёт приём на русском и английском.', 'ru', '{ru,en}', 'Europe/Moscow', 20, 12, 'Пн, Ср, Пт 12:00–20:00'),
  ('karim', 'Ortopedi', 'Diz ve omuz cerrahisi, spor yaralanmaları. Arapça ve İngilizce görüşür.', 'tr', '{ar,en}', 'Asia/Dubai', 30, 48, 'Paz–Per 08:00–14:00'),
  ('claire', 'Kadın Hastalıkları', 'Gebelik takibi ve jinekolojik onkolojide ikinci görüş. Fransızca, İngilizce, Türkçe.', 'tr', '{fr,en,tr}', 'Europe/Berlin', 60, 24, 'Sal, Per 14:00–00:00')
) as d (name, specialization, bio, bio_language, languages, zone, session, notice, hours)
join demo_people p using (name);

-- The portraits are in seed/doctor-photos; they are uploaded with the first start, or by `supabase seed buckets`.
update public.doctors d set photo_path = d.id || '/portrait.webp' where d.user_id in (select pg_temp.demo_id(name) from demo_people);

insert into public.doctor_texts (doctor_id, language, bio)
select pg_temp.demo_id('doctor ' || t.name), t.language, t.bio
from (values
  ('aylin', 'en', 'Adult cardiology: high blood pressure, heart rhythm and second opinions. 15 years of experience.'),
  ('rauf', 'tr', 'Baş ağrısı, epilepsi ve uyku bozuklukları üzerine çalışan nörolog. Bakü.'),
  ('rauf', 'ru', 'Невролог: головная боль, эпилепсия, нарушения сна. Баку.'),
  ('elena', 'tr', 'Dermatolog: egzama, akne, ben kontrolü. Rusça ve İngilizce görüşür.'),
  ('elena', 'en', 'Dermatologist: eczema, acne, checks of moles. Sees patients in Russian and English.'),
  ('karim', 'ar', 'جراحة الركبة والكتف والإصابات الرياضية. يستقبل المرضى بالعربية والإنجليزية.'),
  ('karim', 'en', 'Knee and shoulder surgery, sports injuries. Sees patients in Arabic and English.'),
  ('claire', 'fr', 'Suivi de grossesse et second avis en oncologie gynécologique. Consulte en français, en anglais et en turc.'),
  ('claire', 'en', 'Pregnancy care and second opinions in gynaecological oncology. Sees patients in French, English and Turkish.')
) as t (name, language, bio);

insert into public.user_roles (user_id, role) select d.user_id, 'doctor' from public.doctors d where d.user_id in (select pg_temp.demo_id(name) from demo_people);

insert into public.doctor_contacts (doctor_id, email, phone)
select pg_temp.demo_id('doctor ' || name), name || '@demo.example', '+90 212 000 00 0' || number
from unnest(array['aylin', 'rauf', 'elena', 'karim', 'claire']) with ordinality as d (name, number);

insert into public.doctor_availability (doctor_id, day_of_week, start_time, end_time)
select pg_temp.demo_id('doctor ' || w.name), day, w.start_time::time, w.end_time::time
from (values
  ('aylin', '{0,1,2,3,4}'::int[], '09:00', '12:30'), ('aylin', '{0,1,2,3,4}', '13:30', '17:00'),
  ('rauf', '{0,1,2,3,4}', '10:00', '18:00'),
  ('elena', '{0,2,4}', '12:00', '20:00'),
  ('karim', '{6,0,1,2,3}', '08:00', '14:00'),
  ('claire', '{1,3}', '14:00', '00:00')
) as w (name, days, start_time, end_time), unnest(w.days) as day;

insert into public.doctor_leave (doctor_id, leave_date, start_time, end_time, reason) values
  (pg_temp.demo_id('doctor aylin'), pg_temp.workday(8), null, null, 'Kongre'),
  (pg_temp.demo_id('doctor rauf'), pg_temp.workday(2), '10:00', '13:00', 'Toplantı');

insert into public.appointments (user_id, doctor_id, appointment_date, appointment_time, patient_complaint, notes, status)
select pg_temp.demo_id(a.patient), pg_temp.demo_id('doctor ' || a.doctor), a.on_date, a.at_time, a.complaint, a.note, a.status::public.appointment_status
from (values
  ('leyla', 'aylin', pg_temp.workday(1), '10:00', 'Merdiven çıkarken çarpıntı oluyor.', null, 'confirmed'),
  ('leyla', 'rauf', pg_temp.workday(3), '15:15', 'İki həftədir davam edən baş ağrısı.', null, 'pending'),
  ('leyla', 'elena', pg_temp.workday(-6), '12:40', 'Kolumda kaşıntılı döküntü.', 'Kortizonlu krem, 10 gün; kontrol gerekirse yeniden.', 'completed'),
  ('mehmet', 'aylin', pg_temp.workday(2), '14:00', 'Tansiyonum son günlerde yüksek.', null, 'pending'),
  ('mehmet', 'karim', pg_temp.workday(-3), '09:00', 'Sağ dizimde ağrı.', null, 'cancelled'),
  ('mehmet', 'claire', pg_temp.workday(-9), '16:00', 'Eşim için ikinci görüş.', 'Raporlar incelendi; takip önerildi.', 'completed')
) as a (patient, doctor, on_date, at_time, complaint, note, status);

-- An appointment that starts soon, so that a call can be tried.
insert into public.appointments (user_id, doctor_id, appointment_date, appointment_time, patient_complaint, status)
select pg_temp.demo_id('mehmet'), d.id, soon::date, to_char(soon, 'HH24:MI'), 'Omuz ağrısı, görüntülü kontrol.', 'confirmed'
from public.doctors d, lateral (select date_trunc('minute', now() at time zone d.timezone) + interval '10 minutes' as soon) as s
where d.id = pg_temp.demo_id('doctor karim');

-- Demo appointments cause no mails.
delete from private.mail_outbox where recipient like '%@demo.example';
drop table demo_people;
