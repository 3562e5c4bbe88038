-- Finding a doctor: specialties with their names and synonyms in six languages, the languages a doctor speaks, and texts per language.

-- What people type and what is stored, made comparable: without case, accents and vowel marks. The same as `fold` of the pages;
-- `scripts/fold.test.ts` compares them. The collation is named, because a Turkish database would lower "I" to "ı".
create function private.fold_text(value text) returns text
language sql immutable set search_path = '' as $$
  select regexp_replace(
    translate(
      regexp_replace(
        normalize(lower(value collate pg_catalog.pg_c_utf8), nfd),
        '[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u08d3-\u08e1\u08e3-\u08ff\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]',
        '', 'g'
      ),
      'ıəىة', 'ieيه'
    ),
    '[’'']', '', 'g'
  )
$$;

-- {"tr": …, "az": …}: exactly the offered languages.
create function private.has_every_language(texts jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select jsonb_typeof(texts) = 'object' and (select count(*) = 6 and bool_and(private.is_offered_language(k)) from jsonb_object_keys(texts) as k)
$$;

create function private.are_texts(texts jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select bool_and(jsonb_typeof(t.value) = 'string' and char_length(private.trimmed(t.value #>> '{}')) between 1 and 100) from jsonb_each(texts) as t
$$;

create function private.are_lists_of_texts(lists jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select bool_and(
    case when jsonb_typeof(l.value) = 'array' and jsonb_array_length(l.value) <= 40
      then (select coalesce(bool_and(jsonb_typeof(t) = 'string' and char_length(private.trimmed(t #>> '{}')) between 1 and 100), true) from jsonb_array_elements(l.value) as t)
      else false
    end
  )
  from jsonb_each(lists) as l
$$;

create table public.specialties (
  code text primary key constraint specialties_code_is_plain check (code ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(code) <= 40),
  position integer not null default 1000,
  names jsonb not null constraint specialties_names_are_in_six_languages check (private.has_every_language(names) and private.are_texts(names)),
  -- What people call the doctor, the organ or the complaint.
  synonyms jsonb not null constraint specialties_synonyms_are_in_six_languages check (private.has_every_language(synonyms) and private.are_lists_of_texts(synonyms))
);
create index specialties_position_idx on public.specialties (position);

-- Every name and synonym as it is compared, so that a text is found by an index. Filled by a trigger.
create table private.specialty_terms (
  term text not null,
  code text not null references public.specialties (code) on update cascade on delete cascade,
  is_name boolean not null,
  primary key (term, code)
);
create index specialty_terms_code_idx on private.specialty_terms (code);
alter table private.specialty_terms enable row level security;

create function private.fill_specialty_terms() returns trigger
language plpgsql security definer set search_path = '' as $$
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
end $$;
comment on function private.fill_specialty_terms is 'Definer: admins change specialties, and nobody writes the terms.';

create trigger specialties_fill_terms after insert or update on public.specialties
  for each row execute function private.fill_specialty_terms();

insert into public.specialties (code, position, names, synonyms) values
  ('kardiyoloji', 1, '{"tr": "Kardiyoloji", "az": "Kardiologiya", "en": "Cardiology", "ru": "Кардиология", "ar": "أمراض القلب", "fr": "Cardiologie"}', '{
    "tr": ["kardiyolog", "kalp", "kalp doktoru", "kalp hastalıkları", "çarpıntı", "tansiyon", "yüksek tansiyon", "göğüs ağrısı", "ritim bozukluğu", "damar tıkanıklığı"],
    "az": ["kardioloq", "ürək", "ürək həkimi", "ürək xəstəlikləri", "ürək döyüntüsü", "təzyiq", "yüksək təzyiq", "sinə ağrısı", "aritmiya"],
    "en": ["cardiologist", "heart", "heart doctor", "heart disease", "palpitations", "blood pressure", "hypertension", "chest pain", "arrhythmia"],
    "ru": ["кардиолог", "сердце", "сердечный врач", "болезни сердца", "сердцебиение", "давление", "гипертония", "боль в груди", "аритмия"],
    "ar": ["قلب", "القلب", "طبيب قلب", "أمراض القلب والشرايين", "خفقان", "ضغط الدم", "ارتفاع الضغط", "ألم الصدر", "اضطراب النظم"],
    "fr": ["cardiologue", "cœur", "coeur", "maladies du cœur", "palpitations", "tension", "hypertension", "douleur thoracique", "arythmie"]
  }'),
  ('noroloji', 2, '{"tr": "Nöroloji", "az": "Nevrologiya", "en": "Neurology", "ru": "Неврология", "ar": "طب الأعصاب", "fr": "Neurologie"}', '{
    "tr": ["nörolog", "beyin", "sinir", "sinir hastalıkları", "baş ağrısı", "migren", "baş dönmesi", "epilepsi", "inme", "uyuşma", "unutkanlık"],
    "az": ["nevroloq", "beyin", "sinir", "əsəb", "sinir xəstəlikləri", "baş ağrısı", "miqren", "baş gicəllənməsi", "epilepsiya", "insult", "keyimə"],
    "en": ["neurologist", "brain", "nerves", "headache", "migraine", "dizziness", "epilepsy", "seizures", "stroke", "numbness", "memory loss"],
    "ru": ["невролог", "невропатолог", "мозг", "нервы", "головная боль", "мигрень", "головокружение", "эпилепсия", "инсульт", "онемение"],
    "ar": ["أعصاب", "الأعصاب", "طبيب أعصاب", "دماغ", "صداع", "شقيقة", "دوخة", "صرع", "سكتة دماغية", "خدر الأطراف"],
    "fr": ["neurologue", "cerveau", "nerfs", "mal de tête", "migraine", "vertiges", "épilepsie", "avc", "engourdissement", "troubles de la mémoire"]
  }'),
  ('ortopedi', 3, '{"tr": "Ortopedi", "az": "Ortopediya", "en": "Orthopaedics", "ru": "Ортопедия", "ar": "جراحة العظام", "fr": "Orthopédie"}', '{
    "tr": ["ortopedist", "ortopedi ve travmatoloji", "kemik", "eklem", "diz", "diz ağrısı", "omuz", "kalça", "kırık", "bel ağrısı", "menisküs"],
    "az": ["ortoped", "travmatoloq", "ortopediya və travmatologiya", "sümük", "oynaq", "diz", "diz ağrısı", "çiyin", "sınıq", "bel ağrısı", "menisk"],
    "en": ["orthopaedist", "orthopedics", "orthopedic surgeon", "bones", "joints", "knee pain", "knee", "shoulder", "hip", "fracture", "back pain"],
    "ru": ["ортопед", "травматолог", "кости", "суставы", "колено", "боль в колене", "плечо", "перелом", "боль в спине", "мениск"],
    "ar": ["عظام", "العظام", "طبيب عظام", "مفاصل", "ركبة", "ألم الركبة", "كتف", "كسر", "ألم الظهر", "إصابات رياضية"],
    "fr": ["orthopédiste", "chirurgie orthopédique", "os", "articulations", "genou", "douleur au genou", "épaule", "hanche", "fracture", "mal de dos", "ménisque"]
  }'),
  ('goz', 4, '{"tr": "Göz Hastalıkları", "az": "Göz xəstəlikləri", "en": "Eye care", "ru": "Офтальмология", "ar": "طب العيون", "fr": "Ophtalmologie"}', '{
    "tr": ["göz", "göz doktoru", "göz hekimi", "oftalmoloji", "oftalmolog", "katarakt", "glokom", "görme", "bulanık görme", "gözlük", "retina"],
    "az": ["göz", "göz həkimi", "oftalmologiya", "oftalmoloq", "okulist", "katarakta", "qlaukoma", "görmə", "eynək", "torlu qişa"],
    "en": ["ophthalmologist", "ophthalmology", "eye", "eyes", "eye doctor", "cataract", "glaucoma", "vision", "blurred vision", "glasses", "retina"],
    "ru": ["офтальмолог", "окулист", "глаз", "глаза", "глазной врач", "глазные болезни", "катаракта", "глаукома", "зрение", "очки", "сетчатка"],
    "ar": ["عيون", "العيون", "عين", "طبيب عيون", "المياه البيضاء", "المياه الزرقاء", "النظر", "ضعف البصر", "نظارة", "الشبكية"],
    "fr": ["ophtalmologue", "ophtalmologiste", "oculiste", "œil", "oeil", "yeux", "cataracte", "glaucome", "vue", "vision floue", "lunettes", "rétine"]
  }'),
  ('kbb', 5, '{"tr": "Kulak Burun Boğaz", "az": "Qulaq, burun, boğaz", "en": "Ear, nose and throat", "ru": "Оториноларингология (ЛОР)", "ar": "الأنف والأذن والحنجرة", "fr": "ORL"}', '{
    "tr": ["kbb", "kbb doktoru", "kulak", "burun", "boğaz", "bademcik", "sinüzit", "işitme", "kulak çınlaması", "horlama", "geniz eti"],
    "az": ["lor", "lor həkimi", "qulaq burun boğaz", "qulaq", "burun", "boğaz", "badamcıq", "sinusit", "eşitmə", "qulaqda küy", "xoruldama"],
    "en": ["ent", "ent doctor", "otolaryngologist", "ear", "nose", "throat", "tonsils", "sinusitis", "hearing", "tinnitus", "snoring"],
    "ru": ["лор", "отоларинголог", "оториноларинголог", "оториноларингология", "ухо горло нос", "ухо", "горло", "нос", "миндалины", "гайморит", "слух", "храп"],
    "ar": ["أنف وأذن وحنجرة", "طبيب أنف وأذن وحنجرة", "أذن", "أنف", "حنجرة", "لوزتان", "التهاب الجيوب الأنفية", "السمع", "طنين", "شخير"],
    "fr": ["oto-rhino-laryngologie", "oto-rhino-laryngologiste", "oto-rhino", "oreille", "nez", "gorge", "amygdales", "sinusite", "audition", "acouphènes", "ronflement"]
  }'),
  ('dermatoloji', 6, '{"tr": "Dermatoloji", "az": "Dermatologiya", "en": "Dermatology", "ru": "Дерматология", "ar": "الأمراض الجلدية", "fr": "Dermatologie"}', '{
    "tr": ["dermatolog", "cildiye", "cilt", "cilt doktoru", "deri", "sivilce", "akne", "egzama", "döküntü", "kaşıntı", "ben", "saç dökülmesi"],
    "az": ["dermatoloq", "dəri", "dəri həkimi", "dəri xəstəlikləri", "sızanaq", "akne", "ekzema", "səpgi", "qaşınma", "xal", "saç tökülməsi"],
    "en": ["dermatologist", "skin", "skin doctor", "acne", "eczema", "rash", "itching", "moles", "psoriasis", "hair loss"],
    "ru": ["дерматолог", "кожа", "кожный врач", "кожные болезни", "акне", "прыщи", "экзема", "сыпь", "зуд", "родинки", "выпадение волос"],
    "ar": ["جلدية", "طبيب جلدية", "جلد", "بشرة", "حب الشباب", "أكزيما", "طفح جلدي", "حكة", "شامات", "تساقط الشعر"],
    "fr": ["dermatologue", "peau", "maladies de la peau", "acné", "eczéma", "éruption cutanée", "démangeaisons", "grains de beauté", "psoriasis", "chute de cheveux"]
  }'),
  ('uroloji', 7, '{"tr": "Üroloji", "az": "Urologiya", "en": "Urology", "ru": "Урология", "ar": "المسالك البولية", "fr": "Urologie"}', '{
    "tr": ["ürolog", "böbrek taşı", "böbrek", "idrar", "idrar yolu", "prostat", "mesane", "idrar yolu enfeksiyonu", "erkek sağlığı"],
    "az": ["uroloq", "böyrək daşı", "böyrək", "sidik", "sidik yolları", "prostat", "sidik kisəsi", "kişi sağlamlığı"],
    "en": ["urologist", "kidney stones", "kidney", "urine", "urinary tract", "prostate", "bladder", "urinary infection", "men''s health"],
    "ru": ["уролог", "камни в почках", "почки", "моча", "мочевые пути", "простата", "мочевой пузырь", "цистит", "мужское здоровье"],
    "ar": ["طبيب مسالك بولية", "مسالك", "حصى الكلى", "كلى", "بول", "بروستات", "مثانة", "التهاب المسالك البولية", "صحة الرجل"],
    "fr": ["urologue", "calculs rénaux", "reins", "urine", "voies urinaires", "prostate", "vessie", "infection urinaire", "santé de l''homme"]
  }'),
  ('jinekoloji', 8, '{"tr": "Kadın Hastalıkları", "az": "Qadın xəstəlikləri", "en": "Gynaecology", "ru": "Гинекология", "ar": "أمراض النساء", "fr": "Gynécologie"}', '{
    "tr": ["jinekolog", "jinekoloji", "kadın doğum", "kadın doğum doktoru", "kadın hastalıkları ve doğum", "gebelik", "hamilelik", "doğum", "adet", "rahim", "menopoz"],
    "az": ["ginekoloq", "ginekologiya", "qadın həkimi", "mama-ginekoloq", "hamiləlik", "doğuş", "aybaşı", "uşaqlıq", "menopauza", "qadın sağlamlığı"],
    "en": ["gynaecologist", "gynecology", "gynecologist", "obstetrics", "obstetrician", "women''s health", "pregnancy", "childbirth", "period", "uterus", "menopause"],
    "ru": ["гинеколог", "акушер", "акушер-гинеколог", "женский врач", "женское здоровье", "беременность", "роды", "месячные", "матка", "менопауза"],
    "ar": ["نساء", "نساء وتوليد", "طبيب نساء", "طبيبة نساء", "توليد", "حمل", "ولادة", "الدورة الشهرية", "رحم", "سن اليأس"],
    "fr": ["gynécologue", "gynécologie-obstétrique", "obstétrique", "obstétricien", "santé de la femme", "grossesse", "accouchement", "règles", "utérus", "ménopause"]
  }'),
  ('pediatri', 9, '{"tr": "Çocuk Hastalıkları", "az": "Uşaq xəstəlikləri", "en": "Paediatrics", "ru": "Педиатрия", "ar": "طب الأطفال", "fr": "Pédiatrie"}', '{
    "tr": ["pediatri", "pediatrist", "çocuk doktoru", "çocuk", "bebek", "çocuk sağlığı", "çocuk sağlığı ve hastalıkları", "aşı", "ateş", "büyüme"],
    "az": ["pediatr", "pediatriya", "uşaq həkimi", "uşaq", "körpə", "uşaq sağlamlığı", "peyvənd", "qızdırma", "inkişaf"],
    "en": ["paediatrician", "pediatrics", "pediatrician", "children''s doctor", "child", "children", "baby", "vaccination", "fever", "growth"],
    "ru": ["педиатр", "детский врач", "ребёнок", "дети", "младенец", "детское здоровье", "прививки", "температура", "рост"],
    "ar": ["أطفال", "طبيب أطفال", "طفل", "رضيع", "صحة الطفل", "تطعيم", "حرارة", "نمو"],
    "fr": ["pédiatre", "enfant", "enfants", "bébé", "nourrisson", "santé de l''enfant", "vaccination", "fièvre", "croissance"]
  }'),
  ('dahiliye', 10, '{"tr": "Dahiliye", "az": "Daxili xəstəliklər", "en": "Internal medicine", "ru": "Терапия", "ar": "الطب الباطني", "fr": "Médecine interne"}', '{
    "tr": ["dahiliyeci", "iç hastalıkları", "dahiliye uzmanı", "check-up", "genel kontrol", "halsizlik", "yorgunluk", "kan tahlili", "kolesterol"],
    "az": ["terapevt", "daxili xəstəliklər həkimi", "terapiya", "check-up", "ümumi müayinə", "halsızlıq", "yorğunluq", "qan analizi", "xolesterin"],
    "en": ["internist", "internal diseases", "check-up", "general check-up", "fatigue", "tiredness", "blood test", "cholesterol"],
    "ru": ["терапевт", "внутренние болезни", "внутренняя медицина", "чек-ап", "общий осмотр", "слабость", "усталость", "анализ крови", "холестерин"],
    "ar": ["باطنية", "طبيب باطنية", "أمراض باطنية", "فحص عام", "فحص شامل", "تعب", "إرهاق", "تحليل دم", "كوليسترول"],
    "fr": ["interniste", "maladies internes", "bilan de santé", "check-up", "fatigue", "faiblesse", "prise de sang", "cholestérol"]
  }'),
  ('genel-cerrahi', 11, '{"tr": "Genel Cerrahi", "az": "Ümumi cərrahiyyə", "en": "General surgery", "ru": "Общая хирургия", "ar": "الجراحة العامة", "fr": "Chirurgie générale"}', '{
    "tr": ["genel cerrah", "cerrah", "cerrahi", "ameliyat", "fıtık", "safra kesesi", "apandisit", "guatr ameliyatı", "hemoroid", "basur"],
    "az": ["ümumi cərrah", "cərrah", "cərrahiyyə", "əməliyyat", "yırtıq", "öd kisəsi", "appendisit", "babasil"],
    "en": ["general surgeon", "surgeon", "surgery", "operation", "hernia", "gallbladder", "appendicitis", "haemorrhoids"],
    "ru": ["хирург", "общий хирург", "хирургия", "операция", "грыжа", "желчный пузырь", "аппендицит", "геморрой"],
    "ar": ["جراح", "جراح عام", "جراحة", "عملية جراحية", "فتق", "المرارة", "الزائدة الدودية", "بواسير"],
    "fr": ["chirurgien", "chirurgien général", "chirurgie", "opération", "hernie", "vésicule biliaire", "appendicite", "hémorroïdes"]
  }'),
  ('beyin-cerrahisi', 12, '{"tr": "Beyin Cerrahisi", "az": "Beyin cərrahiyyəsi", "en": "Neurosurgery", "ru": "Нейрохирургия", "ar": "جراحة الدماغ والأعصاب", "fr": "Neurochirurgie"}', '{
    "tr": ["beyin cerrahı", "nöroşirürji", "nöroşirurji", "sinir cerrahisi", "beyin tümörü", "bel fıtığı", "boyun fıtığı", "omurga", "omurilik"],
    "az": ["neyrocərrah", "neyrocərrahiyyə", "beyin cərrahı", "beyin şişi", "bel yırtığı", "boyun yırtığı", "onurğa", "onurğa beyni"],
    "en": ["neurosurgeon", "brain surgery", "brain surgeon", "brain tumour", "brain tumor", "slipped disc", "herniated disc", "spine", "spinal cord"],
    "ru": ["нейрохирург", "операция на мозге", "опухоль мозга", "грыжа диска", "межпозвоночная грыжа", "позвоночник", "спинной мозг"],
    "ar": ["جراح أعصاب", "جراح دماغ", "جراحة الأعصاب", "جراحة المخ", "ورم الدماغ", "انزلاق غضروفي", "ديسك", "العمود الفقري"],
    "fr": ["neurochirurgien", "chirurgie du cerveau", "tumeur cérébrale", "hernie discale", "colonne vertébrale", "moelle épinière"]
  }'),
  ('kalp-cerrahisi', 13, '{"tr": "Kalp Cerrahisi", "az": "Ürək cərrahiyyəsi", "en": "Heart surgery", "ru": "Кардиохирургия", "ar": "جراحة القلب", "fr": "Chirurgie cardiaque"}', '{
    "tr": ["kalp cerrahı", "kalp damar cerrahisi", "kalp ve damar cerrahisi", "kardiyovasküler cerrahi", "bypass", "kalp ameliyatı", "kalp kapağı", "damar cerrahisi", "varis"],
    "az": ["ürək cərrahı", "kardiocərrah", "kardiocərrahiyyə", "ürək-damar cərrahiyyəsi", "şuntlama", "ürək əməliyyatı", "ürək qapağı", "varikoz"],
    "en": ["heart surgeon", "cardiac surgery", "cardiac surgeon", "cardiovascular surgery", "bypass", "heart operation", "heart valve", "varicose veins"],
    "ru": ["кардиохирург", "сердечно-сосудистая хирургия", "операция на сердце", "шунтирование", "клапан сердца", "сосудистая хирургия", "варикоз"],
    "ar": ["جراح قلب", "جراحة القلب والأوعية الدموية", "عملية القلب المفتوح", "قلب مفتوح", "صمام القلب", "دوالي"],
    "fr": ["chirurgien cardiaque", "chirurgie cardiovasculaire", "pontage", "opération du cœur", "valve cardiaque", "varices"]
  }'),
  ('plastik-cerrahi', 14, '{"tr": "Plastik Cerrahi", "az": "Plastik cərrahiyyə", "en": "Plastic surgery", "ru": "Пластическая хирургия", "ar": "الجراحة التجميلية", "fr": "Chirurgie plastique"}', '{
    "tr": ["plastik cerrah", "estetik", "estetik cerrahi", "estetik ameliyat", "plastik ve estetik cerrahi", "burun estetiği", "rinoplasti", "liposuction", "meme estetiği", "yüz germe"],
    "az": ["plastik cərrah", "estetik cərrahiyyə", "estetika", "rinoplastika", "burun estetikası", "liposaksiya", "döş estetikası", "üz dartma"],
    "en": ["plastic surgeon", "cosmetic surgery", "aesthetic surgery", "aesthetics", "rhinoplasty", "nose job", "liposuction", "breast surgery", "facelift"],
    "ru": ["пластический хирург", "эстетическая хирургия", "косметическая хирургия", "ринопластика", "пластика носа", "липосакция", "маммопластика", "подтяжка лица"],
    "ar": ["جراح تجميل", "جراحة التجميل", "تجميل", "تجميل الأنف", "شفط الدهون", "تجميل الثدي", "شد الوجه"],
    "fr": ["chirurgien plasticien", "chirurgie esthétique", "esthétique", "rhinoplastie", "liposuccion", "chirurgie mammaire", "lifting"]
  }'),
  ('onkoloji', 15, '{"tr": "Onkoloji", "az": "Onkologiya", "en": "Oncology", "ru": "Онкология", "ar": "طب الأورام", "fr": "Oncologie"}', '{
    "tr": ["onkolog", "kanser", "kanser doktoru", "tümör", "kemoterapi", "radyoterapi", "meme kanseri", "akciğer kanseri"],
    "az": ["onkoloq", "xərçəng", "xərçəng həkimi", "şiş", "kimyaterapiya", "şüa terapiyası", "döş xərçəngi", "ağciyər xərçəngi"],
    "en": ["oncologist", "cancer", "cancer doctor", "tumour", "tumor", "chemotherapy", "radiotherapy", "breast cancer", "lung cancer"],
    "ru": ["онколог", "рак", "опухоль", "химиотерапия", "лучевая терапия", "рак груди", "рак лёгких"],
    "ar": ["أورام", "طبيب أورام", "سرطان", "ورم", "علاج كيميائي", "علاج إشعاعي", "سرطان الثدي", "سرطان الرئة"],
    "fr": ["oncologue", "cancérologue", "cancérologie", "cancer", "tumeur", "chimiothérapie", "radiothérapie", "cancer du sein", "cancer du poumon"]
  }'),
  ('endokrinoloji', 16, '{"tr": "Endokrinoloji", "az": "Endokrinologiya", "en": "Endocrinology", "ru": "Эндокринология", "ar": "الغدد الصماء", "fr": "Endocrinologie"}', '{
    "tr": ["endokrinolog", "endokrin", "hormon", "tiroid", "guatr", "diyabet", "şeker hastalığı", "şeker", "insülin direnci", "obezite"],
    "az": ["endokrinoloq", "hormon", "qalxanabənzər vəzi", "zob", "diabet", "şəkərli diabet", "şəkər xəstəliyi", "insulin müqaviməti", "piylənmə"],
    "en": ["endocrinologist", "hormones", "thyroid", "goitre", "diabetes", "blood sugar", "insulin resistance", "obesity"],
    "ru": ["эндокринолог", "гормоны", "щитовидная железа", "щитовидка", "зоб", "диабет", "сахар в крови", "инсулинорезистентность", "ожирение"],
    "ar": ["غدد", "طبيب غدد", "هرمونات", "الغدة الدرقية", "سكري", "السكر", "مقاومة الإنسولين", "سمنة"],
    "fr": ["endocrinologue", "hormones", "thyroïde", "goitre", "diabète", "glycémie", "résistance à l''insuline", "obésité"]
  }'),
  ('gastroenteroloji', 17, '{"tr": "Gastroenteroloji", "az": "Qastroenterologiya", "en": "Gastroenterology", "ru": "Гастроэнтерология", "ar": "أمراض الجهاز الهضمي", "fr": "Gastro-entérologie"}', '{
    "tr": ["gastroenterolog", "gastroloji", "mide", "mide doktoru", "bağırsak", "karaciğer", "reflü", "gastrit", "hazımsızlık", "karın ağrısı", "endoskopi", "kolonoskopi"],
    "az": ["qastroenteroloq", "mədə", "mədə həkimi", "bağırsaq", "qaraciyər", "reflüks", "qastrit", "qarın ağrısı", "həzm", "endoskopiya", "kolonoskopiya"],
    "en": ["gastroenterologist", "stomach", "stomach doctor", "digestion", "bowel", "liver", "reflux", "gastritis", "heartburn", "abdominal pain", "endoscopy", "colonoscopy"],
    "ru": ["гастроэнтеролог", "желудок", "кишечник", "печень", "пищеварение", "рефлюкс", "гастрит", "изжога", "боль в животе", "эндоскопия", "колоноскопия"],
    "ar": ["جهاز هضمي", "الجهاز الهضمي", "طبيب جهاز هضمي", "معدة", "قولون", "كبد", "ارتجاع", "التهاب المعدة", "ألم البطن", "منظار"],
    "fr": ["gastro-entérologue", "gastroentérologie", "estomac", "intestins", "foie", "digestion", "reflux", "gastrite", "brûlures d''estomac", "mal de ventre", "endoscopie", "coloscopie"]
  }'),
  ('hematoloji', 18, '{"tr": "Hematoloji", "az": "Hematologiya", "en": "Haematology", "ru": "Гематология", "ar": "أمراض الدم", "fr": "Hématologie"}', '{
    "tr": ["hematolog", "kan", "kan hastalıkları", "kansızlık", "anemi", "lösemi", "lenfoma", "pıhtılaşma", "demir eksikliği"],
    "az": ["hematoloq", "qan", "qan xəstəlikləri", "qanazlığı", "anemiya", "leykoz", "limfoma", "qanın laxtalanması", "dəmir çatışmazlığı"],
    "en": ["haematologist", "hematology", "hematologist", "blood", "blood diseases", "anaemia", "anemia", "leukaemia", "leukemia", "lymphoma", "iron deficiency"],
    "ru": ["гематолог", "кровь", "болезни крови", "анемия", "малокровие", "лейкоз", "лимфома", "свёртываемость крови", "дефицит железа"],
    "ar": ["دم", "طبيب أمراض الدم", "فقر الدم", "أنيميا", "لوكيميا", "سرطان الدم", "تخثر الدم", "نقص الحديد"],
    "fr": ["hématologue", "sang", "maladies du sang", "anémie", "leucémie", "lymphome", "coagulation", "carence en fer"]
  }'),
  ('enfeksiyon', 19, '{"tr": "Enfeksiyon Hastalıkları", "az": "Yoluxucu xəstəliklər", "en": "Infectious diseases", "ru": "Инфекционные болезни", "ar": "الأمراض المعدية", "fr": "Maladies infectieuses"}', '{
    "tr": ["enfeksiyon", "enfeksiyon doktoru", "bulaşıcı hastalıklar", "intaniye", "mikrop", "virüs", "hepatit", "ateş", "hiv", "grip"],
    "az": ["infeksionist", "infeksiya", "infeksion xəstəliklər", "virus", "mikrob", "hepatit", "qızdırma", "hiv", "qrip"],
    "en": ["infection", "infectious disease specialist", "infectious diseases doctor", "virus", "bacteria", "hepatitis", "fever", "hiv", "flu"],
    "ru": ["инфекционист", "инфекция", "заразные болезни", "вирус", "бактерии", "гепатит", "лихорадка", "вич", "грипп"],
    "ar": ["طبيب أمراض معدية", "عدوى", "التهابات", "فيروس", "بكتيريا", "التهاب الكبد", "حمى", "إنفلونزا"],
    "fr": ["infectiologue", "infectiologie", "infection", "virus", "bactéries", "hépatite", "fièvre", "vih", "grippe"]
  }'),
  ('fizik-tedavi', 20, '{"tr": "Fizik Tedavi", "az": "Fizioterapiya", "en": "Physical therapy", "ru": "Физиотерапия", "ar": "العلاج الطبيعي", "fr": "Rééducation"}', '{
    "tr": ["fizyoterapi", "fizyoterapist", "fizik tedavi ve rehabilitasyon", "ftr", "rehabilitasyon", "boyun ağrısı", "bel ağrısı", "sırt ağrısı", "kas ağrısı", "egzersiz"],
    "az": ["fizioterapevt", "reabilitasiya", "reabilitoloq", "fiziki müalicə", "boyun ağrısı", "bel ağrısı", "kürək ağrısı", "əzələ ağrısı", "məşq"],
    "en": ["physiotherapy", "physiotherapist", "physical therapist", "rehabilitation", "rehab", "neck pain", "back pain", "muscle pain", "exercise"],
    "ru": ["физиотерапевт", "реабилитация", "реабилитолог", "лечебная физкультура", "лфк", "боль в шее", "боль в спине", "боль в мышцах", "массаж"],
    "ar": ["معالج طبيعي", "علاج فيزيائي", "إعادة تأهيل", "تأهيل", "ألم الرقبة", "ألم الظهر", "ألم العضلات", "تمارين"],
    "fr": ["kinésithérapie", "kinésithérapeute", "kiné", "physiothérapie", "médecine physique", "réadaptation", "douleur cervicale", "mal de dos", "douleur musculaire"]
  }'),
  ('radyoloji', 21, '{"tr": "Radyoloji", "az": "Radiologiya", "en": "Radiology", "ru": "Лучевая диагностика", "ar": "الأشعة", "fr": "Radiologie"}', '{
    "tr": ["radyolog", "röntgen", "mr", "emar", "tomografi", "bt", "ultrason", "mamografi", "görüntüleme"],
    "az": ["radioloq", "rentgen", "mrt", "kt", "tomoqrafiya", "ultrasəs", "usm", "mamoqrafiya", "görüntüləmə"],
    "en": ["radiologist", "x-ray", "mri", "ct", "ct scan", "tomography", "ultrasound", "mammography", "imaging"],
    "ru": ["радиолог", "рентгенолог", "рентген", "мрт", "кт", "томография", "узи", "маммография", "радиология"],
    "ar": ["طبيب أشعة", "أشعة", "أشعة سينية", "رنين مغناطيسي", "أشعة مقطعية", "سونار", "تصوير", "ماموغرام"],
    "fr": ["radiologue", "radio", "radiographie", "irm", "scanner", "échographie", "mammographie", "imagerie médicale"]
  }'),
  ('anestezi', 22, '{"tr": "Anestezi", "az": "Anesteziologiya", "en": "Anaesthesia", "ru": "Анестезиология", "ar": "التخدير", "fr": "Anesthésie"}', '{
    "tr": ["anestezist", "anesteziyoloji", "anesteziyolog", "anestezi ve reanimasyon", "narkoz", "ağrı tedavisi", "algoloji", "yoğun bakım"],
    "az": ["anestezioloq", "anesteziya", "anesteziologiya və reanimatologiya", "narkoz", "ağrı müalicəsi", "reanimasiya", "reanimatoloq"],
    "en": ["anaesthetist", "anesthesia", "anesthesiology", "anesthesiologist", "narcosis", "pain management", "intensive care"],
    "ru": ["анестезиолог", "анестезия", "наркоз", "реанимация", "реаниматолог", "анестезиология и реаниматология", "лечение боли"],
    "ar": ["طبيب تخدير", "تخدير", "بنج", "علاج الألم", "عناية مركزة", "إنعاش"],
    "fr": ["anesthésiste", "anesthésiologie", "anesthésie-réanimation", "narcose", "traitement de la douleur", "réanimation", "soins intensifs"]
  }'),
  ('gogus', 23, '{"tr": "Göğüs Hastalıkları", "az": "Ağciyər xəstəlikləri", "en": "Chest medicine", "ru": "Пульмонология", "ar": "الأمراض الصدرية", "fr": "Pneumologie"}', '{
    "tr": ["göğüs doktoru", "göğüs hastalıkları uzmanı", "pulmonoloji", "akciğer", "solunum", "öksürük", "astım", "bronşit", "koah", "nefes darlığı", "zatürre"],
    "az": ["pulmonoloq", "pulmonologiya", "ağciyər", "ağciyər həkimi", "tənəffüs", "öskürək", "astma", "bronxit", "nəfəs darlığı", "sətəlcəm"],
    "en": ["pulmonologist", "pulmonology", "respiratory medicine", "lungs", "lung", "lung doctor", "cough", "asthma", "bronchitis", "copd", "shortness of breath", "pneumonia"],
    "ru": ["пульмонолог", "лёгкие", "дыхание", "кашель", "астма", "бронхит", "хобл", "одышка", "пневмония"],
    "ar": ["طبيب صدرية", "صدرية", "رئة", "رئتان", "تنفس", "سعال", "ربو", "التهاب الشعب الهوائية", "ضيق التنفس", "التهاب رئوي"],
    "fr": ["pneumologue", "poumons", "poumon", "respiration", "toux", "asthme", "bronchite", "bpco", "essoufflement", "pneumonie"]
  }'),
  ('ruh-sagligi', 24, '{"tr": "Ruh Sağlığı", "az": "Psixi sağlamlıq", "en": "Mental health", "ru": "Психическое здоровье", "ar": "الصحة النفسية", "fr": "Santé mentale"}', '{
    "tr": ["psikiyatri", "psikiyatrist", "psikolog", "psikoloji", "psikoterapi", "ruh sağlığı ve hastalıkları", "depresyon", "anksiyete", "kaygı", "panik atak", "stres", "uykusuzluk"],
    "az": ["psixiatr", "psixiatriya", "psixoloq", "psixologiya", "psixoterapiya", "depressiya", "həyəcan", "narahatlıq", "panik atak", "stress", "yuxusuzluq"],
    "en": ["psychiatrist", "psychiatry", "psychologist", "psychology", "psychotherapy", "therapist", "depression", "anxiety", "panic attacks", "stress", "insomnia"],
    "ru": ["психиатр", "психиатрия", "психолог", "психология", "психотерапевт", "психотерапия", "депрессия", "тревога", "паническая атака", "стресс", "бессонница"],
    "ar": ["طب نفسي", "الطب النفسي", "طبيب نفسي", "نفسية", "علم النفس", "علاج نفسي", "اكتئاب", "قلق", "نوبات هلع", "توتر", "أرق"],
    "fr": ["psychiatre", "psychiatrie", "psychologue", "psychologie", "psychothérapie", "dépression", "anxiété", "crises de panique", "stress", "insomnie"]
  }'),
  ('diyet', 25, '{"tr": "Beslenme ve Diyet", "az": "Dietologiya", "en": "Nutrition and diet", "ru": "Диетология", "ar": "التغذية والحمية", "fr": "Diététique"}', '{
    "tr": ["diyetisyen", "diyet", "beslenme", "beslenme uzmanı", "zayıflama", "kilo verme", "kilo", "kilo alma", "sağlıklı beslenme"],
    "az": ["dietoloq", "diyetoloq", "pəhriz", "qidalanma", "arıqlama", "çəki", "çəki atmaq", "sağlam qidalanma"],
    "en": ["dietitian", "dietician", "nutritionist", "diet", "nutrition", "weight loss", "weight", "healthy eating"],
    "ru": ["диетолог", "диета", "нутрициолог", "питание", "похудение", "вес", "лишний вес", "здоровое питание"],
    "ar": ["أخصائي تغذية", "أخصائية تغذية", "تغذية", "حمية", "رجيم", "إنقاص الوزن", "وزن", "غذاء صحي"],
    "fr": ["diététicien", "diététicienne", "nutritionniste", "nutrition", "régime", "perte de poids", "poids", "alimentation saine"]
  }');

alter table public.specialties enable row level security;
grant select on public.specialties to anon, authenticated, service_role;
grant insert (code, position, names, synonyms), update (code, position, names, synonyms), delete on public.specialties to authenticated;
create policy "specialties: visitors read" on public.specialties for select to anon using (code is not null);
create policy "specialties: signed-in people read" on public.specialties for select to authenticated using (code is not null);
create policy "specialties: admins add" on public.specialties for insert to authenticated with check ((select private.is_admin()));
create policy "specialties: admins change" on public.specialties
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "specialties: admins remove" on public.specialties for delete to authenticated using ((select private.is_admin()));

-- The specialty that a text names, whole or up to its first separator, in any language. A name counts more than a synonym.
create function private.specialty_of(given text) returns text
language sql stable security definer set search_path = '' as $$
  select t.code
  from (
    select private.fold_text(private.trimmed(given)) as whole, private.fold_text(private.trimmed(substring(given from '^[^,;/&(|]+'))) as beginning
  ) as asked
  join private.specialty_terms t on t.term in (asked.whole, asked.beginning)
  join public.specialties s on s.code = t.code
  order by t.term = asked.whole desc, t.is_name desc, s.position, s.code
  limit 1
$$;
comment on function private.specialty_of is 'Definer: nobody reads the terms, which are public as names and synonyms anyway.';

-- Two or three letters, as in ISO 639. Doctors may speak more languages than the site does.
create function private.are_language_codes(codes text[]) returns boolean
language sql immutable set search_path = '' as $$
  select cardinality(codes) <= 12 and array_ndims(codes) is not distinct from case when cardinality(codes) > 0 then 1 end
    and (select coalesce(bool_and(c is not null and c ~ '^[a-z]{2,3}$'), true) and count(distinct c) = cardinality(codes) from unnest(codes) as c)
$$;

-- {doctor}/{name}.webp, in one spelling.
create function private.doctor_of_photo_path(path text) returns uuid
language sql immutable set search_path = '' as $$
  select case
    when path ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[a-z0-9][a-z0-9-]{0,59}\.webp$' then split_part(path, '/', 1)::uuid
  end
$$;

grant execute on function
  private.fold_text, private.has_every_language, private.are_texts, private.are_lists_of_texts, private.specialty_of,
  private.are_language_codes, private.doctor_of_photo_path
  to authenticated, service_role;

alter table public.doctors
  add column specialty_code text references public.specialties (code) on update cascade on delete set null,
  add column languages text[] not null default '{}',
  add column bio_language text not null default 'tr',
  add column photo_path text,
  add constraint doctors_languages_are_codes check (private.are_language_codes(languages)),
  add constraint doctors_bio_language_is_offered check (private.is_offered_language(bio_language)),
  add constraint doctors_photo_is_in_their_folder check (photo_path is null or private.doctor_of_photo_path(photo_path) is not distinct from id);
create index doctors_specialty_code_idx on public.doctors (specialty_code);
comment on column public.doctors.specialty_code is 'Derived from specialization, null when it names no known specialty. Written by the database only.';
comment on column public.doctors.languages is 'Codes of the languages that the doctor speaks with patients.';
comment on column public.doctors.bio_language is 'The language that bio is written in.';
comment on column public.doctors.photo_path is 'Path in the bucket doctor-photos; the small size has the same name with -small before .webp.';

create function private.derive_specialty() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.specialty_code := private.specialty_of(new.specialization);
  return new;
end $$;

create trigger doctors_specialty before insert or update of specialization, specialty_code on public.doctors
  for each row execute function private.derive_specialty();

-- After admins changed names or synonyms. Invoker: admins may change every doctor.
create function private.derive_specialties_again() returns trigger
language plpgsql set search_path = '' as $$
begin
  update public.doctors d set specialty_code = s.code
  from (select o.id, private.specialty_of(o.specialization) as code from public.doctors o) as s
  where s.id = d.id and s.code is distinct from d.specialty_code;
  return null;
end $$;

create trigger specialties_derive_again after insert or update or delete on public.specialties
  for each statement execute function private.derive_specialties_again();

alter table public.doctors disable trigger user;
update public.doctors d set specialty_code = private.specialty_of(d.specialization);
alter table public.doctors enable trigger user;

-- As before, and doctors say which languages they speak and change their photo.
create or replace function private.guard_doctor() returns trigger
language plpgsql set search_path = '' as $$
declare
  -- The new row with the doctor's own settings put back: whatever still differs was not allowed.
  as_before public.doctors := new;
begin
  if current_user <> 'authenticated' or (select private.is_admin()) then
    return new;
  end if;
  -- The doctor's own settings. This is their only list: to let doctors change another column, add it here.
  as_before.timezone := old.timezone;
  as_before.session_duration := old.session_duration;
  as_before.cancellation_hours := old.cancellation_hours;
  as_before.languages := old.languages;
  as_before.photo_path := old.photo_path;
  if as_before is distinct from old then
    perform private.fail('doctor_field_not_allowed');
  end if;
  return new;
end $$;

-- A doctor's text in further languages; doctors.bio stays the first one, in doctors.bio_language.
create table public.doctor_texts (
  doctor_id uuid not null references public.doctors (id) on delete cascade,
  language text not null constraint doctor_texts_language_is_offered check (private.is_offered_language(language)),
  bio text not null constraint doctor_texts_bio_is_given check (char_length(bio) <= 4000 and private.trimmed(bio) <> ''),
  updated_at timestamptz not null default now(),
  primary key (doctor_id, language)
);

create function private.touch_doctor_text() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.bio := private.trimmed(new.bio);
  new.updated_at := now();
  return new;
end $$;

create trigger doctor_texts_touch before insert or update on public.doctor_texts
  for each row execute function private.touch_doctor_text();

alter table public.doctor_texts enable row level security;
grant select (doctor_id, language, bio) on public.doctor_texts to anon;
grant select, delete on public.doctor_texts to authenticated;
grant insert (doctor_id, language, bio), update (doctor_id, language, bio) on public.doctor_texts to authenticated;
grant select on public.doctor_texts to service_role;

-- Whoever sees the doctor sees the texts: the subquery is under the policies of doctors.
create policy "doctor_texts: visitors read those of available doctors" on public.doctor_texts
  for select to anon using (exists (select from public.doctors d where d.id = doctor_id and d.available));
create policy "doctor_texts: people read those of doctors they see" on public.doctor_texts
  for select to authenticated using (exists (select from public.doctors d where d.id = doctor_id));
create policy "doctor_texts: doctors add their own, admins any" on public.doctor_texts
  for insert to authenticated with check (doctor_id = (select private.my_doctor_id()) or (select private.is_admin()));
create policy "doctor_texts: doctors change their own, admins any" on public.doctor_texts
  for update to authenticated
  using (doctor_id = (select private.my_doctor_id()) or (select private.is_admin()))
  with check (doctor_id = (select private.my_doctor_id()) or (select private.is_admin()));
create policy "doctor_texts: doctors remove their own, admins any" on public.doctor_texts
  for delete to authenticated using (doctor_id = (select private.my_doctor_id()) or (select private.is_admin()));

-- Columns are only ever added at the end: others read this view by name.
create or replace view public.doctors_public with (security_invoker = true) as
  select d.id, d.first_name, d.last_name, d.specialization, d.bio, d.available, d.work_hours, d.timezone,
    (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'day_of_week', w.day_of_week,
            'start_time', to_char(w.start_time, 'HH24:MI'),
            'end_time', to_char(w.end_time, 'HH24:MI')
          )
          order by w.day_of_week, w.start_time
        ),
        '[]'
      )
      from public.doctor_availability w
      where w.doctor_id = d.id and w.is_available and (w.start_time < w.end_time or w.end_time = '00:00')
    ) as working_hours,
    d.specialty_code, d.languages, d.photo_path, d.bio_language
  from public.doctors d;
grant select (specialty_code, languages, photo_path, bio_language) on public.doctors to anon;

-- As before, and with the doctor's texts.
create or replace function private.export_my_data() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  person uuid := private.me();
begin
  if person is null then
    perform private.refuse();
  end if;
  return private.data_of(person) || jsonb_build_object(
    'held_slot', (select to_jsonb(h) - 'blocked' - 'user_id' from private.slot_holds h where h.user_id = person and h.expires_at > now()),
    'doctor_texts', (
      select coalesce(jsonb_agg(to_jsonb(t) - 'doctor_id' order by t.language), '[]')
      from public.doctor_texts t join public.doctors d on d.id = t.doctor_id where d.user_id = person
    )
  );
end $$;

-- The account is marked as deleted before the doctor's record is unlinked, so this still finds it. The name stays on patients' records.
create function private.empty_doctor_of_deleted_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.doctor_texts t using public.doctors d where d.id = t.doctor_id and d.user_id = new.id;
  update public.doctors d set languages = '{}', photo_path = null where d.user_id = new.id;
  return null;
end $$;
comment on function private.empty_doctor_of_deleted_account is 'Definer: accounts are marked as deleted by the auth service, which has no rights in our tables.';

create trigger doctors_end_with_account after update of deleted_at on auth.users
  for each row when (new.deleted_at is not null) execute function private.empty_doctor_of_deleted_account();
