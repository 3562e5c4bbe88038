// The legal documents with their versions. Each version is announced once, by mail to everybody with an account.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadFailed } from '../../components/load-failed.tsx'
import { toast } from '../../components/toaster.tsx'
import { Badge } from '../../components/ui/badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx'
import { ErrorBanner } from '../../components/ui/error-banner.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { LEGAL_DOCUMENTS, LEGAL_NAMES, type LegalName } from '../../content/legal-documents.ts'
import { textOf } from '../../lib/errors.ts'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'
import { Link } from '../../lib/router/link.tsx'
import { formatDay, formatMoment } from '../../lib/time/dates.ts'
import { browserZone } from '../../lib/time/zones.ts'
import { ANNOUNCE_ERRORS, type Announcement, legalAnnouncements, useAnnounce } from './queries.ts'

const TITLES: Record<LegalName, TextKey> = { privacy: 'footer.privacy', terms: 'footer.terms', cookies: 'footer.cookies' }

export function LegalAnnouncements() {
  const { t } = useI18n()
  const { data, error, refetch } = useQuery(legalAnnouncements)
  if (error && !data) return <LoadFailed title={t('announce.loadFailed')} error={error} onRetry={() => void refetch()} />
  return (
    <ul className="grid gap-3 sm:gap-4">
      {LEGAL_NAMES.map((name) => (
        <li key={name}>
          {data ? (
            <Document name={name} announced={data.announced.filter(({ document }) => document === name)} recipients={data.recipients} />
          ) : (
            <Skeleton className="h-32" />
          )}
        </li>
      ))}
    </ul>
  )
}

interface DocumentProps {
  name: LegalName
  /** The announcements, latest first. */
  announced: Announcement[]
  recipients: number
}

function Document({ name, announced, recipients }: DocumentProps) {
  const { t, language } = useI18n()
  const { version } = LEGAL_DOCUMENTS[name]
  const present = announced.find((each) => each.version === version)
  const [last] = announced
  return (
    <Card className="grid gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 className="text-lg font-semibold">{t(TITLES[name])}</h2>
          <p className="text-sm text-muted">{t('announce.version', { date: formatDay(version, language, 'long') })}</p>
        </div>
        {present ? (
          <Badge tone={present.finished_at ? 'good' : 'active'}>{t(present.finished_at ? 'announce.announced' : 'announce.sending')}</Badge>
        ) : (
          <Badge tone="neutral">{t('announce.notAnnounced')}</Badge>
        )}
      </div>
      <p className="text-sm text-muted">
        {present ? (
          <>
            {t('announce.announcedOn', { date: formatMoment(present.announced_at, browserZone(), language) })} ·{' '}
            {t('announce.mails', { count: present.mails })}
          </>
        ) : (
          last && t('announce.before', { date: formatDay(last.version, language, 'long') })
        )}
      </p>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        {!present && <Announce name={name} version={version} recipients={recipients} />}
        <Link to={`/${name}`} className="inline-flex min-h-11 items-center underline underline-offset-4">
          {t('announce.read')}
          <span className="sr-only"> – {t(TITLES[name])}</span>
        </Link>
      </div>
    </Card>
  )
}

function Announce({ name, version, recipients }: { name: LegalName; version: string; recipients: number }) {
  const { t, language } = useI18n()
  const [isOpen, setIsOpen] = useState(false)
  const announcing = useAnnounce()
  const problem = announcing.error ? textOf(announcing.error, ANNOUNCE_ERRORS) : undefined
  const announce = async () => {
    const isDone = await announcing.mutateAsync({ document: name, version }).then(
      () => true,
      () => false,
    )
    if (!isDone) return
    setIsOpen(false)
    toast.success(t('announce.done'))
  }
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={(next) => {
        announcing.reset()
        setIsOpen(next)
      }}
      trigger={
        <Button look="secondary">
          {t('announce.announce')}
          <span className="sr-only"> – {t(TITLES[name])}</span>
        </Button>
      }
      title={t('announce.question')}
      description={t('announce.questionText', { document: t(TITLES[name]), date: formatDay(version, language, 'long') })}
      no={t('announce.keep')}
      yes={t('announce.announce')}
      onYes={() => void announce()}
      look="primary"
      busyLabel={announcing.isPending && t('announce.announcing')}
    >
      <p className="font-medium">{t('announce.recipients', { count: recipients })}</p>
      {problem && <ErrorBanner>{t(problem.key, problem.values)}</ErrorBanner>}
    </ConfirmDialog>
  )
}
