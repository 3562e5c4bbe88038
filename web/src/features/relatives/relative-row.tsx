import { Ellipsis } from 'lucide-react'
import { PersonName } from '../../components/person-name.tsx'
import { Banner } from '../../components/ui/banner.tsx'
import { ButtonLink } from '../../components/ui/button.tsx'
import { MENU_ITEM, Menu } from '../../components/ui/menu.tsx'
import { Portrait } from '../../domain/portrait.tsx'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'
import { listOf } from '../../lib/languages.ts'
import { formatDay } from '../../lib/time/dates.ts'
import { browserZone, todayIn } from '../../lib/time/zones.ts'
import { ageOf, daysUntil } from './age.ts'
import { ChildConsent } from './child-consent.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { Leave } from './leave.tsx'
import { guardiansOf, invitationsOf, isOnlyGuardian } from './life-queries.ts'
import { OpenInvitationLine } from './open-invitation.tsx'
import type { Owner, Relative } from './queries.ts'
import { relativeName } from './relative-names.ts'

/** How many days before the 18th birthday the row announces it. */
const ANNOUNCED_DAYS = 30

const CHILDREN: Partial<Record<string, TextKey>> = { erkek: 'relatives.son', kadın: 'relatives.daughter' }
const ADULTS: Partial<Record<string, TextKey>> = { parent: 'relatives.parent', spouse: 'relatives.spouse' }

export function RelativeRow({ relative, owner }: { relative: Relative; owner: Owner }) {
  const { t, language } = useI18n()
  const name = relativeName(relative)
  const today = todayIn(browserZone())
  const { is_live, becomes_adult_on } = relative
  const isSoonAdult = is_live && becomes_adult_on !== null && daysUntil(becomes_adult_on, today) <= ANNOUNCED_DAYS
  const guardians = guardiansOf(relative)
  const isChild = relative.authority === 'parental' && is_live
  return (
    <div className="grid gap-x-6 gap-y-3 py-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <div className="flex min-w-0 items-center gap-3 sm:gap-4">
        <Portrait
          doctor={{ first_name: relative.first_name ?? '', last_name: relative.last_name ?? '', photo_path: null }}
          size="tiny"
          isDecorative
        />
        <div className="min-w-0">
          <h3 className="text-lg leading-snug font-semibold">
            <PersonName>{name}</PersonName>
          </h3>
          <Detail relative={relative} today={today} />
          {guardians.length > 1 && (
            <p className="text-sm text-muted">{t('relatives.with', { names: listOf(guardians.map(relativeName), language) })}</p>
          )}
        </div>
      </div>
      <div className="flex gap-2">
        {is_live && (
          <ButtonLink to={`/appointments?tab=new&for=${relative.user_id}`} look="tinted" className="max-sm:grow">
            <span aria-hidden="true">{t('relatives.book')}</span>
            <span className="sr-only">{t('relatives.bookFor', { name })}</span>
          </ButtonLink>
        )}
        <Menu
          name={t('relatives.more', { name })}
          label={<Ellipsis aria-hidden="true" className="size-5" />}
          align="end"
          isSheet
          className="ms-auto shrink-0 [&>summary]:size-12 [&>summary]:justify-center [&>summary]:p-0"
        >
          {is_live && <EditDialog {...{ relative, owner }} />}
          {!isChild && <InviteDialog {...{ relative, owner }} kind="claim" look={MENU_ITEM} />}
          {isChild && isOnlyGuardian(relative) && <InviteDialog {...{ relative, owner }} kind="guardian" look={MENU_ITEM} />}
          {isChild && <ChildConsent {...{ relative, owner }} />}
          <Leave {...{ relative, owner }} />
        </Menu>
      </div>
      {(isSoonAdult || !is_live) && (
        <div className="sm:col-span-full">
          <Banner>
            {isSoonAdult ? t('relatives.adultSoon', { date: formatDay(becomes_adult_on, language, 'long') }) : t('relatives.grownUp')}
          </Banner>
        </div>
      )}
      {invitationsOf(relative).map((invitation) => (
        <div key={invitation.id} className="sm:col-span-full">
          <OpenInvitationLine {...{ invitation, relative, owner }} />
        </div>
      ))}
    </div>
  )
}

function Detail({ relative: { authority, gender, relationship, date_of_birth }, today }: { relative: Relative; today: string }) {
  const { t } = useI18n()
  if (authority !== 'parental') {
    return <p className="text-sm text-muted">{`${t(ADULTS[relationship] ?? 'relatives.other')} – ${t('relatives.asked')}`}</p>
  }
  const who = t(CHILDREN[gender ?? ''] ?? 'relatives.child')
  if (!date_of_birth) return <p className="text-sm text-muted">{who}</p>
  const { count, unit } = ageOf(date_of_birth, today)
  return <p className="text-sm text-muted">{`${who} – ${t(`relatives.${unit}`, { count })}`}</p>
}
