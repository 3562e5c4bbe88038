// Invitations that nobody has accepted yet.

import { MailOpen } from 'lucide-react'
import { useState } from 'react'
import { LoadFailed } from '../../components/load-failed.tsx'
import { toast } from '../../components/toaster.tsx'
import { Badge } from '../../components/ui/badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { ErrorBanner } from '../../components/ui/error-banner.tsx'
import { RowListSkeleton } from '../../components/ui/row-list-skeleton.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { formatMoment } from '../../lib/time/dates.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { browserZone } from '../../lib/time/zones.ts'
import { peopleErrorText } from './people-errors.ts'
import { ROLES } from './person-names.ts'
import { type Invitation, useInvitations, useRenewInvitation, useRevokeInvitation } from './queries.ts'

export function Invitations() {
  const { t } = useI18n()
  const { data, error, isPending, refetch } = useInvitations()
  if (isPending) return <RowListSkeleton count={3} />
  if (error && !data) return <LoadFailed title={t('people.invitationsFailed')} error={error} onRetry={() => void refetch()} />
  if (data.length === 0) return <EmptyState icon={MailOpen} title={t('people.invitationsEmpty')} text={t('people.invitationsEmptyText')} />
  return (
    <ul aria-label={t('people.invitations')} className="divide-y divide-line rounded-box border border-line bg-surface">
      {data.map((invitation) => (
        <li key={invitation.id}>
          <InvitationRow invitation={invitation} />
        </li>
      ))}
    </ul>
  )
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { t, language } = useI18n()
  const renew = useRenewInvitation()
  const isExpired = new Date(invitation.expires_at) <= useNow()
  const date = formatMoment(invitation.expires_at, browserZone(), language)
  const sendAgain = () =>
    renew.mutate(invitation.id, {
      onSuccess: ({ state }) => {
        if (state === 'invited') toast.success(t('people.renewed'), { description: t('people.invitedText', { email: invitation.email }) })
        else if (state === 'granted') toast.info(t('people.granted'), { description: t('people.grantedText', { email: invitation.email }) })
        else toast.info(t('people.exists'), { description: t('people.existsText', { email: invitation.email }) })
      },
      onError: (error) => toast.error(t('people.failed'), { description: peopleErrorText(error, t) }),
    })
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4">
      <div className="grid min-w-0 gap-1">
        {invitation.full_name && <p className="font-medium break-words">{invitation.full_name}</p>}
        <bdi dir="ltr" className="justify-self-start break-all text-muted">
          {invitation.email}
        </bdi>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <Badge tone="neutral">{t(ROLES[invitation.role])}</Badge>
          <span className={isExpired ? 'text-danger' : undefined}>{t(isExpired ? 'people.expired' : 'people.expires', { date })}</span>
        </div>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button look="secondary" busyLabel={renew.isPending && t('people.sending')} onClick={sendAgain}>
          {t('people.renew')}
          <span className="sr-only"> {invitation.email}</span>
        </Button>
        <RevokeButton invitation={invitation} />
      </div>
    </div>
  )
}

function RevokeButton({ invitation }: { invitation: Invitation }) {
  const { t } = useI18n()
  const [isOpen, setIsOpen] = useState(false)
  const { mutate, isPending, error } = useRevokeInvitation()
  const revoke = () =>
    mutate(invitation.id, {
      onSuccess: () => {
        setIsOpen(false)
        toast.success(t('people.revoked'))
      },
    })
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <Button look="quiet">
          {t('people.revoke')}
          <span className="sr-only"> {invitation.email}</span>
        </Button>
      }
      title={t('people.revokeTitle')}
      description={t('people.revokeText', { email: invitation.email })}
      no={t('people.back')}
      yes={t('people.revoke')}
      onYes={revoke}
      busyLabel={isPending && t('people.saving')}
    >
      {error && <ErrorBanner>{peopleErrorText(error, t)}</ErrorBanner>}
    </ConfirmDialog>
  )
}
