import { TextAreaField, TextField } from '../../components/ui/field.tsx'
import { GENDERS } from '../../domain/genders.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { formatDay } from '../../lib/time/dates.ts'
import { zoneLabel } from '../../lib/time/zones.ts'
import { zoneToOffer } from './own-zone.ts'
import type { Profile } from './queries.ts'

/** The labels and values, placed as in the form. */
export function ProfileReading({ profile }: { profile: Profile }) {
  const { t, language } = useI18n()
  const gender = GENDERS[profile.gender ?? '']
  const zone = zoneLabel(zoneToOffer(profile), language)
  const shown = { readOnly: true, placeholder: t('profile.notGiven') }
  return (
    <div className="grid gap-5 max-sm:gap-2.5">
      {/* On a phone the values stand beside their labels. */}
      <div className="grid gap-x-4 gap-y-5 max-sm:gap-2.5 max-sm:*:grid-cols-[8rem_minmax(0,1fr)] max-sm:*:items-baseline sm:grid-cols-2">
        <TextField label={t('profile.firstName')} value={profile.first_name ?? ''} {...shown} />
        <TextField label={t('profile.lastName')} value={profile.last_name ?? ''} {...shown} />
        <TextField
          label={t('profile.phone')}
          value={profile.phone ?? ''}
          {...shown}
          {...(profile.phone && { dir: 'ltr', className: 'rtl:text-end' })}
        />
        <TextField
          label={t('profile.dateOfBirth')}
          value={profile.date_of_birth ? formatDay(profile.date_of_birth, language, 'long') : ''}
          {...shown}
        />
        <TextField label={t('profile.gender')} value={gender ? t(gender) : ''} {...shown} />
        {/* The history is the longest value, and a single-line field would cut it on a phone. */}
        <TextAreaField
          label={t('profile.timezone')}
          value={profile.timezone_chosen_at ? zone : t('profile.timezoneGuessed', { zone })}
          dir={undefined}
          className="leading-6 max-sm:-mt-0.5 max-sm:self-start"
          {...shown}
        />
      </div>
      {/* An empty field follows the page, because dir="auto" would put its placeholder on the left of an Arabic page. */}
      <TextAreaField
        label={t('profile.medicalHistory')}
        value={profile.medical_history ?? ''}
        dir={profile.medical_history ? 'auto' : undefined}
        {...shown}
      />
    </div>
  )
}
