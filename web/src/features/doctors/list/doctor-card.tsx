import { BadgeCheck, Clock, MapPin, MessagesSquare } from 'lucide-react'
import { Fragment, type ReactNode, useId, useState } from 'react'
import { Portrait } from '../../../components/portrait.tsx'
import { SpokenLanguage } from '../../../components/spoken-language.tsx'
import { ButtonLink } from '../../../components/ui/button.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { Skeleton } from '../../../components/ui/skeleton.tsx'
import { classes } from '../../../lib/classes.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import type { NextSlotsState } from '../../../lib/next-slots.ts'
import { specialtyName } from '../../../lib/specialties.ts'
import { useNow } from '../../../lib/use-now.ts'
import { browserZone, cityOf, clockIn, isSameClock, offsetOf } from '../../../lib/zones.ts'
import { Bio } from '../bio.tsx'
import { NextTimes } from './next-times.tsx'
import { NextTimesSkeleton } from './next-times-skeleton.tsx'
import type { PublicDoctor } from './public-doctors.ts'
import { workingLines } from './working-hours.ts'

/** Five rows of the list, so that the same parts of cards beside each other begin at the same height. On a phone none are. */
export const CARD_PLACE = 'sm:row-span-5 sm:grid sm:grid-rows-subgrid'
const ONE_BELOW_ANOTHER = 'max-sm:flex max-sm:flex-col'

export function DoctorCard({ doctor, nextSlots }: { doctor: PublicDoctor; nextSlots: NextSlotsState }) {
  const { t, language } = useI18n()
  const { first_name: first, last_name: last, bio, timezone } = doctor
  const name = t('doctor.name', { first, last })
  const city = cityOf(timezone, language)
  return (
    <Card className={classes(CARD_PLACE, ONE_BELOW_ANOTHER, 'gap-y-3 max-sm:p-4! sm:gap-y-4')}>
      <div className="flex items-center gap-4">
        <Portrait doctor={doctor} />
        <div className="min-w-0">
          <h2 className="font-display text-xl font-semibold">{name}</h2>
          <p className="text-action-strong">{[doctor.title, specialtyName(doctor.specialization, t)].filter(Boolean).join(' · ')}</p>
        </div>
      </div>
      <div>{bio && <ShortBio text={bio} writtenIn={doctor.bio_language} />}</div>
      <dl className="flex flex-wrap gap-x-5 gap-y-1 border-t border-line pt-3 text-sm text-muted sm:grid sm:content-start sm:gap-2 sm:pt-4">
        <Languages codes={doctor.languages} />
        <WorkingHours doctor={doctor} />
        <Fact icon={<MapPin aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-brass" />} name={t('doctors.zone')}>
          {isSameClock(browserZone(), timezone) ? city : t('doctors.localTime', { city })} <bdi dir="ltr">({offsetOf(timezone)})</bdi>
          <BothClocks zone={timezone} />
        </Fact>
        <Licence doctor={doctor} />
      </dl>
      <NextTimes doctor={doctor} name={name} state={nextSlots} placeholder={<NextTimesSkeleton />} />
      <ButtonLink to={`/appointments?doctor=${doctor.id}`} look="secondary">
        <span>
          {t('booking.book')}
          <span className="sr-only"> – {name}</span>
        </span>
      </ButtonLink>
    </Card>
  )
}

/** The current time in the browser's and the doctor's zone. */
function BothClocks({ zone }: { zone: string }) {
  const { t } = useI18n()
  const [now, own] = [useNow(), browserZone()]
  if (isSameClock(own, zone, now)) return null
  return <span className="block">{t('doctors.now', { own: clockIn(now, own), time: clockIn(now, zone) })}</span>
}

function Fact({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) {
  return (
    <div className="flex gap-2.5">
      {icon}
      <dt className="sr-only">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}

function Licence({ doctor }: { doctor: PublicDoctor }) {
  const { t } = useI18n()
  if (!doctor.licence_number) return null
  return (
    <Fact icon={<BadgeCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-brass" />} name={t('doctors.licence')}>
      <bdi>{[doctor.licence_number, doctor.licence_authority, doctor.licence_country].filter(Boolean).join(' · ')}</bdi>
    </Fact>
  )
}

function Languages({ codes }: { codes: string[] }) {
  const { t } = useI18n()
  if (codes.length === 0) return null
  return (
    <Fact icon={<MessagesSquare aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-brass" />} name={t('doctors.languages')}>
      {codes.map((code, place) => (
        <Fragment key={code}>
          {place > 0 && t('doctors.comma')}
          <SpokenLanguage code={code} />
        </Fragment>
      ))}
    </Fact>
  )
}

/** The hours that can be booked. Without any, the free text of the first release. */
function WorkingHours({ doctor }: { doctor: PublicDoctor }) {
  const { t, language } = useI18n()
  const lines = workingLines(doctor.working_hours, language, t)
  if (lines.length === 0 && !doctor.work_hours) return null
  return (
    <Fact icon={<Clock aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-brass" />} name={t('doctors.hours')}>
      {lines.length === 0 && <bdi>{doctor.work_hours}</bdi>}
      {lines.map(({ days, hours }) => (
        <span key={days} className="block">
          <span className="font-medium">{days}</span> <span className="inline-block">{hours}</span>
        </span>
      ))}
    </Fact>
  )
}

/** About as many characters as fit into the lines of a card. */
const LONG = 180

/** A long text is cut until somebody wants to read on. */
function ShortBio({ text, writtenIn }: { text: string; writtenIn: string }) {
  const { t } = useI18n()
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const isLong = text.length > LONG || text.split('\n').length > 4
  return (
    <div>
      <Bio {...{ text, writtenIn, id }} isCut={isLong && !isOpen} />
      {isLong && (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          className="inline-flex min-h-11 items-center text-sm font-medium text-action underline-offset-4 hover:underline"
          onClick={() => setIsOpen(!isOpen)}
        >
          {t(isOpen ? 'doctors.less' : 'doctors.more')}
        </button>
      )}
    </div>
  )
}

/** React leaves alone what the prerendered page wrote into it meanwhile. */
const WRITTEN_EARLY = { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: '' } }
const EARLY_LINE = 'peer line-clamp-1 empty:hidden'

/** The name and the specialty are written into it before the scripts run: see first-paint.ts. */
export function DoctorCardSkeleton() {
  const { t } = useI18n()
  return (
    <Card className={classes(CARD_PLACE, ONE_BELOW_ANOTHER, 'gap-y-4')}>
      <div className="flex items-center gap-4">
        <Skeleton className="arch! h-17 w-14 shrink-0" />
        <div className="min-w-0 flex-1">
          <div className="min-h-7">
            {/* oxlint-disable-next-line jsx-a11y/heading-has-content -- hidden as long as it is empty */}
            <h2
              data-early-text={t('doctor.name', { first: '{first_name}', last: '{last_name}' })}
              className={classes('font-display text-xl font-semibold', EARLY_LINE)}
              {...WRITTEN_EARLY}
            />
            <Skeleton className="h-6 w-3/4 peer-[:not(:empty)]:hidden" />
          </div>
          <div className="min-h-6">
            <p data-early-text="{specialization}" className={classes('text-action-strong', EARLY_LINE)} {...WRITTEN_EARLY} />
            <Skeleton className="mt-1 h-5 w-1/2 peer-[:not(:empty)]:hidden" />
          </div>
        </div>
      </div>
      <Skeleton className="h-24" />
      <div className="grid gap-2 border-t border-line pt-4">
        <Skeleton className="h-5 w-2/3" />
        <Skeleton className="h-5 w-1/2" />
      </div>
      <NextTimesSkeleton />
      <Skeleton className="h-11" />
    </Card>
  )
}
