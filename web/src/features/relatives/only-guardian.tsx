// Shown before an account is deleted: the records that are deleted with it, and how to hand them over. Load this module lazily.
import { Banner } from '../../components/ui/banner.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { listOf } from '../../lib/languages.ts'
import { useTexts } from '../../lib/load/use-texts.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { invitationsOf, isOnlyGuardian } from './life-queries.ts'
import { type Owner, useRelatives } from './queries.ts'
import { relativeName } from './relative-names.ts'

export default function OnlyGuardian({ owner }: { owner: Owner }) {
  useTexts('relatives')
  const { t, language } = useI18n()
  const { data, error } = useRelatives(owner.userId, true)
  // Warns even if the records are unknown.
  if (error && !data) return <Banner tone="warning">{t('relatives.eraseUnknown')}</Banner>
  const alone = (data ?? []).filter(isOnlyGuardian)
  if (alone.length === 0) return null
  return (
    <Banner tone="warning">
      <p className="font-medium">{t('relatives.eraseTitle')}</p>
      <p>{t('relatives.eraseText', { names: listOf(alone.map(relativeName), language) })}</p>
      <p>{t('relatives.eraseHandOver')}</p>
      <ul>
        {alone.map((relative) => (
          <li key={relative.user_id} className="flex flex-wrap items-center gap-x-3">
            <bdi>{relativeName(relative)}</bdi>
            {invitationsOf(relative).length > 0 ? (
              <span className="text-muted">{t('relatives.eraseInvited')}</span>
            ) : (
              <InviteDialog {...{ relative, owner }} kind={relative.authority === 'parental' ? 'guardian' : 'claim'} />
            )}
          </li>
        ))}
      </ul>
    </Banner>
  )
}
