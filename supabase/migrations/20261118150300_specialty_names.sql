-- Names of specialties as doctors and patients call them. A name that an admin has changed stays; the old names stay as words that find them.
with renamed (code, language, old_name, new_name) as (
  values
    ('ruh-sagligi', 'en', 'Mental health', 'Psychiatry'),
    ('ruh-sagligi', 'ar', 'الصحة النفسية', 'الطب النفسي'),
    ('diyet', 'en', 'Nutrition and diet', 'Nutrition and dietetics'),
    ('diyet', 'ar', 'التغذية والحمية', 'التغذية العلاجية'),
    ('gogus', 'az', 'Ağciyər xəstəlikləri', 'Pulmonologiya'),
    ('goz', 'az', 'Göz xəstəlikləri', 'Oftalmologiya'),
    ('kbb', 'az', 'Qulaq, burun, boğaz', 'Otorinolarinqologiya (LOR)')
),
changes as (
  select s.code,
    jsonb_object_agg(r.language, r.new_name) as names,
    jsonb_object_agg(r.language, (s.synonyms -> r.language) || to_jsonb(r.old_name)) as synonyms
  from renamed r
  join public.specialties s
    on s.code = r.code and s.names ->> r.language = r.old_name and jsonb_array_length(s.synonyms -> r.language) < 40
  group by s.code
)
update public.specialties s
set names = s.names || c.names, synonyms = s.synonyms || c.synonyms
from changes c
where s.code = c.code;
