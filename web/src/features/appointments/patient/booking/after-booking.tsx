import { useI18n } from '../../../../lib/i18n.tsx'
import { Link } from '../../../../lib/router/link.tsx'

/** Explains below the doctors what happens after booking and where to ask. Visitors see the steps above the list instead. */
export default function AfterBooking() {
  const { t } = useI18n()
  return (
    <div className="grid gap-x-12 gap-y-3 lg:gap-y-1 border-t border-line p-4 text-sm sm:p-6 lg:grid-cols-[1fr_auto] lg:items-baseline lg:pt-3">
      <h3 className="text-base font-medium">{t('booking.nextTitle')}</h3>
      <ol className="grid list-decimal gap-2 ps-5 text-muted marker:text-brass lg:col-span-full lg:grid-cols-3 lg:gap-x-10">
        <li>{t('booking.nextConfirm')}</li>
        <li>{t('booking.nextFiles')}</li>
        <li>{t('booking.nextCall')}</li>
      </ol>
      <p className="text-muted lg:col-start-2 lg:row-start-1">
        {t('doctors.helpTitle')}{' '}
        <Link to="/contact" className="inline-flex min-h-11 items-center font-medium text-action underline-offset-4 hover:underline">
          {t('booking.writeUs')}
        </Link>
      </p>
    </div>
  )
}
