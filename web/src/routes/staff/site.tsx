import { Scale } from 'lucide-react'
import { useState } from 'react'
import { Guard } from '../../components/guard.tsx'
import { lazyPart } from '../../components/lazy-part.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { SignedIn } from '../../components/signed-in.tsx'
import { ButtonLink } from '../../components/ui/button.tsx'
import { FormSkeleton } from '../../components/ui/form-skeleton.tsx'
import { RowListSkeleton } from '../../components/ui/row-list-skeleton.tsx'
import { Tabs } from '../../components/ui/tabs.tsx'
import { companySettings } from '../../domain/company-settings.ts'
import { staffState } from '../../features/second-factor/queries.ts'
import { StaffSecondFactor } from '../../features/second-factor/staff-second-factor.tsx'
import { KINDS, type Kind } from '../../features/site/content/kinds.ts'
import { contentList } from '../../features/site/content/queries.ts'
import { PublicFees } from '../../features/site/public-fees.tsx'
import { publicFees } from '../../features/site/queries.ts'
import { queryClient } from '../../lib/data/query-client.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { directionOf } from '../../lib/languages.ts'
import { isUuid } from '../../lib/patterns.ts'
import { leavePart } from '../../lib/router/leave-guard.ts'
import { useSearchParams } from '../../lib/router/router.tsx'
import type { SignedIn as Person } from '../../lib/session/session-state.ts'

const CompanyPart = lazyPart(() => import('../../features/site/company-form.tsx'), { fallback: <FormSkeleton fields={8} /> })
const ContentList = lazyPart(() => import('../../features/site/content/content-list.tsx'), { fallback: <RowListSkeleton /> })
const ContentEditor = lazyPart(() => import('../../features/site/content/content-editor.tsx'), { fallback: <FormSkeleton fields={5} /> })

const kindIn = (params: URLSearchParams) => KINDS.find((kind) => kind === params.get('tab'))

export function preload(person: Person, search: URLSearchParams) {
  const kind = kindIn(search)
  return Promise.all([
    queryClient.prefetchQuery(staffState(person.id)),
    ...(kind
      ? [queryClient.prefetchQuery(contentList(kind))]
      : [queryClient.prefetchQuery(companySettings), queryClient.prefetchQuery(publicFees)]),
  ])
}

export default function Site() {
  return (
    <Guard requiredRoles={['admin']}>
      <SignedIn>
        {(person) => (
          <StaffSecondFactor person={person}>
            <SitePage />
          </StaffSecondFactor>
        )}
      </SignedIn>
    </Guard>
  )
}

function SitePage() {
  const { t, language } = useI18n()
  const [params, setParams] = useSearchParams()
  const tab = kindIn(params) ?? 'company'
  // Once opened, the company form stays mounted, so that typed text is kept.
  const [isCompanyKept, setIsCompanyKept] = useState(false)
  if (tab === 'company' && !isCompanyKept) setIsCompanyKept(true)
  return (
    <div className="page grid grid-cols-1 gap-4 py-3 sm:gap-5 sm:py-5">
      <PageHead title={t('site.title')} lead={t('site.lead')} back={t('site.toDashboard')}>
        {/* On a phone there is no space for its label beside the title. */}
        <ButtonLink
          to="/admin/legal"
          look="secondary"
          className="min-h-11! text-sm max-sm:-me-3 max-sm:size-11 max-sm:border-transparent! max-sm:bg-transparent! max-sm:px-0! sm:px-4!"
        >
          <Scale aria-hidden="true" className="size-5 sm:hidden" />
          <span className="max-sm:sr-only">{t('site.toLegal')}</span>
        </ButtonLink>
      </PageHead>
      <Tabs
        label={t('site.sections')}
        direction={directionOf(language)}
        value={tab}
        onValueChange={(next) => leavePart(() => setParams(next === 'company' ? {} : { tab: next }))}
        tabs={[
          { id: 'company', title: t('site.tabCompany'), content: <Company />, isKept: isCompanyKept },
          { id: 'project', title: t('site.tabProjects'), content: <Section kind="project" params={params} /> },
          { id: 'faq', title: t('site.tabFaq'), content: <Section kind="faq" params={params} /> },
          { id: 'notice', title: t('site.tabNotices'), content: <Section kind="notice" params={params} /> },
        ]}
      />
    </div>
  )
}

function Company() {
  return (
    <div className="grid grid-cols-1 gap-4 sm:gap-5">
      <CompanyPart />
      <PublicFees />
    </div>
  )
}

/** Shows the list, or the entry that the address names. */
function Section({ kind, params }: { kind: Kind; params: URLSearchParams }) {
  const added = params.get('new')
  const id = added ?? params.get('entry')
  if (!id || !isUuid(id)) return <ContentList kind={kind} />
  return <ContentEditor kind={kind} id={id} isNew={added !== null} />
}
