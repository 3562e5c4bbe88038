// Chooses the patient: the user, or a person without an account. Load this module lazily.
import { ChevronDown, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../../components/ui/button.tsx'
import { Field } from '../../../../components/ui/field.tsx'
import { SOMEBODY } from '../../../../domain/booking-draft.ts'
import { classes } from '../../../../lib/classes.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { useTexts } from '../../../../lib/load/use-texts.ts'
import type { Booking } from './use-booking.ts'

export type RenderAddPerson = (dialog: { open: boolean; onOpenChange: (open: boolean) => void; onAdded: (id: string) => void }) => ReactNode

const ONESELF = 'oneself'

export default function ForWhom({ booking, renderAdd }: { booking: Booking; renderAdd: RenderAddPerson }) {
  useTexts('relatives')
  const { t } = useI18n()
  const { forWhom, person, people, needsPerson, isPersonMissing } = booking
  // A user who chose "for somebody else" before signing up has no people to choose from yet.
  const isNewcomer = forWhom === SOMEBODY && people.length === 0
  const isLost = needsPerson && forWhom !== SOMEBODY
  const [isAdding, setIsAdding] = useState(isNewcomer)
  return (
    <div className="grid gap-1 border-b border-line px-4 pt-3 pb-1.5 sm:px-6">
      <div className="flex flex-wrap items-start gap-x-2 gap-y-1 sm:gap-x-3">
        <span aria-hidden="true" className="py-3 leading-6 font-medium whitespace-nowrap">
          {t('relatives.forWhom')}
        </span>
        <div className="min-w-[min(8em,100%)] flex-1 sm:max-w-72">
          <Field label={t('relatives.forWhom')} isLabelHidden error={isPersonMissing || isLost ? t('relatives.personMissing') : undefined}>
            {(props) => (
              <div className="relative">
                <select
                  {...props}
                  name="for-whom"
                  className={classes(
                    props.className,
                    'select rounded-choice! bg-tint! ps-3! pe-8 font-semibold wrap-anywhere sm:ps-4! sm:pe-10',
                    !props['aria-invalid'] && 'border-transparent!',
                  )}
                  value={forWhom === undefined ? ONESELF : (person?.id ?? '')}
                  onChange={({ target }) => booking.choosePerson(target.value === ONESELF ? undefined : target.value)}
                >
                  {needsPerson && (
                    <option value="" disabled>
                      {t('relatives.choosePerson')}
                    </option>
                  )}
                  <option value={ONESELF}>{t('relatives.me')}</option>
                  {people.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </select>
                <ChevronDown
                  aria-hidden="true"
                  className="pointer-events-none absolute end-3.5 top-1/2 size-4 -translate-y-1/2 text-brass transition-transform duration-150 ease-calm [select:open+&]:rotate-180"
                />
              </div>
            )}
          </Field>
        </div>
        <Button
          look={isNewcomer ? 'secondary' : 'quiet'}
          className={isNewcomer ? 'max-sm:w-full' : 'shrink-0 max-sm:-me-3 max-sm:size-12! max-sm:p-0!'}
          onClick={() => setIsAdding(true)}
        >
          <Plus aria-hidden="true" className="size-4 text-brass" />
          {/* A phone has no room for this label beside the names. */}
          <span className={isNewcomer ? undefined : 'max-sm:sr-only'}>{t('relatives.add')}</span>
        </Button>
      </div>
      {isNewcomer && <p className="pb-2 text-sm text-muted">{t('relatives.addFirst')}</p>}
      {renderAdd({ open: isAdding, onOpenChange: setIsAdding, onAdded: booking.choosePerson })}
    </div>
  )
}
