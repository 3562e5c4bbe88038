// Shows the doctor who is waiting for a call and for how long. Hidden while nobody waits.
import { BellOff, BellRing } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { toast } from '../../../components/toaster.tsx'
import { Badge } from '../../../components/ui/badge.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { withGuardians } from '../../../domain/guardians.ts'
import { Portrait } from '../../../domain/portrait.tsx'
import { classes } from '../../../lib/classes.ts'
import { textOf } from '../../../lib/errors.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { useTexts } from '../../../lib/load/use-texts.ts'
import { clockIn } from '../../../lib/time/zones.ts'
import { playChime, useSound } from './chime.ts'
import { type Answer, arrivalsIn, type Known, minutesWaited, type WaitingPatient } from './status.ts'
import { useNameOf } from './use-name-of.ts'
import { useTick } from './use-tick.ts'
import { useTitlePrefix } from './use-title-prefix.ts'
import { useWaitingPatients } from './use-waiting-patients.ts'
import { useWatch } from './use-watch.ts'
import { answerWaiting } from './waiting-requests.ts'

const HEADING = 'waiting-patients'

interface WaitingListProps {
  doctorId: string
  /** Called with the appointments of the waiting patients whenever they change. */
  onChange?: (appointmentIds: string[]) => void
  /** Enters the call of that appointment. */
  onEnter: (appointmentId: string) => void
  /** Renders what else the page knows about that appointment. */
  renderAbout?: (appointmentId: string) => ReactNode
}

export default function WaitingList({ doctorId, onChange, onEnter, renderAbout }: WaitingListProps): ReactNode {
  useTexts('waiting', 'staff')
  const { t, language } = useI18n()
  const { patients, isLoaded, refetch } = useWaitingPatients(doctorId)
  useWatch()
  const ids = patients.map((each) => each.appointment_id).join()
  const report = useEffectEvent((listed: string) => onChange?.(listed ? listed.split(',') : []))
  useEffect(() => report(ids), [ids])
  const sound = useSound()
  const nameOf = useNameOf()
  const [first] = patients
  const news = useArrivals(patients, isLoaded, sound.isOn)
  useTitlePrefix(first && t('waiting.title', { number: patients.length, name: nameOf(first) }))
  return (
    <>
      {/* Mounted before anybody arrives, because screen readers only announce changes of an existing element. */}
      <output lang={language} className="sr-only">
        {news.map((patient) => t('waiting.arrived', { name: nameOf(patient) })).join(' ')}
      </output>
      {first && (
        <section
          aria-labelledby={HEADING}
          className="my-2 grid grid-cols-1 rounded-box border border-brass bg-surface px-4 pt-2 pb-4 sm:px-5"
        >
          <div className="flex items-center justify-between gap-x-4">
            <h2 id={HEADING} className="text-sm font-medium text-muted">
              {t('waiting.heading', { count: patients.length })}
            </h2>
            <Button look="quiet" aria-pressed={sound.isOn} className="-me-3 min-h-11 px-3 text-sm" onClick={() => sound.turn(!sound.isOn)}>
              {sound.isOn ? <BellRing aria-hidden="true" className="size-4" /> : <BellOff aria-hidden="true" className="size-4" />}
              <span className="max-sm:sr-only">{t(sound.isOn ? 'waiting.soundIsOn' : 'waiting.soundIsOff')}</span>
            </Button>
          </div>
          <ol className="divide-y divide-line">
            {patients.map((patient) => (
              <Row
                key={patient.appointment_id}
                patient={patient}
                isFirst={patient === first}
                about={renderAbout?.(patient.appointment_id)}
                name={nameOf(patient)}
                onEnter={onEnter}
                onChange={() => void refetch()}
              />
            ))}
          </ol>
        </section>
      )}
    </>
  )
}

interface RowProps {
  patient: WaitingPatient
  /** Whether this patient has waited longest and is next. */
  isFirst: boolean
  about: ReactNode
  name: string
  onEnter: (appointmentId: string) => void
  onChange: () => void
}

function Row({ patient, isFirst, about, name, onEnter, onChange }: RowProps) {
  const { t, language } = useI18n()
  const now = useTick()
  const [pending, setPending] = useState<Answer>()
  const { appointment_id: id, starts_at, timezone, answered_at } = patient
  const minutes = minutesWaited(patient, now)
  const arch = { first_name: patient.first_name ?? '', last_name: patient.last_name ?? '', photo_path: null }
  const company = withGuardians({ has_account: null, guardians: patient.guardians }, t, language)
  const answer = async (given: Answer) => {
    setPending(given)
    try {
      await answerWaiting(id, given)
    } catch (error) {
      // Not reported for 'now', because the doctor can enter the call without notifying the patient.
      if (given !== 'now') {
        const { key, values } = textOf(error, { not_waiting: 'waiting.notWaiting', too_many_calls: 'waiting.tooMany' })
        toast.error(t(key, { ...values, name }))
      }
    }
    setPending(undefined)
    if (given === 'now') onEnter(id)
    else onChange()
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-3 first:pt-0 last:pb-0">
      <div className="flex min-w-0 flex-1 basis-64 gap-x-4">
        <Portrait doctor={arch} size={isFirst ? 'small' : 'tiny'} isDecorative />
        <div className="grid min-w-0 content-start justify-items-start gap-0.5">
          <h3 className={classes('font-semibold wrap-anywhere', isFirst && 'text-xl leading-7')}>
            <bdi>{name}</bdi>
          </h3>
          {company && <bdi className="text-sm wrap-anywhere">{company}</bdi>}
          <p className="text-sm text-muted">
            {minutes < 1 ? t('waiting.justArrived') : t('waiting.waitsFor', { count: minutes })}
            {' · '}
            {t('waiting.appointmentAt', { time: clockIn(starts_at, timezone) })}
          </p>
          {patient.answer === 'in_5_minutes' && answered_at && (
            <Badge tone="active">{t('waiting.saidSoon', { time: clockIn(answered_at, timezone) })}</Badge>
          )}
          {about}
        </div>
      </div>
      <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:*:grow">
        <Button
          look="secondary"
          disabled={pending !== undefined}
          aria-label={t('waiting.answerSoonTo', { name })}
          onClick={() => void answer('in_5_minutes')}
        >
          {t('waiting.answerSoon')}
        </Button>
        <Button
          look={isFirst ? 'primary' : 'tinted'}
          disabled={pending !== undefined}
          busyLabel={pending === 'now' && t('waiting.entering')}
          aria-label={t('waiting.answerNowTo', { name })}
          onClick={() => void answer('now')}
        >
          {t('waiting.answerNow')}
        </Button>
      </div>
    </li>
  )
}

/** The latest arrivals, for the announcement. Plays a sound unless they were there when the page opened. */
function useArrivals(patients: WaitingPatient[], isLoaded: boolean, hasSound: boolean) {
  const known = useRef<Known>(new Map())
  const wasLoaded = useRef(false)
  const [news, setNews] = useState<WaitingPatient[]>([])
  const sound = useRef(hasSound)
  useEffect(() => {
    sound.current = hasSound
  }, [hasSound])
  useEffect(() => {
    if (!isLoaded) return
    const arrivals = arrivalsIn(patients, known.current)
    const isFirst = !wasLoaded.current
    wasLoaded.current = true
    if (!arrivals.length) return
    setNews(arrivals)
    if (!isFirst && sound.current) playChime()
  }, [patients, isLoaded])
  return news
}
