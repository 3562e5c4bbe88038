import { ArrowLeft } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { Guard } from '../components/guard.tsx'
import { SignedIn } from '../components/signed-in.tsx'
import { Tabs } from '../components/ui/tabs.tsx'
import { Audit } from '../features/logs/audit.tsx'
import { Mails } from '../features/logs/mails.tsx'
import { Messages } from '../features/logs/messages.tsx'
import { StaffSecondFactor } from '../features/second-factor/staff-second-factor.tsx'
import { useI18n } from '../lib/i18n.tsx'
import { directionOf } from '../lib/languages.ts'

const TABS = ['messages', 'mails', 'audit'] as const
type TabId = (typeof TABS)[number]

export default function Logs() {
  return (
    <Guard requiredRoles={['admin']}>
      <SignedIn>
        {(person) => (
          <StaffSecondFactor person={person}>
            <LogsPage />
          </StaffSecondFactor>
        )}
      </SignedIn>
    </Guard>
  )
}

function LogsPage() {
  const { t, language } = useI18n()
  const [query, setQuery] = useSearchParams()
  const tab = TABS.find((id) => id === query.get('tab')) ?? TABS[0]
  // The tab is in the address, so that a reload or a link leads to the same one.
  const setTab = (next: string) => setQuery({ tab: next }, { replace: true, preventScrollReset: true })
  return (
    <div className="page grid grid-cols-1 gap-4 py-3 sm:gap-6 sm:py-6 lg:py-10">
      <div className="grid gap-2">
        <Link
          to="/admin"
          className="-ms-3 flex min-h-11 items-center gap-2 justify-self-start rounded-box px-3 text-muted hover:bg-tint hover:text-ink"
        >
          <ArrowLeft aria-hidden="true" className="mirrored size-4" />
          {t('logs.back')}
        </Link>
        <h1 className="font-display text-3xl font-semibold">{t('logs.title')}</h1>
        <p className="max-w-[65ch] text-muted">{t('logs.lead')}</p>
      </div>
      <Tabs
        label={t('logs.sections')}
        direction={directionOf(language)}
        value={tab}
        onValueChange={setTab}
        tabs={[
          { id: 'messages' satisfies TabId, title: t('logs.tabMessages'), content: <Messages /> },
          { id: 'mails' satisfies TabId, title: t('logs.tabMails'), content: <Mails /> },
          { id: 'audit' satisfies TabId, title: t('logs.tabAudit'), content: <Audit /> },
        ]}
      />
    </div>
  )
}
