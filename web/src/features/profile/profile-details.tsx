// The personal details: a read-only view until the person chooses to edit.
import { Suspense, useEffect, useRef, useState } from 'react'
import { lazyWithRetry } from '../../components/lazy-with-retry.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { FormSkeleton } from '../../components/ui/form-skeleton.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { whenSettled } from '../../lib/settled.ts'
import { ProfileReading } from './profile-reading.tsx'
import type { Profile } from './queries.ts'

const loadForm = () => import('./profile-form.tsx')
const ProfileForm = lazyWithRetry(async () => ({ default: (await loadForm()).ProfileForm }))

export function ProfileDetails({ profile }: { profile: Profile }) {
  const { t } = useI18n()
  const [isEditing, setIsEditing] = useState(false)
  useEffect(() => whenSettled(() => void loadForm().catch(() => {})), [])
  const toggle = useRef<HTMLButtonElement>(null)
  const finish = () => {
    setIsEditing(false)
    toggle.current?.focus()
  }
  return (
    <Card>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-xl font-semibold">{t('profile.detailsTitle')}</h2>
        {/* Unmounted when closed, so that it shows the stored values when opened again. */}
        <Button ref={toggle} look="secondary" className="max-sm:px-3 max-sm:text-sm" onClick={() => setIsEditing(!isEditing)}>
          {t(isEditing ? 'profile.cancel' : 'profile.edit')}
        </Button>
      </div>
      {isEditing ? (
        <Suspense fallback={<FormSkeleton fields={1} pairs={3} />}>
          <ProfileForm profile={profile} onSaved={finish} />
        </Suspense>
      ) : (
        <ProfileReading profile={profile} />
      )}
    </Card>
  )
}

export function ProfileDetailsSkeleton() {
  return (
    <Card className="grid content-start gap-6">
      <Skeleton className="h-11 w-1/2" />
      {['names', 'contact', 'birth'].map((row) => (
        <div key={row} className="grid gap-4 sm:grid-cols-2">
          <Skeleton className="h-18" />
          <Skeleton className="h-18" />
        </div>
      ))}
      <Skeleton className="h-40" />
    </Card>
  )
}
