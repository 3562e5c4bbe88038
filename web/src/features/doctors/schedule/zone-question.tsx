// Says which clock the hours are on, until the doctor has confirmed it once.
import { useState } from 'react'
import { toast } from '../../../components/toaster.tsx'
import { Banner } from '../../../components/ui/banner.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { SelectField } from '../../../components/ui/select-field.tsx'
import { ZoneOptions } from '../../../components/zone-options.tsx'
import { textOf } from '../../../lib/errors.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { browserZone, cityOf, isSameClockForAYear, isStorableZone, offsetOf } from '../../../lib/time/zones.ts'
import { type ScheduleDoctor, useConfirmZone } from './queries.ts'

export function ZoneQuestion({ doctor }: { doctor: ScheduleDoctor }) {
  const { t, language } = useI18n()
  const [zone, setZone] = useState<string>()
  const { mutate, isPending } = useConfirmZone(doctor.id)
  const here = browserZone()
  const differs = isStorableZone(here) && !isSameClockForAYear(doctor.timezone, here)
  const confirm = () =>
    mutate(zone ?? doctor.timezone, {
      onSuccess: () => toast.success(t('hours.zoneConfirmed')),
      onError: (error) => {
        const { key, values } = textOf(error)
        toast.error(t('hours.zoneFailed'), { description: t(key, values) })
      },
    })
  return (
    <div className="mb-4">
      <Banner tone={differs ? 'warning' : 'info'}>
        <p className="font-medium">
          {t('hours.zoneInWords', { city: cityOf(doctor.timezone, language), offset: offsetOf(doctor.timezone) })}
          {differs && ` ${t('hours.zoneOfDevice', { city: cityOf(here, language), offset: offsetOf(here) })}`}
        </p>
        <p>{t('hours.zoneAsk')}</p>
        <div className="mt-3 flex flex-wrap items-end gap-3 text-ink max-sm:-ms-8">
          <div className="grow basis-56 sm:max-w-72">
            <SelectField
              label={t('appointmentSettings.zone')}
              value={zone ?? doctor.timezone}
              disabled={isPending}
              onChange={({ target }) => setZone(target.value)}
            >
              <ZoneOptions />
            </SelectField>
          </div>
          <Button busyLabel={isPending && t('schedule.saving')} className="max-sm:w-full sm:mb-1.5" onClick={confirm}>
            {t('hours.zoneConfirm')}
          </Button>
        </div>
      </Banner>
    </div>
  )
}
