-- Names of specialties as hospitals use them. A name that an admin has changed stays; the old names stay as words that find them.
with renamed (code, language, old_name, new_name) as (
  values
    ('goz', 'en', 'Eye care', 'Ophthalmology'),
    ('kalp-cerrahisi', 'en', 'Heart surgery', 'Cardiac surgery'),
    ('fizik-tedavi', 'en', 'Physical therapy', 'Physiotherapy and rehabilitation'),
    ('gogus', 'en', 'Chest medicine', 'Respiratory medicine'),
    ('ortopedi', 'ru', 'Ортопедия', 'Травматология и ортопедия'),
    ('fizik-tedavi', 'ru', 'Физиотерапия', 'Медицинская реабилитация'),
    ('ruh-sagligi', 'ru', 'Психическое здоровье', 'Психиатрия и психотерапия'),
    ('plastik-cerrahi', 'ar', 'الجراحة التجميلية', 'جراحة التجميل والترميم'),
    ('fizik-tedavi', 'ar', 'العلاج الطبيعي', 'الطب الطبيعي والتأهيل'),
    ('jinekoloji', 'ar', 'أمراض النساء', 'أمراض النساء والتوليد'),
    ('fizik-tedavi', 'fr', 'Rééducation', 'Médecine physique et de réadaptation'),
    ('anestezi', 'fr', 'Anesthésie', 'Anesthésie-réanimation')
),
changes as (
  select s.code,
    jsonb_object_agg(r.language, r.new_name) as names,
    jsonb_object_agg(r.language, (s.synonyms -> r.language) || to_jsonb(r.old_name)) as synonyms
  from renamed r join public.specialties s on s.code = r.code and s.names ->> r.language = r.old_name
  group by s.code
)
update public.specialties s
set names = s.names || c.names, synonyms = s.synonyms || c.synonyms
from changes c
where s.code = c.code;
