// Somebody is where another clock runs than their profile says: offered once, answered once.
import { useState } from 'react'
import { toast } from '../../components/toaster.tsx'
import { Banner } from '../../components/ui/banner.tsx'
import { Button } from '../../components/ui/button.tsx'
import { textOf } from '../../lib/errors.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { browserZone, offsetOf, ZONES } from '../../lib/zones.ts'
import type { Profile } from './queries.ts'

interface ZoneOfferProps {
  profile: Pick<Profile, 'user_id' | 'timezone'>
  /** Keeps the zone in the profile. */
  onAdopt: (zone: string) => Promise<unknown>
}

export function ZoneOffer({ profile, onAdopt }: ZoneOfferProps) {
  const { t } = useI18n()
  const here = browserZone()
  const [isAnswered, setIsAnswered] = useState(() => answerOf(profile.user_id) === here)
  const [isSaving, setIsSaving] = useState(false)
  const city = ZONES[here]
  const known = ZONES[profile.timezone]
  if (isAnswered || !city || !known || here === profile.timezone) return null

  const answer = () => {
    rememberAnswer(profile.user_id, here)
    setIsAnswered(true)
  }
  const adopt = async () => {
    setIsSaving(true)
    try {
      await onAdopt(here)
      answer()
    } catch (error) {
      const { key, values } = textOf(error)
      toast.error(t('profile.saveFailed'), { description: t(key, values) })
    }
    setIsSaving(false)
  }
  const place = (name: string, zone: string) => `${name} (${offsetOf(zone)})`
  return (
    <Banner>
      <p>{t('zoneOffer.text', { here: place(t(city), here), profile: place(t(known), profile.timezone) })}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button busyLabel={isSaving && t('profile.saving')} onClick={() => void adopt()}>
          {t('zoneOffer.adopt', { city: t(city) })}
        </Button>
        <Button look="secondary" disabled={isSaving} onClick={answer}>
          {t('zoneOffer.keep', { city: t(known) })}
        </Button>
      </div>
    </Banner>
  )
}

const keyOf = (userId: string) => `zone-offer.${userId}`

function answerOf(userId: string) {
  try {
    return localStorage.getItem(keyOf(userId))
  } catch {
    return null
  }
}

function rememberAnswer(userId: string, zone: string) {
  try {
    localStorage.setItem(keyOf(userId), zone)
  } catch {
    // Storage may be switched off; the question then comes again with the next page.
  }
}

/** Nothing of a deleted person stays in the browser. */
export function forgetAnswer(userId: string) {
  try {
    localStorage.removeItem(keyOf(userId))
  } catch {
    // Nothing could be kept either.
  }
}
