-- More words that patients use: the part of the body alone, and forms that are spelled unlike the word they come from.
-- A word that is already there, and a list that an admin has filled, stay as they are.
with added (code, language, words) as (
  values
    ('noroloji', 'tr', array['baş', 'başım dönüyor', 'unutkan']),
    ('noroloji', 'az', array['baş', 'başım gicəllənir', 'unutqanlıq']),
    ('noroloji', 'en', array['head', 'dizzy']),
    ('noroloji', 'ru', array['голова', 'кружится голова', 'память']),
    ('noroloji', 'ar', array['رأس', 'صداع نصفي', 'دوار']),
    ('noroloji', 'fr', array['tête', 'mal à la tête', 'mémoire']),
    ('ortopedi', 'tr', array['bel', 'ayak bileği']),
    ('ortopedi', 'az', array['bel', 'ayaq', 'qol']),
    ('ortopedi', 'en', array['bone', 'joint', 'back', 'ankle']),
    ('ortopedi', 'ru', array['спина', 'кость', 'сустав', 'нога']),
    ('ortopedi', 'ar', array['ظهر', 'قدم']),
    ('ortopedi', 'fr', array['dos', 'cheville']),
    ('fizik-tedavi', 'tr', array['bel', 'boyun']),
    ('fizik-tedavi', 'az', array['bel', 'boyun']),
    ('fizik-tedavi', 'en', array['back', 'neck']),
    ('fizik-tedavi', 'ru', array['спина', 'шея']),
    ('fizik-tedavi', 'ar', array['ظهر', 'رقبة']),
    ('fizik-tedavi', 'fr', array['dos', 'cou']),
    ('gastroenteroloji', 'tr', array['karın', 'karnım ağrıyor', 'ishal', 'kabızlık']),
    ('gastroenteroloji', 'az', array['qarın', 'qarnım ağrıyır', 'ishal', 'qəbizlik']),
    ('gastroenteroloji', 'en', array['belly', 'tummy', 'stomach ache', 'diarrhoea', 'diarrhea', 'constipation']),
    ('gastroenteroloji', 'ru', array['живот', 'понос', 'запор']),
    ('gastroenteroloji', 'ar', array['بطن', 'إسهال', 'إمساك']),
    ('gastroenteroloji', 'fr', array['ventre', 'mal au ventre', 'diarrhée', 'constipation']),
    ('kbb', 'tr', array['kulak ağrısı', 'boğaz ağrısı']),
    ('kbb', 'az', array['qulaq ağrısı', 'boğaz ağrısı']),
    ('kbb', 'en', array['earache', 'sore throat']),
    ('kbb', 'ru', array['уши', 'боль в горле', 'насморк']),
    ('kbb', 'ar', array['ألم الأذن', 'التهاب الحلق', 'حلق']),
    ('kbb', 'fr', array['oto', 'mal de gorge', 'mal aux oreilles']),
    ('jinekoloji', 'tr', array['kadın', 'hamile', 'gebe']),
    ('jinekoloji', 'az', array['qadın', 'hamilə']),
    ('jinekoloji', 'en', array['pregnant', 'women']),
    ('jinekoloji', 'ru', array['беременна', 'женщина', 'менструация']),
    ('jinekoloji', 'ar', array['حامل', 'امرأة', 'ولادة طبيعية']),
    ('jinekoloji', 'fr', array['enceinte', 'femme', 'femmes']),
    ('pediatri', 'en', array['kid', 'toddler', 'infant']),
    ('pediatri', 'ru', array['малыш', 'детский', 'детская', 'ребёнка', 'ребёнку']),
    ('pediatri', 'fr', array['bébés', 'tout-petit']),
    ('dermatoloji', 'tr', array['leke', 'saç']),
    ('dermatoloji', 'az', array['ləkə', 'saç']),
    ('dermatoloji', 'en', array['pimples', 'itchy', 'hair']),
    ('dermatoloji', 'ru', array['прыщ', 'волосы', 'чешется']),
    ('dermatoloji', 'ar', array['شعر', 'حبوب']),
    ('dermatoloji', 'fr', array['boutons', 'cheveux']),
    ('gogus', 'ru', array['кашляю', 'лёгкое']),
    ('gogus', 'ar', array['كحة']),
    ('ruh-sagligi', 'tr', array['uyuyamıyorum']),
    ('ruh-sagligi', 'az', array['yata bilmirəm', 'yuxu']),
    ('ruh-sagligi', 'en', array['sleep', 'depressed', 'anxious']),
    ('ruh-sagligi', 'ru', array['сон', 'не могу уснуть']),
    ('ruh-sagligi', 'ar', array['نوم']),
    ('ruh-sagligi', 'fr', array['sommeil', 'angoisse', 'déprimé']),
    ('uroloji', 'ru', array['почка']),
    ('uroloji', 'fr', array['rein']),
    ('diyet', 'ru', array['похудеть']),
    ('endokrinoloji', 'ru', array['сахар']),
    ('endokrinoloji', 'fr', array['sucre dans le sang'])
),
changes as (
  select s.code, jsonb_object_agg(a.language, (s.synonyms -> a.language) || n.words) as synonyms
  from added a
  join public.specialties s on s.code = a.code
  cross join lateral (
    select coalesce(jsonb_agg(w.word order by w.place), '[]') as words
    from unnest(a.words) with ordinality as w (word, place)
    where not s.synonyms -> a.language @> to_jsonb(w.word)
  ) as n
  where jsonb_array_length(s.synonyms -> a.language) + jsonb_array_length(n.words) <= 40
  group by s.code
)
update public.specialties s set synonyms = s.synonyms || c.synonyms
from changes c
where s.code = c.code;
