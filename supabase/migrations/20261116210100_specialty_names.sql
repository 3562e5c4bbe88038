-- The names of specialties that are used in Turkey and in Azerbaijan. The previous names stay as synonyms, so that doctors whose record
-- has one keep their specialty. Names that an admin has changed are left alone.

update public.specialties s
set names = jsonb_set(s.names, '{tr}', to_jsonb(c.new_name)), synonyms = jsonb_set(s.synonyms, '{tr}', (s.synonyms -> 'tr') || to_jsonb(c.old_name))
from (values
  ('beyin-cerrahisi', 'Beyin Cerrahisi', 'Beyin ve Sinir Cerrahisi'),
  ('kalp-cerrahisi', 'Kalp Cerrahisi', 'Kalp ve Damar Cerrahisi'),
  ('fizik-tedavi', 'Fizik Tedavi', 'Fizik Tedavi ve Rehabilitasyon'),
  ('anestezi', 'Anestezi', 'Anesteziyoloji ve Reanimasyon'),
  ('ruh-sagligi', 'Ruh Sağlığı', 'Psikiyatri')
) as c (code, old_name, new_name)
where s.code = c.code and s.names ->> 'tr' = c.old_name and jsonb_array_length(s.synonyms -> 'tr') < 40;

update public.specialties s
set names = jsonb_set(s.names, '{az}', to_jsonb(c.new_name)), synonyms = jsonb_set(s.synonyms, '{az}', (s.synonyms -> 'az') || to_jsonb(c.old_name))
from (values
  ('jinekoloji', 'Qadın xəstəlikləri', 'Ginekologiya'),
  ('pediatri', 'Uşaq xəstəlikləri', 'Pediatriya'),
  ('beyin-cerrahisi', 'Beyin cərrahiyyəsi', 'Neyrocərrahiyyə'),
  ('kalp-cerrahisi', 'Ürək cərrahiyyəsi', 'Kardiocərrahiyyə'),
  ('fizik-tedavi', 'Fizioterapiya', 'Fiziki terapiya və reabilitasiya'),
  ('ruh-sagligi', 'Psixi sağlamlıq', 'Psixiatriya')
) as c (code, old_name, new_name)
where s.code = c.code and s.names ->> 'az' = c.old_name and jsonb_array_length(s.synonyms -> 'az') < 40;
