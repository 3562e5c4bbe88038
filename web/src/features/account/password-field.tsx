import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, type ReactNode, useState } from 'react'
import { Field } from '../../components/ui/field.tsx'
import { classes } from '../../lib/classes.ts'
import { useI18n } from '../../lib/i18n.tsx'

interface PasswordFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'dir'> {
  label: string
  hint?: string
  error?: string | undefined
  besideLabel?: ReactNode
  isHintBelow?: boolean
  autoComplete: 'current-password' | 'new-password'
}

export function PasswordField({ label, hint, error, besideLabel, isHintBelow = false, ...input }: PasswordFieldProps) {
  const { t } = useI18n()
  const [isVisible, setIsVisible] = useState(false)
  const [isCapital, setIsCapital] = useState(false)
  const watchCaps = (event: KeyboardEvent) => setIsCapital(event.getModifierState('CapsLock'))
  const Icon = isVisible ? EyeOff : Eye
  return (
    <Field
      label={label}
      error={error}
      besideLabel={besideLabel}
      isHintBelow={isHintBelow}
      {...(hint && { hint })}
      aside={<output>{isCapital && t('account.capsLock')}</output>}
    >
      {(props) => (
        <div className="relative">
          <input
            {...input}
            {...props}
            type={isVisible ? 'text' : 'password'}
            dir="ltr"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            onKeyDown={watchCaps}
            onKeyUp={watchCaps}
            className={classes(props.className, 'pe-12 rtl:ps-12 rtl:pe-3.5 rtl:text-right')}
          />
          <button
            type="button"
            aria-label={t(isVisible ? 'account.hidePassword' : 'account.showPassword')}
            className="absolute end-0 top-0 grid size-11 place-items-center rounded-box text-muted hover:text-ink"
            onClick={() => setIsVisible(!isVisible)}
          >
            <Icon aria-hidden="true" className="size-5" />
          </button>
        </div>
      )}
    </Field>
  )
}
