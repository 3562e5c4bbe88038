// Asks whether to change the profile's zone if the browser's zone differs. Asks only once for each pair of zones.
import { useEffect, useEffectEvent, useState } from 'react'
import { toast } from '../../components/toaster.tsx'
import { Banner } from '../../components/ui/banner.tsx'
import { Button } from '../../components/ui/button.tsx'
import { textOf } from '../../lib/errors.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { browserZone, cityOf, isSameClockForAYear, isStorableZone, zoneLabel } from '../../lib/time/zones.ts'
import { chosenZoneOf } from './own-zone.ts'
import type { Profile } from './queries.ts'

interface ZoneOfferProps {
  profile: Pick<Profile, 'user_id' | 'timezone' | 'timezone_chosen_at'>
  /** Saves the zone in the profile. */
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
  // No question is asked if both are names of the same zone.
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
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 max-sm:text-sm">
        <p className="min-w-0 grow basis-64 text-balance">
          {chosen ? t('zoneOffer.text', { here: shown, profile: zoneLabel(chosen, language) }) : t('zoneOffer.first', { here: shown })}
        </p>
        <div className="flex flex-wrap gap-2 max-sm:-ms-8 max-sm:*:min-h-11 max-sm:*:px-2">
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

/** Saves the fallback without asking if it equals the browser's zone, so that emails can treat it as the person's own. */
function useQuietConfirmation(
  { timezone, timezone_chosen_at }: ZoneOfferProps['profile'],
  here: string,
  onAdopt: ZoneOfferProps['onAdopt'],
) {
  const isUnconfirmed = !timezone_chosen_at && timezone === here
  const confirm = useEffectEvent(() => {
    // The next page tries again.
    onAdopt(here).catch(() => {})
  })
  useEffect(() => {
    if (isUnconfirmed) confirm()
  }, [isUnconfirmed])
}

const MAX_STORED = 10
const keyOf = (userId: string) => `zone-offer.${userId}`

/** The pairs of zones that the person has answered. The first release stored a single zone, which is ignored. */
function answersOf(userId: string): string[] {
  try {
    return (localStorage.getItem(keyOf(userId)) ?? '').split('\n')
  } catch {
    return []
  }
}

function rememberAnswer(userId: string, pair: string) {
  const answers = [...answersOf(userId).filter((each) => each && each !== pair), pair].slice(-MAX_STORED)
  try {
    localStorage.setItem(keyOf(userId), answers.join('\n'))
  } catch {
    // Storage may be disabled. Then the next page asks again.
  }
  return answers
}

/** Called when an account is deleted, so that nothing about the person stays in the browser. */
export function forgetAnswer(userId: string) {
  try {
    localStorage.removeItem(keyOf(userId))
  } catch {
    // Without storage there is nothing to delete.
  }
}
