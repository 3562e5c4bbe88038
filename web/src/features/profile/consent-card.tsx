// The consent to keeping health data: its wording and time, and its withdrawal.
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { LoadFailed } from '../../components/load-failed.tsx'
import { toast } from '../../components/toaster.tsx'
import { Banner } from '../../components/ui/banner.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { classes } from '../../lib/classes.ts'
import { type ErrorTexts, textOf } from '../../lib/errors.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { isLanguage, LANGUAGE_NAMES } from '../../lib/languages.ts'
import { useTexts } from '../../lib/load/use-texts.ts'
import { formatDay, formatMoment } from '../../lib/time/dates.ts'
import { useConsent, useGiveConsent, useWithdrawConsent } from './consent-queries.ts'
import { ownZoneOf } from './own-zone.ts'
import { type Profile, useSaveProfile } from './queries.ts'

const REFUSALS: ErrorTexts = { too_many_requests: 'consent.tooMany' }

export default function ConsentCard({ profile }: { profile: Profile }) {
  useTexts('consent')
  const { t, language } = useI18n()
  const { data, error, refetch } = useConsent(profile.user_id)
  const zone = ownZoneOf(profile)
  if (error && data === undefined) return <LoadFailed title={t('consent.loadFailed')} error={error} onRetry={() => void refetch()} />
  const isLive = data && data.withdrawn_at === null
  const hasHealthData = Boolean(profile.medical_history ?? profile.date_of_birth ?? profile.gender)
  const isAsked = data !== undefined && !isLive && hasHealthData
  return (
    <div className="grid gap-2">
      {data === undefined && <Skeleton className="h-6 w-2/3" />}
      {isLive && <p>{t('consent.given', { date: formatMoment(data.given_at, zone, language) })}</p>}
      {isAsked && <NeverAsked profile={profile} />}
      {data !== undefined && !isLive && !isAsked && (
        <p>{data?.withdrawn_at ? t('consent.withdrawn', { date: formatMoment(data.withdrawn_at, zone, language) }) : t('consent.none')}</p>
      )}
      <div className={classes('flex flex-wrap items-start gap-x-6', isAsked && 'hidden')}>
        <details className="group open:basis-full">
          <summary className="flex min-h-11 w-fit cursor-pointer items-center gap-1.5 font-medium text-action underline-offset-4 hover:underline">
            {t('consent.read')}
            <ChevronDown aria-hidden="true" className="size-4 transition-transform duration-200 ease-calm group-open:rotate-180" />
          </summary>
          <div className="grid gap-3 pb-3 text-sm text-muted">
            <p className="max-w-[70ch]">{t('consent.text')}</p>
            {isLive && (
              <p>
                {t('consent.facts', {
                  version: formatDay(data.version, language),
                  language: isLanguage(data.language) ? LANGUAGE_NAMES[data.language] : data.language,
                })}
              </p>
            )}
            <blockquote className="max-w-[70ch] border-s-2 border-line ps-3">{t('consent.wording')}</blockquote>
          </div>
        </details>
        {isLive && <Withdrawal userId={profile.user_id} />}
      </div>
    </div>
  )
}

function Withdrawal({ userId }: { userId: string }) {
  const { t } = useI18n()
  const [isOpen, setIsOpen] = useState(false)
  const { mutateAsync: withdraw, isPending } = useWithdrawConsent(userId)
  const confirm = async () => {
    try {
      await withdraw()
    } catch (error) {
      const { key, values } = textOf(error, REFUSALS)
      toast.error(t('consent.failed'), { description: t(key, values) })
      return
    }
    setIsOpen(false)
    toast.success(t('consent.done'), { description: t('consent.doneText') })
  }
  return (
    <div>
      <Dialog
        trigger={<Button look="text">{t('consent.withdraw')}</Button>}
        title={t('consent.withdrawTitle')}
        description={t('consent.withdrawText')}
        closeLabel={t('consent.close')}
        open={isOpen}
        onOpenChange={setIsOpen}
        // The button is gone after the withdrawal.
        returnFocus={() => document.getElementById('consent')?.focus()}
      >
        <ul className="grid list-disc gap-2 ps-5">
          <li>{t('consent.goesFields')}</li>
          <li>{t('consent.goesDoctors')}</li>
          <li>{t('consent.stays')}</li>
        </ul>
        <div className="flex flex-wrap gap-3">
          <Button look="danger" busyLabel={isPending && t('consent.withdrawing')} onClick={() => void confirm()}>
            {t('consent.withdraw')}
          </Button>
          <Button look="secondary" onClick={() => setIsOpen(false)}>
            {t('consent.keep')}
          </Button>
        </div>
      </Dialog>
    </div>
  )
}

/** Health data from before consents existed. It stays until its owner decides. */
function NeverAsked({ profile }: { profile: Profile }) {
  const { t, language } = useI18n()
  const { mutateAsync: give, isPending: isGiving } = useGiveConsent(profile.user_id)
  const { mutateAsync: save, isPending: isRemoving } = useSaveProfile(profile.user_id)
  const run = async (action: () => Promise<unknown>, done: string) => {
    try {
      await action()
      toast.success(done)
    } catch (error) {
      const { key, values } = textOf(error, REFUSALS)
      toast.error(t('consent.failed'), { description: t(key, values) })
    }
  }
  const remove = () => save({ medical_history: null, date_of_birth: null, gender: null })
  return (
    <>
      <p className="text-muted">{t('consent.text')}</p>
      <Banner tone="warning">{t('consent.never')}</Banner>
      <blockquote className="border-s-2 border-line ps-3 text-sm text-muted">{t('consent.wording')}</blockquote>
      <div className="flex flex-wrap gap-3">
        <Button
          look="secondary"
          busyLabel={isGiving && t('consent.giving')}
          onClick={() => void run(() => give(language), t('consent.gave'))}
        >
          {t('consent.give')}
        </Button>
        <Button look="secondary" busyLabel={isRemoving && t('consent.giving')} onClick={() => void run(remove, t('consent.removed'))}>
          {t('consent.remove')}
        </Button>
      </div>
    </>
  )
}
