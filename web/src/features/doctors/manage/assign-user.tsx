// Makes a user a doctor: searches, selects, and links a record.
import { useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { LoadFailed } from '../../../components/load-failed.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { FormSkeleton } from '../../../components/ui/form-skeleton.tsx'
import { specialtyName } from '../../../domain/specialties.ts'
import { titledName } from '../../../domain/titled-name.ts'
import { classes } from '../../../lib/classes.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { type ManagedDoctor, useManagedDoctors, useReloadDoctors } from '../queries.ts'
import { AssignForm } from './assign-form.tsx'
import { useFoundDoctors } from './find-managed.ts'
import { FreeRecords } from './free-records.tsx'
import { foundUserName, SEARCHES, UserPicker } from './user-picker.tsx'
import type { FoundUser } from './user-search.ts'

interface AssignUserProps {
  /** The record that needs a user, if it is known already. */
  recordId: string | undefined
  onRecord: (recordId: string) => void
  onAssigned: (userId: string) => void
}

export function AssignUser({ recordId, onRecord, onAssigned }: AssignUserProps) {
  const { t } = useI18n()
  const client = useQueryClient()
  const reload = useReloadDoctors()
  const { data: doctors, error, refetch } = useManagedDoctors()
  const [text, setText] = useState('')
  const [user, setUser] = useState<FoundUser>()
  /** The record from the address, once it has been used. */
  const [servedRecord, setServedRecord] = useState<string>()
  const [isMissing, setIsMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  const choose = (chosen: FoundUser) => {
    // Renders at once, because the page can only scroll far enough after the form has been rendered.
    flushSync(() => {
      setUser(chosen)
      setIsMissing(false)
    })
    heading.current?.scrollIntoView({ block: 'nearest' })
  }
  const askForUser = () => {
    setIsMissing(true)
    field.current?.focus()
  }
  const done = (userId: string) => {
    setUser(undefined)
    setServedRecord(recordId)
    setText('')
    client.removeQueries({ queryKey: SEARCHES })
    field.current?.focus()
    onAssigned(userId)
  }

  const record = recordId === servedRecord ? undefined : doctors?.find(({ id, user_id }) => id === recordId && user_id === null)

  const free = useFoundDoctors(
    doctors?.filter(({ user_id }) => user_id === null),
    '',
  )

  return (
    <div className="grid gap-5">
      <div className="grid gap-1">
        <h2 className="text-xl font-semibold">{t('management.assignTitle')}</h2>
        <p className="max-w-[75ch] text-sm text-pretty text-muted lg:max-w-none">{t('management.assignLead')}</p>
      </div>
      <div className={classes('grid grid-cols-1 gap-4 lg:grid-cols-2 lg:gap-6', user && 'items-start')}>
        <Card className="grid min-w-0 content-start gap-4 lg:sticky lg:top-20">
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
        {/* On a phone this step is between the search and the records, so one line is enough while it has nothing to do. */}
        <Card
          className={classes(
            'grid min-w-0 content-start gap-4',
            !user && 'border-dashed bg-transparent!',
            !user && !record && 'max-lg:py-3',
          )}
        >
          <Step mark={2} isWaiting={!user}>
            {/* On a phone the form is below the list. Scrolling to the heading also shows the first fields. */}
            <h3 ref={heading} className={classes('text-lg font-semibold break-words max-lg:scroll-mb-96', !user && 'text-muted')}>
              {user ? t('management.chosenUser', { name: foundUserName(user, t) }) : t('management.recordTitle')}
            </h3>
          </Step>
          {!user && <Waiting record={record} onEarly={askForUser} />}
          {user && error && !doctors && <LoadFailed title={t('management.loadFailed')} error={error} onRetry={() => void refetch()} />}
          {user && !error && !doctors && <FormSkeleton fields={3} />}
          {user && doctors && (
            <AssignForm
              key={user.id}
              user={user}
              recordId={record?.id}
              doctors={doctors}
              onDone={() => done(user.id)}
              onSettled={() => void reload()}
            />
          )}
        </Card>
      </div>
      {!user && free && (
        <FreeRecords
          doctors={free}
          chosen={record?.id}
          onChoose={(id) => {
            setServedRecord(undefined)
            onRecord(id)
            field.current?.focus()
          }}
        />
      )}
    </div>
  )
}

/** Replaces the form until a user is chosen. */
function Waiting({ record, onEarly }: { record: ManagedDoctor | undefined; onEarly: () => void }) {
  const { t } = useI18n()
  return (
    <>
      <p className={classes('text-sm text-muted', !record && 'max-lg:hidden')}>{t('management.recordWaits')}</p>
      {record && (
        <p className="rounded-box border border-line bg-surface px-4 py-3">
          {t('management.recordOption', {
            doctor: titledName(record, t),
            specialty: specialtyName(record, t),
          })}
        </p>
      )}
      {/* If it is pressed too early, it says what is missing. */}
      <Button
        look="secondary"
        className={classes('w-full border-line! bg-transparent! text-muted!', !record && 'max-lg:hidden')}
        onClick={onEarly}
      >
        {t('management.assign')}
      </Button>
    </>
  )
}

/** The heading of a step, with its number in the doorway of the logo. */
function Step({ mark, isWaiting = false, children }: { mark: ReactNode; isWaiting?: boolean; children: ReactNode }) {
  return (
    <div className="flex items-center gap-3">
      <span
        aria-hidden="true"
        className={classes(
          'arch grid w-9 shrink-0 place-items-center border pt-1 font-display text-lg leading-none font-semibold',
          isWaiting ? 'border-line text-muted' : 'border-brass bg-tint',
        )}
      >
        {mark}
      </span>
      <div className="min-w-0">{children}</div>
    </div>
  )
}
