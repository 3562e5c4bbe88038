// Makes a user a doctor: search, select, link to a record.
import { useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { LoadFailed } from '../../../components/load-failed.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { FormSkeleton } from '../../../components/ui/form-skeleton.tsx'
import { classes } from '../../../lib/classes.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { specialtyName } from '../../../lib/specialties.ts'
import { type ManagedDoctor, useManagedDoctors, useReloadDoctors } from '../queries.ts'
import { AssignForm } from './assign-form.tsx'
import { nameOf, SEARCHES, UserPicker } from './user-picker.tsx'
import type { FoundUser } from './user-search.ts'

interface AssignUserProps {
  /** The record for which a user is wanted, if one is known already. */
  recordId: string | undefined
  onAssigned: (userId: string) => void
}

export function AssignUser({ recordId, onAssigned }: AssignUserProps) {
  const { t } = useI18n()
  const client = useQueryClient()
  const reload = useReloadDoctors()
  const { data: doctors, error, refetch } = useManagedDoctors()
  const [text, setText] = useState('')
  const [user, setUser] = useState<FoundUser>()
  const [chosenRecord, setChosenRecord] = useState<{ id: string | undefined; asked: string | undefined }>()
  const [isMissing, setIsMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  const choose = (chosen: FoundUser) => {
    setUser(chosen)
    setIsMissing(false)
    heading.current?.scrollIntoView({ block: 'nearest' })
  }
  const askForUser = () => {
    setIsMissing(true)
    field.current?.focus()
  }
  const done = (userId: string) => {
    setUser(undefined)
    setChosenRecord({ id: undefined, asked: recordId })
    setText('')
    client.removeQueries({ queryKey: SEARCHES })
    field.current?.focus()
    onAssigned(userId)
  }

  const unlinked = doctors?.filter(({ user_id }) => user_id === null) ?? []
  // A choice lasts until the address asks for another record.
  const wanted = chosenRecord && chosenRecord.asked === recordId ? chosenRecord.id : recordId
  const record = unlinked.find(({ id }) => id === wanted)?.id
  const chooseRecord = (id: string) => {
    setChosenRecord({ id: id === record ? undefined : id, asked: recordId })
    field.current?.focus()
  }

  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:gap-8">
      <div className="grid min-w-0 gap-5 lg:sticky lg:top-20">
        <div className="grid gap-1">
          <h2 className="text-xl font-semibold">{t('management.assignTitle')}</h2>
          <p className="max-w-[65ch] text-sm text-muted">{t('management.assignLead')}</p>
        </div>
        <Card className="grid min-w-0 content-start gap-4">
          <Step mark={user ? <Check className="size-5" /> : 1}>
            <h3 className="text-lg font-semibold">{t('management.userTitle')}</h3>
          </Step>
          <UserPicker
            text={text}
            onText={setText}
            chosen={user}
            onChoose={choose}
            error={isMissing ? t('management.chooseUser') : undefined}
            field={field}
          />
        </Card>
      </div>
      <Card className="grid min-w-0 content-start gap-4">
        <Step mark={2}>
          {/* On a phone the form is below the list: with the heading, its first fields come into view. */}
          <h3 ref={heading} className="text-lg font-semibold break-words max-lg:scroll-mb-96">
            {user ? t('management.chosenUser', { name: nameOf(user, t) }) : t('management.recordTitle')}
          </h3>
        </Step>
        {!user && (
          <>
            {unlinked.length > 0 && <UnlinkedRecords doctors={unlinked} chosenId={record} onChoose={chooseRecord} />}
            <div className="grid gap-2 border-t border-line pt-4">
              {/* Pressed too early it says what is missing. */}
              <Button look="secondary" className="w-full" onClick={askForUser}>
                {t('management.assign')}
              </Button>
              <p className="text-center text-sm text-muted">{t('management.recordWaits')}</p>
            </div>
          </>
        )}
        {user && error && !doctors && <LoadFailed title={t('management.loadFailed')} error={error} onRetry={() => void refetch()} />}
        {user && !error && !doctors && <FormSkeleton fields={3} />}
        {user && doctors && (
          <AssignForm
            key={user.id}
            user={user}
            recordId={record}
            doctors={doctors}
            onDone={() => done(user.id)}
            onSettled={() => void reload()}
          />
        )}
      </Card>
    </div>
  )
}

/** The heading of a step, with its number in the doorway of the logo. */
function Step({ mark, children }: { mark: ReactNode; children: ReactNode }) {
  return (
    <div className="flex items-center gap-3">
      <span
        aria-hidden="true"
        className="arch grid w-9 shrink-0 place-items-center border border-brass bg-tint pt-1 font-display text-lg leading-none font-semibold"
      >
        {mark}
      </span>
      <div className="min-w-0">{children}</div>
    </div>
  )
}

/** The records that wait for a user: the chosen one is linked to the user who is found. */
function UnlinkedRecords({
  doctors,
  chosenId,
  onChoose,
}: {
  doctors: ManagedDoctor[]
  chosenId: string | undefined
  onChoose: (id: string) => void
}) {
  const { t, language } = useI18n()
  const title = useId()
  const sorted = doctors.toSorted((one, other) => sortName(one).localeCompare(sortName(other), language))
  return (
    <section aria-labelledby={title} className="grid gap-1">
      <h4 id={title} className="text-sm font-medium">
        {t('management.noAccount')} · {t('management.count', { count: doctors.length })}
      </h4>
      <ul className="max-h-72 divide-y divide-line overflow-y-auto rounded-box border border-line max-sm:max-h-56">
        {sorted.map((doctor) => (
          <li key={doctor.id}>
            <button
              type="button"
              aria-pressed={doctor.id === chosenId}
              onClick={() => onChoose(doctor.id)}
              className={classes(
                'flex min-h-11 w-full items-center justify-between gap-3 px-3 py-1.5 text-start -outline-offset-2',
                doctor.id === chosenId ? 'bg-tint' : 'hover:bg-tint/60',
              )}
            >
              {t('management.recordOption', {
                doctor: t('doctor.name', { first: doctor.first_name, last: doctor.last_name }),
                specialty: specialtyName(doctor.specialization, t),
              })}
              {doctor.id === chosenId && <Check aria-hidden="true" className="size-5 shrink-0 text-action" />}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

const sortName = ({ first_name, last_name }: ManagedDoctor) => `${first_name} ${last_name}`
