import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import { Guard } from '../components/guard.tsx'
import { SignedIn } from '../components/signed-in.tsx'
import { Tabs } from '../components/ui/tabs.tsx'
import { Invitations } from '../features/people/invitations.tsx'
import { InviteButton } from '../features/people/invite-button.tsx'
import { PeopleList } from '../features/people/people-list.tsx'
import { StaffSecondFactor } from '../features/second-factor/staff-second-factor.tsx'
import { useI18n } from '../lib/i18n.tsx'
import { directionOf } from '../lib/languages.ts'
import type { SignedIn as Person } from '../lib/session.ts'

export default function People() {
  return (
    <Guard requiredRoles={['admin']}>
      <SignedIn>
        {(person) => (
          <StaffSecondFactor person={person}>
            <PeoplePage person={person} />
          </StaffSecondFactor>
        )}
      </SignedIn>
    </Guard>
  )
}

function PeoplePage({ person }: { person: Person }) {
  const { t, language } = useI18n()
  return (
    <div className="page grid grid-cols-1 gap-4 py-3 sm:gap-6 sm:py-6 lg:py-10">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="grid gap-2">
          <Link
            to="/admin"
            className="-ms-3 flex min-h-11 items-center gap-2 justify-self-start rounded-box px-3 text-muted hover:bg-tint hover:text-ink"
          >
            <ArrowLeft aria-hidden="true" className="mirrored size-4" />
            {t('people.toDashboard')}
          </Link>
          <h1 className="font-display text-3xl font-semibold">{t('people.title')}</h1>
          <p className="max-w-[65ch] text-muted">{t('people.lead')}</p>
        </div>
        <InviteButton />
      </div>
      <Tabs
        label={t('people.sections')}
        direction={directionOf(language)}
        tabs={[
          { id: 'accounts', title: t('people.list'), content: <PeopleList person={person} />, isKept: true },
          { id: 'invitations', title: t('people.invitations'), content: <Invitations /> },
        ]}
      />
    </div>
  )
}
