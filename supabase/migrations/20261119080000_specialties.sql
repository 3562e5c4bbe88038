-- Finding a doctor: specialties with their names and synonyms in six languages.

-- Bodies of functions may mention what a later file makes.
set check_function_bodies = off;

create table public.specialties (
  code text primary key constraint specialties_code_is_plain check (code ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(code) <= 40),
  position integer not null default 1000,
  names jsonb not null constraint specialties_names_are_in_six_languages check (private.has_every_language(names) and private.are_texts(names)),
  -- What people call the doctor, the organ or the complaint.
  synonyms jsonb not null constraint specialties_synonyms_are_in_six_languages check (private.has_every_language(synonyms) and private.are_lists_of_texts(synonyms))
);
create index specialties_position_idx on public.specialties (position);
alter table public.specialties enable row level security;
grant select on public.specialties to anon, authenticated, service_role;
grant insert (code, position, names, synonyms), update (code, position, names, synonyms), delete on public.specialties to authenticated;

-- Every name and synonym as it is compared, so that a text is found by an index. Filled by a trigger.
create table private.specialty_terms (
  term text not null,
  code text not null references public.specialties (code) on update cascade on delete cascade,
  is_name boolean not null,
  primary key (term, code)
);
create index specialty_terms_code_idx on private.specialty_terms (code);
alter table private.specialty_terms enable row level security;

create policy "specialties: visitors read" on public.specialties for select to anon using (code is not null);
create policy "specialties: signed-in people read" on public.specialties for select to authenticated using (code is not null);
create policy "specialties: admins add" on public.specialties for insert to authenticated with check ((select private.is_admin()));
create policy "specialties: admins change" on public.specialties
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "specialties: admins remove" on public.specialties for delete to authenticated using ((select private.is_admin()));

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
grant execute on function private.specialty_of to authenticated, service_role;

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
    "tr": ["nörolog", "beyin", "sinir", "sinir hastalıkları", "baş ağrısı", "migren", "baş dönmesi", "epilepsi", "inme", "uyuşma", "unutkanlık", "baş", "başım dönüyor", "unutkan"],
    "az": ["nevroloq", "beyin", "sinir", "əsəb", "sinir xəstəlikləri", "baş ağrısı", "miqren", "baş gicəllənməsi", "epilepsiya", "insult", "keyimə", "baş", "başım gicəllənir", "unutqanlıq"],
    "en": ["neurologist", "brain", "nerves", "headache", "migraine", "dizziness", "epilepsy", "seizures", "stroke", "numbness", "memory loss", "head", "dizzy"],
    "ru": ["невролог", "невропатолог", "мозг", "нервы", "головная боль", "мигрень", "головокружение", "эпилепсия", "инсульт", "онемение", "голова", "кружится голова", "память"],
    "ar": ["أعصاب", "الأعصاب", "طبيب أعصاب", "دماغ", "صداع", "شقيقة", "دوخة", "صرع", "سكتة دماغية", "خدر الأطراف", "رأس", "صداع نصفي", "دوار"],
    "fr": ["neurologue", "cerveau", "nerfs", "mal de tête", "migraine", "vertiges", "épilepsie", "avc", "engourdissement", "troubles de la mémoire", "tête", "mal à la tête", "mémoire"]
  }'),
  ('ortopedi', 3, '{"tr": "Ortopedi", "az": "Ortopediya", "en": "Orthopaedics", "ru": "Травматология и ортопедия", "ar": "جراحة العظام", "fr": "Orthopédie"}', '{
    "tr": ["ortopedist", "ortopedi ve travmatoloji", "kemik", "eklem", "diz", "diz ağrısı", "omuz", "kalça", "kırık", "bel ağrısı", "menisküs", "bel", "ayak bileği"],
    "az": ["ortoped", "travmatoloq", "ortopediya və travmatologiya", "sümük", "oynaq", "diz", "diz ağrısı", "çiyin", "sınıq", "bel ağrısı", "menisk", "bel", "ayaq", "qol"],
    "en": ["orthopaedist", "orthopedics", "orthopedic surgeon", "bones", "joints", "knee pain", "knee", "shoulder", "hip", "fracture", "back pain", "bone", "joint", "back", "ankle"],
    "ru": ["ортопед", "травматолог", "кости", "суставы", "колено", "боль в колене", "плечо", "перелом", "боль в спине", "мениск", "Ортопедия", "спина", "кость", "сустав", "нога"],
    "ar": ["عظام", "العظام", "طبيب عظام", "مفاصل", "ركبة", "ألم الركبة", "كتف", "كسر", "ألم الظهر", "إصابات رياضية", "ظهر", "قدم"],
    "fr": ["orthopédiste", "chirurgie orthopédique", "os", "articulations", "genou", "douleur au genou", "épaule", "hanche", "fracture", "mal de dos", "ménisque", "dos", "cheville"]
  }'),
  ('goz', 4, '{"tr": "Göz Hastalıkları", "az": "Oftalmologiya", "en": "Ophthalmology", "ru": "Офтальмология", "ar": "طب العيون", "fr": "Ophtalmologie"}', '{
    "tr": ["göz", "göz doktoru", "göz hekimi", "oftalmoloji", "oftalmolog", "katarakt", "glokom", "görme", "bulanık görme", "gözlük", "retina"],
    "az": ["göz", "göz həkimi", "oftalmologiya", "oftalmoloq", "okulist", "katarakta", "qlaukoma", "görmə", "eynək", "torlu qişa", "Göz xəstəlikləri"],
    "en": ["ophthalmologist", "ophthalmology", "eye", "eyes", "eye doctor", "cataract", "glaucoma", "vision", "blurred vision", "glasses", "retina", "Eye care"],
    "ru": ["офтальмолог", "окулист", "глаз", "глаза", "глазной врач", "глазные болезни", "катаракта", "глаукома", "зрение", "очки", "сетчатка"],
    "ar": ["عيون", "العيون", "عين", "طبيب عيون", "المياه البيضاء", "المياه الزرقاء", "النظر", "ضعف البصر", "نظارة", "الشبكية"],
    "fr": ["ophtalmologue", "ophtalmologiste", "oculiste", "œil", "oeil", "yeux", "cataracte", "glaucome", "vue", "vision floue", "lunettes", "rétine"]
  }'),
  ('kbb', 5, '{"tr": "Kulak Burun Boğaz", "az": "Otorinolarinqologiya (LOR)", "en": "Ear, nose and throat", "ru": "Оториноларингология (ЛОР)", "ar": "الأنف والأذن والحنجرة", "fr": "ORL"}', '{
    "tr": ["kbb", "kbb doktoru", "kulak", "burun", "boğaz", "bademcik", "sinüzit", "işitme", "kulak çınlaması", "horlama", "geniz eti", "kulak ağrısı", "boğaz ağrısı"],
    "az": ["lor", "lor həkimi", "qulaq burun boğaz", "qulaq", "burun", "boğaz", "badamcıq", "sinusit", "eşitmə", "qulaqda küy", "xoruldama", "qulaq ağrısı", "boğaz ağrısı", "Qulaq, burun, boğaz"],
    "en": ["ent", "ent doctor", "otolaryngologist", "ear", "nose", "throat", "tonsils", "sinusitis", "hearing", "tinnitus", "snoring", "earache", "sore throat"],
    "ru": ["лор", "отоларинголог", "оториноларинголог", "оториноларингология", "ухо горло нос", "ухо", "горло", "нос", "миндалины", "гайморит", "слух", "храп", "уши", "боль в горле", "насморк"],
    "ar": ["أنف وأذن وحنجرة", "طبيب أنف وأذن وحنجرة", "أذن", "أنف", "حنجرة", "لوزتان", "التهاب الجيوب الأنفية", "السمع", "طنين", "شخير", "ألم الأذن", "التهاب الحلق", "حلق"],
    "fr": ["oto-rhino-laryngologie", "oto-rhino-laryngologiste", "oto-rhino", "oreille", "nez", "gorge", "amygdales", "sinusite", "audition", "acouphènes", "ronflement", "oto", "mal de gorge", "mal aux oreilles"]
  }'),
  ('dermatoloji', 6, '{"tr": "Dermatoloji", "az": "Dermatologiya", "en": "Dermatology", "ru": "Дерматология", "ar": "الأمراض الجلدية", "fr": "Dermatologie"}', '{
    "tr": ["dermatolog", "cildiye", "cilt", "cilt doktoru", "deri", "sivilce", "akne", "egzama", "döküntü", "kaşıntı", "ben", "saç dökülmesi", "leke", "saç"],
    "az": ["dermatoloq", "dəri", "dəri həkimi", "dəri xəstəlikləri", "sızanaq", "akne", "ekzema", "səpgi", "qaşınma", "xal", "saç tökülməsi", "ləkə", "saç"],
    "en": ["dermatologist", "skin", "skin doctor", "acne", "eczema", "rash", "itching", "moles", "psoriasis", "hair loss", "pimples", "itchy", "hair"],
    "ru": ["дерматолог", "кожа", "кожный врач", "кожные болезни", "акне", "прыщи", "экзема", "сыпь", "зуд", "родинки", "выпадение волос", "прыщ", "волосы", "чешется"],
    "ar": ["جلدية", "طبيب جلدية", "جلد", "بشرة", "حب الشباب", "أكزيما", "طفح جلدي", "حكة", "شامات", "تساقط الشعر", "شعر", "حبوب"],
    "fr": ["dermatologue", "peau", "maladies de la peau", "acné", "eczéma", "éruption cutanée", "démangeaisons", "grains de beauté", "psoriasis", "chute de cheveux", "boutons", "cheveux"]
  }'),
  ('uroloji', 7, '{"tr": "Üroloji", "az": "Urologiya", "en": "Urology", "ru": "Урология", "ar": "المسالك البولية", "fr": "Urologie"}', '{
    "tr": ["ürolog", "böbrek taşı", "böbrek", "idrar", "idrar yolu", "prostat", "mesane", "idrar yolu enfeksiyonu", "erkek sağlığı"],
    "az": ["uroloq", "böyrək daşı", "böyrək", "sidik", "sidik yolları", "prostat", "sidik kisəsi", "kişi sağlamlığı"],
    "en": ["urologist", "kidney stones", "kidney", "urine", "urinary tract", "prostate", "bladder", "urinary infection", "men''s health"],
    "ru": ["уролог", "камни в почках", "почки", "моча", "мочевые пути", "простата", "мочевой пузырь", "цистит", "мужское здоровье", "почка"],
    "ar": ["طبيب مسالك بولية", "مسالك", "حصى الكلى", "كلى", "بول", "بروستات", "مثانة", "التهاب المسالك البولية", "صحة الرجل"],
    "fr": ["urologue", "calculs rénaux", "reins", "urine", "voies urinaires", "prostate", "vessie", "infection urinaire", "santé de l''homme", "rein"]
  }'),
  ('jinekoloji', 8, '{"tr": "Kadın Hastalıkları", "az": "Ginekologiya", "en": "Gynaecology", "ru": "Гинекология", "ar": "أمراض النساء والتوليد", "fr": "Gynécologie"}', '{
    "tr": ["jinekolog", "jinekoloji", "kadın doğum", "kadın doğum doktoru", "kadın hastalıkları ve doğum", "gebelik", "hamilelik", "doğum", "adet", "rahim", "menopoz", "kadın", "hamile", "gebe"],
    "az": ["ginekoloq", "ginekologiya", "qadın həkimi", "mama-ginekoloq", "hamiləlik", "doğuş", "aybaşı", "uşaqlıq", "menopauza", "qadın sağlamlığı", "Qadın xəstəlikləri", "qadın", "hamilə"],
    "en": ["gynaecologist", "gynecology", "gynecologist", "obstetrics", "obstetrician", "women''s health", "pregnancy", "childbirth", "period", "uterus", "menopause", "pregnant", "women"],
    "ru": ["гинеколог", "акушер", "акушер-гинеколог", "женский врач", "женское здоровье", "беременность", "роды", "месячные", "матка", "менопауза", "беременна", "женщина", "менструация"],
    "ar": ["نساء", "نساء وتوليد", "طبيب نساء", "طبيبة نساء", "توليد", "حمل", "ولادة", "الدورة الشهرية", "رحم", "سن اليأس", "أمراض النساء", "حامل", "امرأة", "ولادة طبيعية"],
    "fr": ["gynécologue", "gynécologie-obstétrique", "obstétrique", "obstétricien", "santé de la femme", "grossesse", "accouchement", "règles", "utérus", "ménopause", "enceinte", "femme", "femmes"]
  }'),
  ('pediatri', 9, '{"tr": "Çocuk Hastalıkları", "az": "Pediatriya", "en": "Paediatrics", "ru": "Педиатрия", "ar": "طب الأطفال", "fr": "Pédiatrie"}', '{
    "tr": ["pediatri", "pediatrist", "çocuk doktoru", "çocuk", "bebek", "çocuk sağlığı", "çocuk sağlığı ve hastalıkları", "aşı", "ateş", "büyüme"],
    "az": ["pediatr", "pediatriya", "uşaq həkimi", "uşaq", "körpə", "uşaq sağlamlığı", "peyvənd", "qızdırma", "inkişaf", "Uşaq xəstəlikləri"],
    "en": ["paediatrician", "pediatrics", "pediatrician", "children''s doctor", "child", "children", "baby", "vaccination", "fever", "growth", "kid", "toddler", "infant"],
    "ru": ["педиатр", "детский врач", "ребёнок", "дети", "младенец", "детское здоровье", "прививки", "температура", "рост", "малыш", "детский", "детская", "ребёнка", "ребёнку"],
    "ar": ["أطفال", "طبيب أطفال", "طفل", "رضيع", "صحة الطفل", "تطعيم", "حرارة", "نمو"],
    "fr": ["pédiatre", "enfant", "enfants", "bébé", "nourrisson", "santé de l''enfant", "vaccination", "fièvre", "croissance", "bébés", "tout-petit"]
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
  ('beyin-cerrahisi', 12, '{"tr": "Beyin ve Sinir Cerrahisi", "az": "Neyrocərrahiyyə", "en": "Neurosurgery", "ru": "Нейрохирургия", "ar": "جراحة الدماغ والأعصاب", "fr": "Neurochirurgie"}', '{
    "tr": ["beyin cerrahı", "nöroşirürji", "nöroşirurji", "sinir cerrahisi", "beyin tümörü", "bel fıtığı", "boyun fıtığı", "omurga", "omurilik", "Beyin Cerrahisi"],
    "az": ["neyrocərrah", "neyrocərrahiyyə", "beyin cərrahı", "beyin şişi", "bel yırtığı", "boyun yırtığı", "onurğa", "onurğa beyni", "Beyin cərrahiyyəsi"],
    "en": ["neurosurgeon", "brain surgery", "brain surgeon", "brain tumour", "brain tumor", "slipped disc", "herniated disc", "spine", "spinal cord"],
    "ru": ["нейрохирург", "операция на мозге", "опухоль мозга", "грыжа диска", "межпозвоночная грыжа", "позвоночник", "спинной мозг"],
    "ar": ["جراح أعصاب", "جراح دماغ", "جراحة الأعصاب", "جراحة المخ", "ورم الدماغ", "انزلاق غضروفي", "ديسك", "العمود الفقري"],
    "fr": ["neurochirurgien", "chirurgie du cerveau", "tumeur cérébrale", "hernie discale", "colonne vertébrale", "moelle épinière"]
  }'),
  ('kalp-cerrahisi', 13, '{"tr": "Kalp ve Damar Cerrahisi", "az": "Kardiocərrahiyyə", "en": "Cardiac surgery", "ru": "Кардиохирургия", "ar": "جراحة القلب", "fr": "Chirurgie cardiaque"}', '{
    "tr": ["kalp cerrahı", "kalp damar cerrahisi", "kalp ve damar cerrahisi", "kardiyovasküler cerrahi", "bypass", "kalp ameliyatı", "kalp kapağı", "damar cerrahisi", "varis", "Kalp Cerrahisi"],
    "az": ["ürək cərrahı", "kardiocərrah", "kardiocərrahiyyə", "ürək-damar cərrahiyyəsi", "şuntlama", "ürək əməliyyatı", "ürək qapağı", "varikoz", "Ürək cərrahiyyəsi"],
    "en": ["heart surgeon", "cardiac surgery", "cardiac surgeon", "cardiovascular surgery", "bypass", "heart operation", "heart valve", "varicose veins", "Heart surgery"],
    "ru": ["кардиохирург", "сердечно-сосудистая хирургия", "операция на сердце", "шунтирование", "клапан сердца", "сосудистая хирургия", "варикоз"],
    "ar": ["جراح قلب", "جراحة القلب والأوعية الدموية", "عملية القلب المفتوح", "قلب مفتوح", "صمام القلب", "دوالي"],
    "fr": ["chirurgien cardiaque", "chirurgie cardiovasculaire", "pontage", "opération du cœur", "valve cardiaque", "varices"]
  }'),
  ('plastik-cerrahi', 14, '{"tr": "Plastik Cerrahi", "az": "Plastik cərrahiyyə", "en": "Plastic surgery", "ru": "Пластическая хирургия", "ar": "جراحة التجميل والترميم", "fr": "Chirurgie plastique"}', '{
    "tr": ["plastik cerrah", "estetik", "estetik cerrahi", "estetik ameliyat", "plastik ve estetik cerrahi", "burun estetiği", "rinoplasti", "liposuction", "meme estetiği", "yüz germe"],
    "az": ["plastik cərrah", "estetik cərrahiyyə", "estetika", "rinoplastika", "burun estetikası", "liposaksiya", "döş estetikası", "üz dartma"],
    "en": ["plastic surgeon", "cosmetic surgery", "aesthetic surgery", "aesthetics", "rhinoplasty", "nose job", "liposuction", "breast surgery", "facelift"],
    "ru": ["пластический хирург", "эстетическая хирургия", "косметическая хирургия", "ринопластика", "пластика носа", "липосакция", "маммопластика", "подтяжка лица"],
    "ar": ["جراح تجميل", "جراحة التجميل", "تجميل", "تجميل الأنف", "شفط الدهون", "تجميل الثدي", "شد الوجه", "الجراحة التجميلية"],
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
    "ru": ["эндокринолог", "гормоны", "щитовидная железа", "щитовидка", "зоб", "диабет", "сахар в крови", "инсулинорезистентность", "ожирение", "сахар"],
    "ar": ["غدد", "طبيب غدد", "هرمونات", "الغدة الدرقية", "سكري", "السكر", "مقاومة الإنسولين", "سمنة"],
    "fr": ["endocrinologue", "hormones", "thyroïde", "goitre", "diabète", "glycémie", "résistance à l''insuline", "obésité", "sucre dans le sang"]
  }'),
  ('gastroenteroloji', 17, '{"tr": "Gastroenteroloji", "az": "Qastroenterologiya", "en": "Gastroenterology", "ru": "Гастроэнтерология", "ar": "أمراض الجهاز الهضمي", "fr": "Gastro-entérologie"}', '{
    "tr": ["gastroenterolog", "gastroloji", "mide", "mide doktoru", "bağırsak", "karaciğer", "reflü", "gastrit", "hazımsızlık", "karın ağrısı", "endoskopi", "kolonoskopi", "karın", "karnım ağrıyor", "ishal", "kabızlık"],
    "az": ["qastroenteroloq", "mədə", "mədə həkimi", "bağırsaq", "qaraciyər", "reflüks", "qastrit", "qarın ağrısı", "həzm", "endoskopiya", "kolonoskopiya", "qarın", "qarnım ağrıyır", "ishal", "qəbizlik"],
    "en": ["gastroenterologist", "stomach", "stomach doctor", "digestion", "bowel", "liver", "reflux", "gastritis", "heartburn", "abdominal pain", "endoscopy", "colonoscopy", "belly", "tummy", "stomach ache", "diarrhoea", "diarrhea", "constipation"],
    "ru": ["гастроэнтеролог", "желудок", "кишечник", "печень", "пищеварение", "рефлюкс", "гастрит", "изжога", "боль в животе", "эндоскопия", "колоноскопия", "живот", "понос", "запор"],
    "ar": ["جهاز هضمي", "الجهاز الهضمي", "طبيب جهاز هضمي", "معدة", "قولون", "كبد", "ارتجاع", "التهاب المعدة", "ألم البطن", "منظار", "بطن", "إسهال", "إمساك"],
    "fr": ["gastro-entérologue", "gastroentérologie", "estomac", "intestins", "foie", "digestion", "reflux", "gastrite", "brûlures d''estomac", "mal de ventre", "endoscopie", "coloscopie", "ventre", "mal au ventre", "diarrhée", "constipation"]
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
  ('fizik-tedavi', 20, '{"tr": "Fizik Tedavi ve Rehabilitasyon", "az": "Fiziki terapiya və reabilitasiya", "en": "Physiotherapy and rehabilitation", "ru": "Медицинская реабилитация", "ar": "الطب الطبيعي والتأهيل", "fr": "Médecine physique et de réadaptation"}', '{
    "tr": ["fizyoterapi", "fizyoterapist", "fizik tedavi ve rehabilitasyon", "ftr", "rehabilitasyon", "boyun ağrısı", "bel ağrısı", "sırt ağrısı", "kas ağrısı", "egzersiz", "Fizik Tedavi", "bel", "boyun"],
    "az": ["fizioterapevt", "reabilitasiya", "reabilitoloq", "fiziki müalicə", "boyun ağrısı", "bel ağrısı", "kürək ağrısı", "əzələ ağrısı", "məşq", "Fizioterapiya", "bel", "boyun"],
    "en": ["physiotherapy", "physiotherapist", "physical therapist", "rehabilitation", "rehab", "neck pain", "back pain", "muscle pain", "exercise", "Physical therapy", "back", "neck"],
    "ru": ["физиотерапевт", "реабилитация", "реабилитолог", "лечебная физкультура", "лфк", "боль в шее", "боль в спине", "боль в мышцах", "массаж", "Физиотерапия", "спина", "шея"],
    "ar": ["معالج طبيعي", "علاج فيزيائي", "إعادة تأهيل", "تأهيل", "ألم الرقبة", "ألم الظهر", "ألم العضلات", "تمارين", "العلاج الطبيعي", "ظهر", "رقبة"],
    "fr": ["kinésithérapie", "kinésithérapeute", "kiné", "physiothérapie", "médecine physique", "réadaptation", "douleur cervicale", "mal de dos", "douleur musculaire", "Rééducation", "dos", "cou"]
  }'),
  ('radyoloji', 21, '{"tr": "Radyoloji", "az": "Radiologiya", "en": "Radiology", "ru": "Лучевая диагностика", "ar": "الأشعة", "fr": "Radiologie"}', '{
    "tr": ["radyolog", "röntgen", "mr", "emar", "tomografi", "bt", "ultrason", "mamografi", "görüntüleme"],
    "az": ["radioloq", "rentgen", "mrt", "kt", "tomoqrafiya", "ultrasəs", "usm", "mamoqrafiya", "görüntüləmə"],
    "en": ["radiologist", "x-ray", "mri", "ct", "ct scan", "tomography", "ultrasound", "mammography", "imaging"],
    "ru": ["радиолог", "рентгенолог", "рентген", "мрт", "кт", "томография", "узи", "маммография", "радиология"],
    "ar": ["طبيب أشعة", "أشعة", "أشعة سينية", "رنين مغناطيسي", "أشعة مقطعية", "سونار", "تصوير", "ماموغرام"],
    "fr": ["radiologue", "radio", "radiographie", "irm", "scanner", "échographie", "mammographie", "imagerie médicale"]
  }'),
  ('anestezi', 22, '{"tr": "Anesteziyoloji ve Reanimasyon", "az": "Anesteziologiya", "en": "Anaesthesia", "ru": "Анестезиология", "ar": "التخدير", "fr": "Anesthésie-réanimation"}', '{
    "tr": ["anestezist", "anesteziyoloji", "anesteziyolog", "anestezi ve reanimasyon", "narkoz", "ağrı tedavisi", "algoloji", "yoğun bakım", "Anestezi"],
    "az": ["anestezioloq", "anesteziya", "anesteziologiya və reanimatologiya", "narkoz", "ağrı müalicəsi", "reanimasiya", "reanimatoloq"],
    "en": ["anaesthetist", "anesthesia", "anesthesiology", "anesthesiologist", "narcosis", "pain management", "intensive care"],
    "ru": ["анестезиолог", "анестезия", "наркоз", "реанимация", "реаниматолог", "анестезиология и реаниматология", "лечение боли"],
    "ar": ["طبيب تخدير", "تخدير", "بنج", "علاج الألم", "عناية مركزة", "إنعاش"],
    "fr": ["anesthésiste", "anesthésiologie", "anesthésie-réanimation", "narcose", "traitement de la douleur", "réanimation", "soins intensifs", "Anesthésie"]
  }'),
  ('gogus', 23, '{"tr": "Göğüs Hastalıkları", "az": "Pulmonologiya", "en": "Respiratory medicine", "ru": "Пульмонология", "ar": "الأمراض الصدرية", "fr": "Pneumologie"}', '{
    "tr": ["göğüs doktoru", "göğüs hastalıkları uzmanı", "pulmonoloji", "akciğer", "solunum", "öksürük", "astım", "bronşit", "koah", "nefes darlığı", "zatürre"],
    "az": ["pulmonoloq", "pulmonologiya", "ağciyər", "ağciyər həkimi", "tənəffüs", "öskürək", "astma", "bronxit", "nəfəs darlığı", "sətəlcəm", "Ağciyər xəstəlikləri"],
    "en": ["pulmonologist", "pulmonology", "respiratory medicine", "lungs", "lung", "lung doctor", "cough", "asthma", "bronchitis", "copd", "shortness of breath", "pneumonia", "Chest medicine"],
    "ru": ["пульмонолог", "лёгкие", "дыхание", "кашель", "астма", "бронхит", "хобл", "одышка", "пневмония", "кашляю", "лёгкое"],
    "ar": ["طبيب صدرية", "صدرية", "رئة", "رئتان", "تنفس", "سعال", "ربو", "التهاب الشعب الهوائية", "ضيق التنفس", "التهاب رئوي", "كحة"],
    "fr": ["pneumologue", "poumons", "poumon", "respiration", "toux", "asthme", "bronchite", "bpco", "essoufflement", "pneumonie"]
  }'),
  ('ruh-sagligi', 24, '{"tr": "Psikiyatri", "az": "Psixiatriya", "en": "Psychiatry", "ru": "Психиатрия и психотерапия", "ar": "الطب النفسي", "fr": "Santé mentale"}', '{
    "tr": ["psikiyatri", "psikiyatrist", "psikolog", "psikoloji", "psikoterapi", "ruh sağlığı ve hastalıkları", "depresyon", "anksiyete", "kaygı", "panik atak", "stres", "uykusuzluk", "Ruh Sağlığı", "uyuyamıyorum"],
    "az": ["psixiatr", "psixiatriya", "psixoloq", "psixologiya", "psixoterapiya", "depressiya", "həyəcan", "narahatlıq", "panik atak", "stress", "yuxusuzluq", "Psixi sağlamlıq", "yata bilmirəm", "yuxu"],
    "en": ["psychiatrist", "psychiatry", "psychologist", "psychology", "psychotherapy", "therapist", "depression", "anxiety", "panic attacks", "stress", "insomnia", "sleep", "depressed", "anxious", "Mental health"],
    "ru": ["психиатр", "психиатрия", "психолог", "психология", "психотерапевт", "психотерапия", "депрессия", "тревога", "паническая атака", "стресс", "бессонница", "Психическое здоровье", "сон", "не могу уснуть"],
    "ar": ["طب نفسي", "الطب النفسي", "طبيب نفسي", "نفسية", "علم النفس", "علاج نفسي", "اكتئاب", "قلق", "نوبات هلع", "توتر", "أرق", "نوم", "الصحة النفسية"],
    "fr": ["psychiatre", "psychiatrie", "psychologue", "psychologie", "psychothérapie", "dépression", "anxiété", "crises de panique", "stress", "insomnie", "sommeil", "angoisse", "déprimé"]
  }'),
  ('diyet', 25, '{"tr": "Beslenme ve Diyet", "az": "Dietologiya", "en": "Nutrition and dietetics", "ru": "Диетология", "ar": "التغذية العلاجية", "fr": "Diététique"}', '{
    "tr": ["diyetisyen", "diyet", "beslenme", "beslenme uzmanı", "zayıflama", "kilo verme", "kilo", "kilo alma", "sağlıklı beslenme"],
    "az": ["dietoloq", "diyetoloq", "pəhriz", "qidalanma", "arıqlama", "çəki", "çəki atmaq", "sağlam qidalanma"],
    "en": ["dietitian", "dietician", "nutritionist", "diet", "nutrition", "weight loss", "weight", "healthy eating", "Nutrition and diet"],
    "ru": ["диетолог", "диета", "нутрициолог", "питание", "похудение", "вес", "лишний вес", "здоровое питание", "похудеть"],
    "ar": ["أخصائي تغذية", "أخصائية تغذية", "تغذية", "حمية", "رجيم", "إنقاص الوزن", "وزن", "غذاء صحي", "التغذية والحمية"],
    "fr": ["diététicien", "diététicienne", "nutritionniste", "nutrition", "régime", "perte de poids", "poids", "alimentation saine"]
  }');
