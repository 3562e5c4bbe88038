// The parts of a doctor's schedule: what changes often comes first, then settings and photo. For the doctor, and for admins.
import { AlertTriangle } from 'lucide-react'
import type { ReactNode } from 'react'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { FormSkeleton } from '../../../components/ui/form-skeleton.tsx'
import { PhoneSection } from '../../../components/ui/phone-section.tsx'
import { type Mark, useMarks } from '../../../components/ui/section-marks.ts'
import { classes } from '../../../lib/classes.ts'
import type { LiveState } from '../../../lib/data/live.ts'
import { type TextKey, useI18n } from '../../../lib/i18n.tsx'
import type { PhotoDoctor } from '../photo/queries.ts'
import { MyLeaves } from './my-leaves.tsx'
import { PhotoSettings } from './photo-settings.tsx'
import type { ScheduleDoctor } from './queries.ts'
import { ScheduleIndex } from './schedule-index.tsx'
import { SECTION_IDS, type SectionName } from './section-ids.ts'
import { SettingsForm } from './settings-form.tsx'
import { type Summary, useSummaries } from './use-summaries.ts'
import { WorkingHours } from './working-hours.tsx'

const LATER = { failed: 'schedule.loadFailed', fallback: <FormSkeleton fields={2} /> } as const
const ExtraHours = lazyPart(async () => ({ default: (await import('./extra-hours.tsx')).ExtraHours }), LATER)
const OffersCard = lazyPart(async () => ({ default: (await import('../offers/offers-card.tsx')).OffersCard }), LATER)

const TITLES: Record<SectionName, TextKey> = {
  hours: 'hours.title',
  extra: 'extra.title',
  leave: 'leave.title',
  types: 'offers.title',
  settings: 'appointmentSettings.title',
  photo: 'photo.title',
}

/** When the doctor works, and how patients book. */
const GROUPS: SectionName[][] = [
  ['hours', 'extra', 'leave'],
  ['types', 'settings', 'photo'],
]

/** On a phone a group is one card with a row for each section. In a wide window each section is a card. */
const GROUP = classes(
  'grid grid-cols-1 max-sm:rounded-box max-sm:border max-sm:border-line max-sm:bg-surface max-sm:px-5 max-sm:*:not-first:border-t max-sm:*:not-first:border-line',
  'sm:gap-6 sm:*:rounded-box sm:*:border sm:*:border-line sm:*:bg-surface sm:*:px-6 sm:[&_h2]:text-xl',
)

interface ScheduleSectionsProps {
  doctor: ScheduleDoctor & PhotoDoctor
  live: LiveState
  /** Whether the reader is the doctor, whose page consists of these sections and has an index of them. */
  isOwn?: boolean
}

export function ScheduleSections({ doctor, live, isOwn = false }: ScheduleSectionsProps) {
  const { t } = useI18n()
  const summaries = useSummaries(doctor)
  const { addMark, markOf } = useMarks()
  const contents: Record<SectionName, ReactNode> = {
    hours: <WorkingHours doctor={doctor} live={live} isOwn={isOwn} />,
    extra: <ExtraHours doctor={doctor} />,
    leave: <MyLeaves doctor={doctor} />,
    types: <OffersCard doctor={doctor} headingId={SECTION_IDS.types} />,
    settings: <SettingsForm doctor={doctor} />,
    photo: <PhotoSettings doctor={doctor} />,
  }
  const stateOf = (name: SectionName) => {
    const mark = markOf(SECTION_IDS[name])
    return { summary: <SummaryLine summary={summaries[name]} />, status: mark && <MarkLine mark={mark} /> }
  }
  const sections = (
    <div className="grid grid-cols-1 gap-4 sm:gap-6">
      {GROUPS.map((names) => (
        <div key={names[0]} className={GROUP}>
          {names.map((name) => (
            <PhoneSection
              key={name}
              id={SECTION_IDS[name]}
              title={t(TITLES[name])}
              isOpenAtFirst={name === 'hours'}
              onMark={addMark}
              {...stateOf(name)}
            >
              {contents[name]}
            </PhoneSection>
          ))}
        </div>
      ))}
    </div>
  )
  if (!isOwn) return sections
  return (
    <div data-indexed="" className={INDEXED}>
      <ScheduleIndex entries={GROUPS.flat().map((name) => ({ id: SECTION_IDS[name], title: t(TITLES[name]), ...stateOf(name) }))} />
      {sections}
    </div>
  )
}

/** The index stands beside the sections, or above them if there is no space. */
export const INDEXED = 'grid grid-cols-1 items-start gap-6 xl:grid-cols-[12rem_minmax(0,1fr)] xl:gap-7'

function SummaryLine({ summary: { text, isOpenTask } }: { summary: Summary }) {
  return <span className={isOpenTask ? 'text-wait' : 'text-muted'}>{text ?? '\u00a0'}</span>
}

function MarkLine({ mark }: { mark: Mark }) {
  const { t } = useI18n()
  if (mark === 'unsaved') return <span className="font-medium text-wait">{t('hours.changed')}</span>
  return (
    <span className="flex items-center gap-1.5 font-medium text-danger">
      <AlertTriangle aria-hidden="true" className="size-4 shrink-0" />
      {t('schedule.checkFields')}
    </span>
  )
}
