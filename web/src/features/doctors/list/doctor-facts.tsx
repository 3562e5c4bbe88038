import { BadgeCheck, Clock, type LucideIcon, MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import { useI18n } from '../../../lib/i18n.tsx'
import { useIsHydrated } from '../../../lib/load/use-is-hydrated.ts'
import { useNow } from '../../../lib/time/use-now.ts'
import { browserZone, cityOf, clockIn, isSameClock, offsetOf } from '../../../lib/time/zones.ts'
import type { PublicDoctor } from './public-doctors.ts'
import { workingLines } from './working-hours.ts'

/** The hours and the zone of a doctor, and the licence unless the page shows it elsewhere. */
export default function DoctorFacts({ doctor, hasLicence = true }: { doctor: PublicDoctor; hasLicence?: boolean }) {
  const { t, language } = useI18n()
  const isHydrated = useIsHydrated()
  const { timezone } = doctor
  const city = cityOf(timezone, language)
  return (
    <dl className="grid content-start gap-1.5 text-sm text-muted">
      <WorkingHours doctor={doctor} />
      <Fact icon={MapPin} name={t('doctors.zone')}>
        {isHydrated && isSameClock(browserZone(), timezone) ? city : t('doctors.localTime', { city })}{' '}
        <bdi dir="ltr">({offsetOf(timezone)})</bdi>
        {isHydrated && <BothClocks zone={timezone} />}
      </Fact>
      {hasLicence && <Licence doctor={doctor} />}
    </dl>
  )
}

function Fact({ icon: Icon, name, children }: { icon: LucideIcon; name: string; children: ReactNode }) {
  return (
    <div className="flex gap-2.5">
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-brass" />
      <dt className="sr-only">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}

/** The current time in the browser's and the doctor's zone. */
function BothClocks({ zone }: { zone: string }) {
  const { t } = useI18n()
  const [now, own] = [useNow(), browserZone()]
  if (isSameClock(own, zone, now)) return null
  return <span className="block">{t('doctors.now', { own: clockIn(now, own), time: clockIn(now, zone) })}</span>
}

function Licence({ doctor }: { doctor: PublicDoctor }) {
  const { t } = useI18n()
  const licence = licenceOf(doctor)
  if (!licence) return null
  return (
    <Fact icon={BadgeCheck} name={t('doctors.licence')}>
      <bdi>{licence}</bdi>
    </Fact>
  )
}

/** The number with the authority and the country that issued it. */
export const licenceOf = ({ licence_number: number, licence_authority, licence_country }: PublicDoctor) =>
  number && [number, licence_authority, licence_country].filter(Boolean).join('\u00A0· ')

/** The hours that can be booked. If there are none, the free text of the first release. */
function WorkingHours({ doctor }: { doctor: PublicDoctor }) {
  const { t, language } = useI18n()
  const lines = workingLines(doctor.working_hours, language, t)
  if (lines.length === 0 && !doctor.work_hours) return null
  return (
    <Fact icon={Clock} name={t('doctors.hours')}>
      {lines.length === 0 && <bdi>{doctor.work_hours}</bdi>}
      {lines.map(({ days, hours }) => (
        <span key={days} className="block">
          <span className="font-medium">{days}</span> <span className="inline-block">{hours}</span>
        </span>
      ))}
    </Fact>
  )
}
