// The last entry of a relative's menu, with which a guardian stops acting for them.
import { toast } from '../../components/toaster.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { MENU_ITEM } from '../../components/ui/menu.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { listOf } from '../../lib/languages.ts'
import { EndDialog } from './end-dialog.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { guardiansOf, isOnlyGuardian, useLeave } from './life-queries.ts'
import type { Owner, Relative } from './queries.ts'
import { relativeName } from './relative-names.ts'

export function Leave({ relative, owner }: { relative: Relative; owner: Owner }) {
  const { t, language } = useI18n()
  const { mutateAsync: leave } = useLeave(owner)
  const name = relativeName(relative)
  const trigger = (
    <button type="button" className={`${MENU_ITEM} text-danger`} aria-label={t('relatives.leaveFor', { name })}>
      {t('relatives.leave')}
    </button>
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
