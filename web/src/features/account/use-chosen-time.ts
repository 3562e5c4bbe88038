// The appointment that was chosen before booking led to the account page.
import { useEffect, useState } from 'react'
import { readDraft } from '../../domain/booking-draft.ts'
import { fetchPublic } from '../../lib/data/public-api.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { useIsHydrated } from '../../lib/load/use-is-hydrated.ts'
import { useLocation } from '../../lib/router/router.tsx'
import { readSignInState, rememberedReturn } from '../../lib/session/return-to.ts'
import { formatDay } from '../../lib/time/dates.ts'
import { browserZone, clockIn, instantOf, isoDay } from '../../lib/time/zones.ts'

interface ChosenDoctor {
  first_name: string
  last_name: string
  timezone: string
}

/** The sentence about the chosen time, on the reader's clock. Empty until the doctor's name is known, undefined if nothing was chosen. */
export function useChosenTime(isConfirmed: boolean) {
  const { t, language } = useI18n()
  const { state } = useLocation()
  const isHydrated = useIsHydrated()
  const [doctor, setDoctor] = useState<ChosenDoctor | 'unknown'>()
  const returnTo = isHydrated ? (readSignInState(state).returnTo ?? (isConfirmed ? rememberedReturn() : undefined)) : undefined
  const { doctorId, day, time } = (returnTo?.startsWith('/appointments?') && readDraft(undefined)) || {}
  const id = day && time ? doctorId : undefined
  useEffect(() => {
    if (!id) return undefined
    const leaving = new AbortController()
    const path = `rpc/get_public_doctors?select=first_name,last_name,timezone&id=eq.${id}`
    fetchPublic<ChosenDoctor[]>(path, { signal: leaving.signal }).then(
      ([found]) => setDoctor(found ?? 'unknown'),
      // The page is complete without the name.
      () => setDoctor('unknown'),
    )
    return () => leaving.abort()
  }, [id])
  if (!id || !day || !time || doctor === 'unknown') return undefined
  if (!doctor) return ''
  const [startsAt, zone] = [instantOf(day, time, doctor.timezone), browserZone()]
  return t('account.chosenTime', {
    doctor: `${doctor.first_name} ${doctor.last_name}`,
    day: formatDay(isoDay(startsAt, zone), language, 'coming'),
    time: clockIn(startsAt, zone),
  })
}
