// The tables behind the plots. Cells on the page are written for people, and cells in files for spreadsheets.
import { titledName } from '../../domain/titled-name.ts'
import type { TextKey, Values } from '../../lib/i18n.tsx'
import { isLanguage, LANGUAGE_NAMES, type Language } from '../../lib/languages.ts'
import { formatMoney, formatNumber } from '../../lib/numbers.ts'
import { FEW, hoursText, patientsText, periodName, shareOf, shareText, waitOf } from './figures.ts'
import type { Figures } from './overview-card.tsx'
import type { Overview, Unit } from './queries.ts'

export interface Words {
  t: (key: TextKey, values?: Values) => string
  language: Language
  unit: Unit
}

type Row = Figures['rows'][number]

/** Sorts the latest period first. */
const latestFirst = <Each extends { period: string }>(rows: Each[]) => rows.toSorted((a, b) => b.period.localeCompare(a.period))

const columnsOf = ({ t }: Words, keys: TextKey[]) => keys.map((key) => t(key))

export function hoursTable({ hours, doctors }: Overview, words: Words): Figures {
  const { t, language, unit } = words
  const names = new Map(doctors.map((doctor) => [doctor.id, titledName(doctor, t)]))
  return {
    textColumns: 2,
    columns: columnsOf(words, ['overview.period', 'overview.doctor', 'overview.offered', 'overview.booked', 'overview.share']),
    rows: latestFirst(hours).map(({ period, doctor_id, offered_minutes: offered, booked_minutes: booked }): Row => {
      const share = shareOf({ offered, booked })
      const name = names.get(doctor_id) ?? '–'
      return {
        id: period + doctor_id,
        shown: [
          periodName(period, unit, language),
          name,
          hoursText(offered, language),
          hoursText(booked, language),
          shareText(share, language),
        ],
        csv: [period, name, hours60(offered), hours60(booked), share === undefined ? null : Math.round(share * 1000) / 1000],
      }
    }),
  }
}

const hours60 = (minutes: number) => Math.round((minutes / 60) * 100) / 100

export function outcomeTable({ periods }: Overview, words: Words): Figures {
  const { language, unit } = words
  return {
    textColumns: 1,
    columns: columnsOf(words, [
      'overview.period',
      'overview.completed',
      'overview.missed',
      'overview.cancelledByPatient',
      'overview.cancelledByDoctor',
      'overview.cancelledByAdmin',
      'overview.expired',
    ]),
    rows: latestFirst(periods).map((each): Row => {
      const counts = [
        each.completed,
        each.missed,
        each.cancelled_by_patient,
        each.cancelled_by_doctor,
        each.cancelled_by_admin,
        each.expired,
      ]
      return {
        id: each.period,
        shown: [periodName(each.period, unit, language), ...counts.map((count) => formatNumber(count, language))],
        csv: [each.period, ...counts],
      }
    }),
  }
}

export function waitText(minutes: number | null, { t, language }: Pick<Words, 't' | 'language'>) {
  if (minutes === null) return '–'
  const { key, number } = waitOf(minutes)
  return t(key, { number: formatNumber(number, language) })
}

export function waitTable({ periods }: Overview, words: Words): Figures {
  const { language, unit } = words
  return {
    textColumns: 1,
    columns: columnsOf(words, ['overview.period', 'overview.answered', 'overview.median', 'overview.slow']),
    rows: latestFirst(periods).map(
      ({ period, answered, median_wait_minutes: median, slow_wait_minutes: slow }): Row => ({
        id: period,
        shown: [periodName(period, unit, language), formatNumber(answered, language), waitText(median, words), waitText(slow, words)],
        csv: [period, answered, median, slow],
      }),
    ),
  }
}

export function patientsTable({ patients }: Overview, words: Words): Figures {
  const { language, unit } = words
  return {
    textColumns: 1,
    columns: columnsOf(words, ['overview.period', 'overview.newPatients', 'overview.returningPatients']),
    rows: latestFirst(patients).map(
      ({ period, new_patients: fresh, returning_patients: returning }): Row => ({
        id: period,
        shown: [periodName(period, unit, language), patientsText(fresh, language), patientsText(returning, language)],
        csv: [period, fresh ?? FEW, returning ?? FEW],
      }),
    ),
  }
}

export function languagesTable({ languages }: Overview, words: Words): Figures {
  return {
    textColumns: 1,
    columns: columnsOf(words, ['overview.language', 'overview.patients']),
    rows: languages.map(({ language: code, patients }): Row => {
      const name = isLanguage(code) ? LANGUAGE_NAMES[code] : code
      return { id: code, shown: [name, patientsText(patients, words.language)], csv: [name, patients ?? FEW] }
    }),
  }
}

const REASONS: Partial<Record<string, TextKey>> = {
  doctor_unavailable: 'overview.reasonUnavailable',
  other_time: 'overview.reasonOtherTime',
  other_specialty: 'overview.reasonSpecialty',
  needs_visit: 'overview.reasonVisit',
  more_information: 'overview.reasonInformation',
  duplicate: 'overview.reasonDuplicate',
  patient_asked: 'overview.reasonAsked',
  own_words: 'overview.reasonOwnWords',
}

export function reasonsTable({ reasons }: Overview, words: Words): Figures {
  return {
    textColumns: 1,
    columns: columnsOf(words, ['overview.reason', 'overview.appointments']),
    rows: reasons.map(({ reason, appointments }): Row => {
      const known = reason === null ? 'overview.reasonNone' : REASONS[reason]
      const name = known ? words.t(known) : (reason ?? '')
      return { id: reason ?? '', shown: [name, formatNumber(appointments, words.language)], csv: [name, appointments] }
    }),
  }
}

export function feesTable({ fees }: Overview, words: Words): Figures {
  const { language, unit } = words
  return {
    textColumns: 1,
    columns: columnsOf(words, ['overview.period', 'overview.agreed', 'overview.paid', 'overview.currency']),
    rows: latestFirst(fees).map(
      ({ period, currency, agreed_minor: agreed, paid_minor: paid }): Row => ({
        id: period + currency,
        shown: [periodName(period, unit, language), formatMoney(agreed, currency, language), formatMoney(paid, currency, language)],
        csv: [period, agreed / 100, paid / 100, currency],
      }),
    ),
  }
}
