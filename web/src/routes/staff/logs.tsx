import { useState } from 'react'
import { Guard } from '../../components/guard.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { SignedIn } from '../../components/signed-in.tsx'
import { Tabs } from '../../components/ui/tabs.tsx'
import { Audit } from '../../features/logs/audit.tsx'
import { Mails } from '../../features/logs/mails.tsx'
import { Messages } from '../../features/logs/messages.tsx'
import { StaffSecondFactor } from '../../features/second-factor/staff-second-factor.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { directionOf } from '../../lib/languages.ts'
import { useSearchParams } from '../../lib/router/router.tsx'

const TABS = ['messages', 'mails', 'audit'] as const
type TabId = (typeof TABS)[number]

export default function Logs() {
  return (
    <Guard requiredRoles={['admin']}>
      <SignedIn>
        {(person) => (
          <StaffSecondFactor person={person}>
            <LogsPage userId={person.id} />
          </StaffSecondFactor>
        )}
      </SignedIn>
    </Guard>
  )
}

function LogsPage({ userId }: { userId: string }) {
  const { t, language } = useI18n()
  const [query, setQuery] = useSearchParams()
  const [actions, setActions] = useState<HTMLElement | null>(null)
  const tab = TABS.find((id) => id === query.get('tab')) ?? TABS[0]
  // The tab is in the address, so that a reload or a link opens the same tab.
  const setTab = (next: string) => setQuery({ tab: next }, { replace: true })
  return (
    <div className="page grid grid-cols-1 gap-4 py-3 sm:gap-5 sm:py-5">
      <PageHead title={t('logs.title')} lead={t('logs.lead')} back={t('logs.back')} actionsRef={setActions} />
      <Tabs
        label={t('logs.sections')}
        isDense
        direction={directionOf(language)}
        value={tab}
        onValueChange={setTab}
        tabs={[
          { id: 'messages' satisfies TabId, title: t('logs.tabMessages'), content: <Messages userId={userId} /> },
          { id: 'mails' satisfies TabId, title: t('logs.tabMails'), content: <Mails /> },
          { id: 'audit' satisfies TabId, title: t('logs.tabAudit'), content: <Audit actions={actions} /> },
        ]}
      />
    </div>
  )
}
