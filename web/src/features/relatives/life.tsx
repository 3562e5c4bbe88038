// What can become of acting for somebody: they claim their record, a second guardian joins, a consent is withdrawn, or one leaves.
import { toast } from '../../components/toaster.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { listOf } from '../../lib/languages.ts'
import { formatDay } from '../../lib/time/dates.ts'
import { browserZone, isoDay } from '../../lib/time/zones.ts'
import { ChildConsent } from './child-consent.tsx'
import { EndDialog } from './end-dialog.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { guardiansOf, invitationsOf, isOnlyGuardian, type OpenInvitation, useLeave, useRevoke } from './life-queries.ts'
import type { Owner, Relative } from './queries.ts'
import { relativeName } from './relative-names.ts'

interface LifeProps {
  relative: Relative
  owner: Owner
}

export function Life({ relative, owner }: LifeProps) {
  const isChild = relative.authority === 'parental' && relative.is_live
  const open = invitationsOf(relative)
  return (
    <div className="grid gap-2 sm:col-span-full">
      {open.map((invitation) => (
        <OpenInvitationLine key={invitation.id} {...{ invitation, relative, owner }} />
      ))}
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        {!isChild && <InviteDialog {...{ relative, owner }} kind="claim" />}
        {isChild && isOnlyGuardian(relative) && <InviteDialog {...{ relative, owner }} kind="guardian" />}
        {isChild && <ChildConsent {...{ relative, owner }} />}
        <Leave {...{ relative, owner }} />
      </div>
    </div>
  )
}

function OpenInvitationLine({ invitation, relative, owner }: LifeProps & { invitation: OpenInvitation }) {
  const { t, language } = useI18n()
  const { mutateAsync: revoke } = useRevoke(owner)
  const { email, kind, expires_at } = invitation
  const date = formatDay(isoDay(expires_at, browserZone()), language, 'long')
  return (
    <div className="flex flex-wrap items-center gap-x-5">
      <p className="text-sm text-muted">{t(kind === 'claim' ? 'relatives.claimOpen' : 'relatives.secondOpen', { email, date })}</p>
      <EndDialog
        owner={owner}
        trigger={
          <Button look="text" aria-label={t('relatives.revokeFor', { email })}>
            {t('relatives.revoke')}
          </Button>
        }
        title={t('relatives.revokeTitle')}
        text={t('relatives.revokeText', { email, name: relativeName(relative) })}
        action={t('relatives.revoke')}
        onConfirm={async () => {
          await revoke(invitation.id)
          toast.success(t('relatives.revoked'))
        }}
      />
    </div>
  )
}

function Leave({ relative, owner }: LifeProps) {
  const { t, language } = useI18n()
  const { mutateAsync: leave } = useLeave(owner)
  const name = relativeName(relative)
  const trigger = (
    <Button look="text" className="text-danger!" aria-label={t('relatives.leaveFor', { name })}>
      {t('relatives.leave')}
    </Button>
  )
  if (relative.authority === 'parental' && isOnlyGuardian(relative)) {
    return (
      <Dialog
        trigger={trigger}
        title={t('relatives.leaveTitle', { name })}
        description={t('relatives.lastGuardian')}
        closeLabel={t('dialog.close')}
      >
        <InviteDialog {...{ relative, owner }} kind="guardian" />
      </Dialog>
    )
  }
  const others = guardiansOf(relative).filter(({ is_me }) => !is_me)
  const text = others.length
    ? t('relatives.leaveShared', { name, names: listOf(others.map(relativeName), language) })
    : t(relative.is_live ? 'relatives.leaveLast' : 'relatives.leaveGrown', { name })
  return (
    <EndDialog
      owner={owner}
      trigger={trigger}
      title={t('relatives.leaveTitle', { name })}
      text={text}
      action={t('relatives.leave')}
      onConfirm={async () => {
        await leave(relative.user_id)
        toast.success(t('relatives.left', { name }))
      }}
    />
  )
}
