// An invitation that is not accepted yet, with a button that revokes it.
import { toast } from '../../components/toaster.tsx'
import { Button } from '../../components/ui/button.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { formatDay } from '../../lib/time/dates.ts'
import { browserZone, isoDay } from '../../lib/time/zones.ts'
import { EndDialog } from './end-dialog.tsx'
import { type OpenInvitation, useRevoke } from './life-queries.ts'
import type { Owner, Relative } from './queries.ts'
import { relativeName } from './relative-names.ts'

interface OpenInvitationLineProps {
  invitation: OpenInvitation
  relative: Relative
  owner: Owner
}

export function OpenInvitationLine({ invitation, relative, owner }: OpenInvitationLineProps) {
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
