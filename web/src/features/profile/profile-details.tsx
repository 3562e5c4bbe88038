// The personal details: a read-only view until the person chooses to edit.
import { Suspense, useEffect, useRef, useState } from 'react'
import { lazyPart } from '../../components/lazy-part.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { FormSkeleton } from '../../components/ui/form-skeleton.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { whenSettled } from '../../lib/load/settled.ts'
import { ProfileReading } from './profile-reading.tsx'
import type { Profile } from './queries.ts'

const loadForm = () => import('./profile-form.tsx')
const ProfileForm = lazyPart(async () => ({ default: (await loadForm()).ProfileForm }))

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
      <div className="mb-4 flex items-center justify-between gap-3">
        <h2 className="text-lg font-semibold lg:text-xl">{t('profile.detailsTitle')}</h2>
        {/* The form is unmounted when closed, so that it shows the stored values when opened again. */}
        <Button ref={toggle} look="text" className="-my-2.5! shrink-0" onClick={() => setIsEditing(!isEditing)}>
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
    <Card>
      <div className="mb-4 flex items-center justify-between gap-4">
        <Skeleton className="h-6 w-40" />
        <div className="flex h-7 items-center">
          <Skeleton className="h-5 w-16" />
        </div>
      </div>
      {/* As high as the details that replace it. */}
      <div className="grid gap-x-4 gap-y-2.5 sm:grid-cols-2 sm:gap-y-5">
        {['first', 'last', 'phone', 'birth', 'gender', 'zone'].map((field) => (
          <div key={field} className="flex h-6.5 items-center gap-x-10 gap-y-2 sm:grid sm:h-12.25 sm:content-center sm:justify-start">
            <Skeleton className="h-4 w-20" />
            <Skeleton className="h-4 w-32" />
          </div>
        ))}
        <div className="grid h-12.25 content-center gap-2 sm:col-span-2">
          <Skeleton className="h-4 w-28" />
          <Skeleton className="h-4 w-2/3" />
        </div>
      </div>
    </Card>
  )
}
