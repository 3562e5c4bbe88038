import { EllipsisVertical, ShieldAlert, ShieldCheck } from 'lucide-react'
import { Badge } from '../../components/ui/badge.tsx'
import { ColumnTitles } from '../../components/ui/column-titles.tsx'
import { MENU_ITEM, Menu } from '../../components/ui/menu.tsx'
import { Portrait } from '../../domain/portrait.tsx'
import { classes } from '../../lib/classes.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { formatDay, formatMoment } from '../../lib/time/dates.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { browserZone, isoDay, todayIn } from '../../lib/time/zones.ts'
import { personName, ROLES } from './person-names.ts'
import type { Person, PersonAction } from './queries.ts'

/** The element to which a dialog returns the focus. */
export const actionsIdOf = (userId: string) => `actions-${userId}`

const COLUMNS = 'lg:grid-cols-[2.5rem_minmax(0,12fr)_minmax(0,8fr)_minmax(0,7fr)_2.75rem]'

export function PersonTitles() {
  const { t } = useI18n()
  return (
    <ColumnTitles columns={COLUMNS}>
      <span className="col-span-2">{t('people.fullName')}</span>
      <span>{t('people.role')}</span>
      <span>{t('people.colLastSignIn')}</span>
    </ColumnTitles>
  )
}

interface PersonRowProps {
  person: Person
  /** Only for a doctor with a photo. */
  photoPath: string | null
  isMe: boolean
  onAction: (action: PersonAction) => void
}

export function PersonRow({ person, photoPath, isMe, onAction }: PersonRowProps) {
  const { t } = useI18n()
  const name = personName(person)
  const roles = person.roles.filter((role) => role !== 'patient')
  return (
    <div
      className={`grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 py-2 ps-3 pe-1 sm:ps-4 sm:pe-2 lg:gap-x-4 lg:pe-4 lg:[&>*]:row-start-1 ${COLUMNS}`}
    >
      <span className="self-start lg:self-center">
        <Portrait
          doctor={{
            // Without a name, the initial is the address's.
            first_name: person.first_name || (person.last_name ? '' : person.email.toUpperCase()),
            last_name: person.last_name ?? '',
            photo_path: photoPath,
          }}
          size="tiny"
          isDecorative
        />
      </span>
      <div className="grid">
        <p className={classes('leading-snug font-medium break-words', !name && 'text-muted')}>
          {name || t('people.noName')} {isMe && <span className="font-normal text-muted">({t('people.you')})</span>}
        </p>
        <bdi dir="ltr" className="justify-self-start text-sm break-all text-muted">
          {person.email}
        </bdi>
      </div>
      {/* Large text needs the whole line. */}
      <div className="col-span-2 col-start-2 mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 lg:contents max-lg:@max-[14em]:col-span-full">
        <div className="flex flex-wrap items-center gap-2 text-sm lg:col-start-3 lg:row-start-1">
          {/* Most people are patients, so it is quieter than the other roles. */}
          {roles.length === 0 && <span className="text-muted">{t(ROLES.patient)}</span>}
          {roles.map((role) => (
            <Badge key={role} tone="active">
              {t(ROLES[role])}
            </Badge>
          ))}
          {person.banned_until && <Badge tone="danger">{t('people.banned')}</Badge>}
          {!person.is_confirmed && <Badge tone="neutral">{t('people.unconfirmed')}</Badge>}
        </div>
        <div className="grid gap-0.5 text-sm text-muted lg:col-start-4 lg:row-start-1">
          <LastSignIn person={person} />
          <FactorState person={person} />
        </div>
      </div>
      <div
        id={actionsIdOf(person.user_id)}
        className="col-start-3 row-start-1 max-lg:-mt-0.5 max-lg:self-start lg:col-start-5 lg:-me-2 lg:justify-self-end"
      >
        <Menu
          align="end"
          isSheet
          name={t('people.actions', { name: name || person.email })}
          label={<EllipsisVertical aria-hidden="true" className="size-5" />}
        >
          {actionsFor(person, isMe).map((action) => (
            <button key={action} type="button" className={classes(MENU_ITEM, 'w-full')} onClick={() => onAction(action)}>
              {t(`people.${action}`)}
            </button>
          ))}
        </Menu>
      </div>
    </div>
  )
}

function actionsFor({ roles, has_second_factor, banned_until }: Person, isMe: boolean): PersonAction[] {
  const others: PersonAction[] = [...(has_second_factor ? ['resetFactor' as const] : []), banned_until ? 'unban' : 'ban']
  return [
    roles.includes('doctor') ? 'revokeDoctor' : 'grantDoctor',
    roles.includes('admin') ? 'revokeAdmin' : 'grantAdmin',
    ...(isMe ? [] : others),
  ]
}

function FactorState({ person: { has_second_factor, second_factor_due } }: { person: Person }) {
  const { t, language } = useI18n()
  const now = useNow()
  if (!has_second_factor && !second_factor_due) return null
  const isOverdue = second_factor_due !== null && new Date(second_factor_due) <= now
  const date = second_factor_due ? formatMoment(second_factor_due, browserZone(), language) : ''
  const Icon = has_second_factor ? ShieldCheck : ShieldAlert
  return (
    <p className={classes('flex items-start gap-2', isOverdue && 'text-danger')}>
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {has_second_factor ? t('people.factorOn') : t(isOverdue ? 'people.factorOverdue' : 'people.factorDue', { date })}
    </p>
  )
}

function LastSignIn({ person: { last_sign_in_at } }: { person: Person }) {
  const { t, language } = useI18n()
  if (!last_sign_in_at) return <p>{t('people.neverSignedIn')}</p>
  const zone = browserZone()
  const day = isoDay(last_sign_in_at, zone)
  // On a phone the role leaves no space for the year, so the current year is omitted.
  const isThisYear = day.slice(0, 4) === todayIn(zone).slice(0, 4)
  return (
    <p title={formatMoment(last_sign_in_at, zone, language)}>
      <span className="lg:sr-only">{t('people.lastSignIn', { date: formatDay(day, language, isThisYear ? 'dayMonth' : 'long') })}</span>
      <span aria-hidden="true" className="max-lg:hidden">
        {formatDay(day, language, 'long')}
      </span>
    </p>
  )
}
