// Makes a user a doctor: search, select, link to a record.
import { useQueryClient } from '@tanstack/react-query'
import { UserRoundSearch } from 'lucide-react'
import { useRef, useState } from 'react'
import { LoadFailed } from '../../../components/load-failed.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { FormSkeleton } from '../../../components/ui/form-skeleton.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import { useManagedDoctors, useReloadDoctors } from '../queries.ts'
import { AssignForm } from './assign-form.tsx'
import { nameOf, SEARCHES, UserPicker } from './user-picker.tsx'
import type { FoundUser } from './user-search.ts'

export function AssignUser({ onAssigned }: { onAssigned: (userId: string) => void }) {
  const { t } = useI18n()
  const client = useQueryClient()
  const reload = useReloadDoctors()
  const { data: doctors, error, refetch } = useManagedDoctors()
  const [text, setText] = useState('')
  const [user, setUser] = useState<FoundUser>()
  const [isMissing, setIsMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  const choose = (chosen: FoundUser) => {
    setUser(chosen)
    setIsMissing(false)
    // On a phone the form is below the list.
    heading.current?.scrollIntoView({ block: 'nearest' })
  }
  const askForUser = () => {
    setIsMissing(true)
    field.current?.focus()
  }
  const done = (userId: string) => {
    setUser(undefined)
    setText('')
    client.removeQueries({ queryKey: SEARCHES })
    field.current?.focus()
    onAssigned(userId)
  }

  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <Card className="grid min-w-0 gap-5">
        <div className="grid gap-2">
          <h2 className="text-xl font-semibold">{t('management.assignTitle')}</h2>
          <p className="text-muted">{t('management.assignLead')}</p>
        </div>
        <UserPicker
          text={text}
          onText={setText}
          chosen={user}
          onChoose={choose}
          error={isMissing ? t('management.chooseUser') : undefined}
          field={field}
        />
      </Card>
      <Card className="grid min-w-0 gap-5">
        <h2 ref={heading} className="text-xl font-semibold break-words">
          {user ? t('management.chosenUser', { name: nameOf(user, t) }) : t('management.recordTitle')}
        </h2>
        {!user && (
          <>
            <p className="flex items-start gap-3 text-muted">
              <UserRoundSearch aria-hidden="true" className="mt-1 size-5 shrink-0 text-brass" />
              {t('management.recordWaits')}
            </p>
            <Button className="w-full" onClick={askForUser}>
              {t('management.assign')}
            </Button>
          </>
        )}
        {user && error && !doctors && <LoadFailed title={t('management.loadFailed')} error={error} onRetry={() => void refetch()} />}
        {user && !error && !doctors && <FormSkeleton fields={3} />}
        {user && doctors && (
          <AssignForm key={user.id} user={user} doctors={doctors} onDone={() => done(user.id)} onSettled={() => void reload()} />
        )}
      </Card>
    </div>
  )
}
