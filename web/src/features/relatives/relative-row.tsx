import { PersonName } from '../../components/person-name.tsx'
import { Banner } from '../../components/ui/banner.tsx'
import { ButtonLink } from '../../components/ui/button.tsx'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'
import { listOf } from '../../lib/languages.ts'
import { formatDay } from '../../lib/time/dates.ts'
import { browserZone, todayIn } from '../../lib/time/zones.ts'
import { ageOf, daysUntil } from './age.ts'
import { EditDialog } from './edit-dialog.tsx'
import { Life } from './life.tsx'
import { guardiansOf } from './life-queries.ts'
import type { Owner, Relative } from './queries.ts'
import { relativeName } from './relative-names.ts'

/** When the coming of age is announced. */
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
  return (
    <div className="grid gap-x-6 gap-y-2 py-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <div className="min-w-0">
        <h3 className="font-medium">
          <PersonName>{name}</PersonName>
        </h3>
        <Detail relative={relative} today={today} />
        {guardians.length > 1 && (
          <p className="text-sm text-muted">{t('relatives.with', { names: listOf(guardians.map(relativeName), language) })}</p>
        )}
      </div>
      {is_live && (
        <div className="flex flex-wrap gap-2 max-sm:*:grow">
          <ButtonLink to={`/appointments?tab=new&for=${relative.user_id}`} look="secondary">
            <span aria-hidden="true">{t('relatives.book')}</span>
            <span className="sr-only">{t('relatives.bookFor', { name })}</span>
          </ButtonLink>
          <EditDialog {...{ relative, owner }} />
        </div>
      )}
      {(isSoonAdult || !is_live) && (
        <div className="sm:col-span-full">
          <Banner>
            {isSoonAdult ? t('relatives.adultSoon', { date: formatDay(becomes_adult_on, language, 'long') }) : t('relatives.grownUp')}
          </Banner>
        </div>
      )}
      <Life {...{ relative, owner }} />
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
