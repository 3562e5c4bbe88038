// Somebody's browser runs on another clock than their profile says: asked once for each pair of zones.
import { useEffect, useEffectEvent, useState } from 'react'
import { toast } from '../../components/toaster.tsx'
import { Banner } from '../../components/ui/banner.tsx'
import { Button } from '../../components/ui/button.tsx'
import { textOf } from '../../lib/errors.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { browserZone, cityOf, isSameClockForAYear, isStorableZone, zoneLabel } from '../../lib/zones.ts'
import { chosenZoneOf } from './own-zone.ts'
import type { Profile } from './queries.ts'

interface ZoneOfferProps {
  profile: Pick<Profile, 'user_id' | 'timezone' | 'timezone_chosen_at'>
  /** Keeps the zone in the profile. */
  onAdopt: (zone: string) => Promise<unknown>
}

export function ZoneOffer({ profile, onAdopt }: ZoneOfferProps) {
  const { t, language } = useI18n()
  const here = browserZone()
  const chosen = chosenZoneOf(profile)
  const pair = `${chosen ?? ''} ${here}`
  const [answered, setAnswered] = useState(() => answersOf(profile.user_id))
  const [isSaving, setIsSaving] = useState(false)
  useQuietConfirmation(profile, here, onAdopt)
  // Two names of one clock make no difference to anybody who has chosen one of them.
  const isSame = chosen ? isSameClockForAYear(chosen, here) : here === profile.timezone
  if (isSame || !isStorableZone(here) || answered.includes(pair)) return null

  const answer = () => setAnswered(rememberAnswer(profile.user_id, pair))
  const adopt = async () => {
    setIsSaving(true)
    try {
      await onAdopt(here)
      answer()
    } catch (error) {
      const { key, values } = textOf(error, { '23503': 'zoneOffer.unknown' })
      toast.error(t('profile.saveFailed'), { description: t(key, values) })
    }
    setIsSaving(false)
  }
  const shown = zoneLabel(here, language)
  return (
    <Banner>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="min-w-0 max-w-[65ch] grow basis-64">
          {chosen ? t('zoneOffer.text', { here: shown, profile: zoneLabel(chosen, language) }) : t('zoneOffer.first', { here: shown })}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button look="secondary" busyLabel={isSaving && t('profile.saving')} onClick={() => void adopt()}>
            {t('zoneOffer.adopt', { city: cityOf(here, language) })}
          </Button>
          <Button look="quiet" disabled={isSaving} onClick={answer}>
            {chosen ? t('zoneOffer.keep', { city: cityOf(chosen, language) }) : t('zoneOffer.later')}
          </Button>
        </div>
      </div>
    </Banner>
  )
}

/** Where the fallback is the browser's own zone there is nothing to ask: mails may then call it the person's. */
function useQuietConfirmation(
  { timezone, timezone_chosen_at }: ZoneOfferProps['profile'],
  here: string,
  onAdopt: ZoneOfferProps['onAdopt'],
) {
  const isUnconfirmed = !timezone_chosen_at && timezone === here
  const confirm = useEffectEvent(() => {
    // Tried again with the next page.
    onAdopt(here).catch(() => {})
  })
  useEffect(() => {
    if (isUnconfirmed) confirm()
  }, [isUnconfirmed])
}

const MOST_KEPT = 10
const keyOf = (userId: string) => `zone-offer.${userId}`

/** Pairs of zones that were answered; the first release kept one zone alone, which is no pair. */
function answersOf(userId: string): string[] {
  try {
    return (localStorage.getItem(keyOf(userId)) ?? '').split('\n')
  } catch {
    return []
  }
}

function rememberAnswer(userId: string, pair: string) {
  const answers = [...answersOf(userId).filter((each) => each && each !== pair), pair].slice(-MOST_KEPT)
  try {
    localStorage.setItem(keyOf(userId), answers.join('\n'))
  } catch {
    // Storage may be switched off; the question then comes again with the next page.
  }
  return answers
}

/** Nothing of a deleted person stays in the browser. */
export function forgetAnswer(userId: string) {
  try {
    localStorage.removeItem(keyOf(userId))
  } catch {
    // Nothing could be kept either.
  }
}
