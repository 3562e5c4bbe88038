// Names a time zone by its city, on pages and in mails. Places where patients are likely to live have names in six languages; all other
// cities come from the zone's identifier.
import { LANGUAGES } from './rules.ts'

/** 'Paris' for Europe/Paris, 'Buenos Aires' for America/Argentina/Buenos_Aires, 'UTC+3' for Etc/GMT-3. */
export function cityOf(zone: string, language: (typeof LANGUAGES)[number]): string {
  const known = CITIES[ALIASES[zone] ?? zone]?.split('|')[LANGUAGES.indexOf(language)]
  if (known) return known
  // POSIX reverses the sign: Etc/GMT-3 is UTC+3.
  const [, sign, hours] = /^Etc\/GMT([+-])(\d+)$/.exec(zone) ?? []
  if (hours) return `UTC${sign === '-' ? '+' : '-'}${hours}`
  return zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone
}

// Browsers report either of the two names.
const ALIASES: Record<string, string> = { 'Asia/Calcutta': 'Asia/Kolkata', 'Europe/Kiev': 'Europe/Kyiv' }

// The translations follow the order of LANGUAGES.
const CITIES: Record<string, string> = {
  'Europe/Istanbul': 'İstanbul|İstanbul|Istanbul|Стамбул|إسطنبول|Istanbul',
  'Asia/Baku': 'Bakü|Bakı|Baku|Баку|باكو|Bakou',
  'Europe/Moscow': 'Moskova|Moskva|Moscow|Москва|موسكو|Moscou',
  'Asia/Dubai': 'Dubai|Dubay|Dubai|Дубай|دبي|Dubaï',
  'Europe/Berlin': 'Berlin|Berlin|Berlin|Берлин|برلين|Berlin',
  'Europe/London': 'Londra|London|London|Лондон|لندن|Londres',
  'America/New_York': 'New York|Nyu-York|New York|Нью-Йорк|نيويورك|New York',
  'Asia/Tehran': 'Tahran|Tehran|Tehran|Тегеран|طهران|Téhéran',
  'Asia/Ashgabat': 'Aşkabat|Aşqabad|Ashgabat|Ашхабад|عشق آباد|Achgabat',
  'Asia/Tashkent': 'Taşkent|Daşkənd|Tashkent|Ташкент|طشقند|Tachkent',
  'Africa/Algiers': 'Cezayir|Əlcəzair|Algiers|Алжир|الجزائر|Alger',
  'Africa/Cairo': 'Kahire|Qahirə|Cairo|Каир|القاهرة|Le Caire',
  'Africa/Casablanca': 'Kazablanka|Kasablanka|Casablanca|Касабланка|الدار البيضاء|Casablanca',
  'Africa/Khartoum': 'Hartum|Xartum|Khartoum|Хартум|الخرطوم|Khartoum',
  'Africa/Tripoli': 'Trablus|Tripoli|Tripoli|Триполи|طرابلس|Tripoli',
  'Africa/Tunis': 'Tunus|Tunis|Tunis|Тунис|تونس|Tunis',
  'America/Chicago': 'Chicago|Çikaqo|Chicago|Чикаго|شيكاغو|Chicago',
  'America/Los_Angeles': 'Los Angeles|Los-Anceles|Los Angeles|Лос-Анджелес|لوس أنجلوس|Los Angeles',
  'America/Toronto': 'Toronto|Toronto|Toronto|Торонто|تورونتو|Toronto',
  'Asia/Aden': 'Aden|Ədən|Aden|Аден|عدن|Aden',
  'Asia/Almaty': 'Almatı|Almatı|Almaty|Алматы|ألماتي|Almaty',
  'Asia/Amman': 'Amman|Əmman|Amman|Амман|عمّان|Amman',
  'Asia/Baghdad': 'Bağdat|Bağdad|Baghdad|Багдад|بغداد|Bagdad',
  'Asia/Bahrain': 'Manama|Manama|Manama|Манама|المنامة|Manama',
  'Asia/Beirut': 'Beyrut|Beyrut|Beirut|Бейрут|بيروت|Beyrouth',
  'Asia/Bishkek': 'Bişkek|Bişkek|Bishkek|Бишкек|بيشكيك|Bichkek',
  'Asia/Damascus': 'Şam|Dəməşq|Damascus|Дамаск|دمشق|Damas',
  'Asia/Dushanbe': 'Duşanbe|Düşənbə|Dushanbe|Душанбе|دوشنبه|Douchanbé',
  'Asia/Jerusalem': 'Kudüs|Qüds|Jerusalem|Иерусалим|القدس|Jérusalem',
  'Asia/Kabul': 'Kâbil|Kabil|Kabul|Кабул|كابول|Kaboul',
  'Asia/Karachi': 'Karaçi|Kəraçi|Karachi|Карачи|كراتشي|Karachi',
  'Asia/Kolkata': 'Kalküta|Kəlkətə|Kolkata|Калькутта|كولكاتا|Calcutta',
  'Asia/Kuwait': 'Kuveyt|Küveyt|Kuwait|Эль-Кувейт|الكويت|Koweït',
  'Asia/Muscat': 'Maskat|Maskat|Muscat|Маскат|مسقط|Mascate',
  'Asia/Nicosia': 'Lefkoşa|Lefkoşa|Nicosia|Никосия|نيقوسيا|Nicosie',
  'Asia/Qatar': 'Doha|Doha|Doha|Доха|الدوحة|Doha',
  'Asia/Riyadh': 'Riyad|Ər-Riyad|Riyadh|Эр-Рияд|الرياض|Riyad',
  'Asia/Tbilisi': 'Tiflis|Tbilisi|Tbilisi|Тбилиси|تبليسي|Tbilissi',
  'Asia/Yerevan': 'Erivan|İrəvan|Yerevan|Ереван|يريفان|Erevan',
  'Europe/Amsterdam': 'Amsterdam|Amsterdam|Amsterdam|Амстердам|أمستردام|Amsterdam',
  'Europe/Athens': 'Atina|Afina|Athens|Афины|أثينا|Athènes',
  'Europe/Brussels': 'Brüksel|Brüssel|Brussels|Брюссель|بروكسل|Bruxelles',
  'Europe/Bucharest': 'Bükreş|Buxarest|Bucharest|Бухарест|بوخارست|Bucarest',
  'Europe/Kyiv': 'Kiev|Kiyev|Kyiv|Киев|كييف|Kiev',
  'Europe/Madrid': 'Madrid|Madrid|Madrid|Мадрид|مدريد|Madrid',
  'Europe/Minsk': 'Minsk|Minsk|Minsk|Минск|مينسك|Minsk',
  'Europe/Paris': 'Paris|Paris|Paris|Париж|باريس|Paris',
  'Europe/Rome': 'Roma|Roma|Rome|Рим|روما|Rome',
  'Europe/Sofia': 'Sofya|Sofiya|Sofia|София|صوفيا|Sofia',
  'Europe/Stockholm': 'Stokholm|Stokholm|Stockholm|Стокгольм|ستوكهولم|Stockholm',
  'Europe/Vienna': 'Viyana|Vyana|Vienna|Вена|فيينا|Vienne',
  'Europe/Warsaw': 'Varşova|Varşava|Warsaw|Варшава|وارسو|Varsovie',
  'Europe/Zurich': 'Zürih|Sürix|Zurich|Цюрих|زيورخ|Zurich',
}
