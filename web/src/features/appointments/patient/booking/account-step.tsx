import { ButtonLink } from '../../../../components/ui/button.tsx'
import { useI18n } from '../../../../lib/i18n.tsx'
import { useLocation } from '../../../../lib/router/router.tsx'
import { toSignIn } from '../../../../lib/session/return-to.ts'
import type { Slot } from '../../shared/picker/free-times.ts'

interface ForSomebodyProps {
  isChecked: boolean
  onChange: (isChecked: boolean) => void
}

/** Says that the appointment is not for the visitor. The form asks for the patient's name after sign-up. */
export function ForSomebody({ isChecked, onChange }: ForSomebodyProps) {
  const { t } = useI18n()
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 justify-self-start text-sm">
      <input
        type="checkbox"
        className="size-5 shrink-0 accent-action"
        checked={isChecked}
        onChange={({ target }) => onChange(target.checked)}
      />
      {t('booking.forSomebody')}
    </label>
  )
}

/** A visitor's last step: an account. Signing up leads back to the same doctor, day and time. */
export function AccountStep({ doctorId, typeId, slot }: { doctorId: string; typeId: string | undefined; slot: Slot }) {
  const { t } = useI18n()
  const location = useLocation()
  const asked = { doctor: doctorId, date: slot.appointment_date, time: slot.appointment_time, ...(typeId && { type: typeId }) }
  const here = { ...location, search: `?${new URLSearchParams(asked).toString()}` }
  return (
    <section aria-labelledby="account-step" className="grid gap-2 lg:grid-cols-[1fr_auto] lg:items-center">
      <h3 id="account-step" className="text-sm font-medium">
        {t('booking.signInNeeded')}
      </h3>
      <div className="flex flex-wrap gap-2 *:flex-auto max-sm:*:px-3! lg:*:min-w-32">
        <ButtonLink {...toSignIn(here)}>{t('nav.signIn')}</ButtonLink>
        <ButtonLink {...toSignIn(here, 'sign-up')} look="secondary">
          {t('nav.signUp')}
        </ButtonLink>
      </div>
    </section>
  )
}
