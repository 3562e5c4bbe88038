import { CalendarCheck, Download, LockKeyhole, type LucideIcon } from 'lucide-react'
import { TwoShores } from '../../components/two-shores.tsx'
import { ButtonLink } from '../../components/ui/button.tsx'
import { AuthCard } from '../../features/account/auth-card.tsx'
import { useChosenTime } from '../../features/account/use-chosen-time.ts'
import { OpeningDoorway } from '../../features/services/opening-doorway.tsx'
import { classes } from '../../lib/classes.ts'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'
import { useIsHydrated } from '../../lib/load/use-is-hydrated.ts'
import { useSearchParams } from '../../lib/router/router.tsx'

const PRIVATE: TextKey = 'account.promisePrivate'

const PROMISES: { icon: LucideIcon; text: TextKey }[] = [
  { icon: CalendarCheck, text: 'account.promiseChoice' },
  { icon: LockKeyhole, text: PRIVATE },
  { icon: Download, text: 'account.promiseData' },
]

export default function Auth() {
  const [query] = useSearchParams()
  const isConfirmed = useIsHydrated() && query.get('confirmed') === 'true'
  const chosenTime = useChosenTime(isConfirmed)
  return (
    <div className="page py-5 sm:py-12 lg:py-5">
      {/* Two halves of one card in wide windows. On small screens the promises stand below the form. */}
      <div className="group/auth mx-auto grid max-w-xl grid-cols-1 gap-y-6 lg:max-w-none lg:grid-cols-[5fr_7fr] lg:overflow-clip lg:rounded-box lg:border lg:border-line">
        <div className="flex flex-col gap-2 sm:gap-6 lg:order-last lg:gap-2 lg:bg-surface lg:px-12 lg:pt-7 lg:pb-6">
          <AuthCard isConfirmed={isConfirmed} chosenTime={chosenTime} />
        </div>
        <Promises hasChosen={chosenTime !== undefined} />
      </div>
    </div>
  )
}

/** In wide windows, inside the doorway of the logo, which is as high as the form beside it. */
function Promises({ hasChosen }: { hasChosen: boolean }) {
  const { t } = useI18n()
  return (
    <div className="border-line max-sm:mt-2 max-sm:border-t max-sm:pt-6 lg:bg-night lg:px-8 lg:pt-8 lg:text-on-night xl:px-10">
      <div className="h-full lg:flex lg:flex-col lg:overflow-clip lg:rounded-t-full lg:border lg:border-b-0 lg:border-brass/70 lg:px-7 lg:pt-20 xl:px-9">
        <div className="grid gap-6 lg:my-auto">
          <p className="text-center font-display text-2xl leading-snug font-semibold text-balance max-lg:hidden">
            {t(hasChosen ? 'account.chosenTitle' : 'account.promiseTitle')}
          </p>
          <ul className="grid gap-4 text-muted lg:gap-0 lg:text-[0.9375rem] lg:text-on-night-muted">
            {PROMISES.map(({ icon: Icon, text }) => (
              <li
                key={text}
                // The most important promise comes first on small screens, and is the only one below the longer sign-up form.
                className={classes(
                  'flex gap-3 lg:gap-4 lg:border-t lg:border-on-night/15 lg:py-3',
                  text === PRIVATE ? 'max-lg:order-first' : 'max-lg:group-has-[[data-sign-up]]/auth:hidden',
                )}
              >
                <Icon aria-hidden="true" strokeWidth={1.5} className="mt-0.5 size-5 shrink-0 text-brass" />
                <span className="max-w-[48ch]">{t(text)}</span>
              </li>
            ))}
          </ul>
          <ButtonLink to="/doctors" look="on-night" className="max-lg:hidden">
            {t('nav.doctors')}
          </ButtonLink>
        </div>
        {/* The longer sign-up form leaves room for a door in front of the houses, which grows with the room. */}
        <div className="relative -mx-7 -mb-1 grid max-h-72 grow overflow-x-clip max-lg:hidden xl:-mx-9">
          {/* Only Baku, because the whole line would be too dense. In Arabic too, the drawing begins on the left. */}
          <div dir="ltr" className="mt-6 self-end">
            <TwoShores className="w-[188%] stroke-[2.5]! text-brass" />
          </div>
          <div className="@container-size absolute inset-0">
            <OpeningDoorway
              step={3}
              className="mirrored absolute inset-x-0 bottom-1 mx-auto hidden h-[calc(100cqh-3rem)] [@container(height>=15rem)]:block"
            />
          </div>
        </div>
      </div>
    </div>
  )
}
