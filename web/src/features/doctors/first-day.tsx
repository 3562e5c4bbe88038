// Lists what a doctor's record still lacks before patients can choose and book the doctor.
import { Checklist, type MissingItem } from '../../components/checklist.tsx'
import { GENERAL } from '../../domain/specialties.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { listOf } from '../../lib/languages.ts'
import { hasHours, type OwnDoctor } from './queries.ts'
import { SECTION_IDS } from './schedule/section-ids.ts'

const SCHEDULE = '/doctor?tab=availability'

export function FirstDay({ doctor, isAdmin }: { doctor: OwnDoctor; isAdmin: boolean }) {
  const { t, language } = useI18n()
  const isWithoutHours = !hasHours(doctor)
  const isZoneOpen = !doctor.timezone_confirmed_at
  // Only admins can write these fields.
  const record = [
    doctor.specialization === GENERAL && t('firstDay.specialty'),
    doctor.languages.length === 0 && t('firstDay.languages'),
    !doctor.bio && t('firstDay.bio'),
    !doctor.licence_number && t('firstDay.licence'),
  ].filter(Boolean)
  const items: MissingItem[] = [
    ...(isWithoutHours ? [{ text: t('firstDay.hours'), to: `${SCHEDULE}#${SECTION_IDS.hours}` }] : []),
    ...(isZoneOpen ? [{ text: t('firstDay.zone'), to: `${SCHEDULE}#${SECTION_IDS.hours}` }] : []),
    ...(doctor.photo_path ? [] : [{ text: t('firstDay.photo'), to: `${SCHEDULE}#${SECTION_IDS.photo}` }]),
    ...(record.length > 0
      ? [
          isAdmin
            ? { text: t('firstDay.record', { list: listOf(record, language) }), to: `/doctor-management?doctor=${doctor.id}` }
            : { text: t('firstDay.askAdmin', { list: listOf(record, language) }) },
        ]
      : []),
  ]
  return <Checklist title={t('firstDay.title', { number: items.length })} items={items} isOpenAtFirst={isWithoutHours || isZoneOpen} />
}
