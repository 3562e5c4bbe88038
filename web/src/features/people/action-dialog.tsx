// Asks for confirmation before a role, a ban or a second factor changes.

import { useState } from 'react'
import { company } from '../../../../supabase/functions/_shared/company.ts'
import { toast } from '../../components/toaster.tsx'
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx'
import { ErrorBanner } from '../../components/ui/error-banner.tsx'
import { SelectField } from '../../components/ui/select-field.tsx'
import { ZoneOptions } from '../../components/zone-options.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { reloadRoles } from '../../lib/session/session.ts'
import { peopleErrorText } from './people-errors.ts'
import { personName } from './person-names.ts'
import { type Person, type PersonAction, usePersonAction } from './queries.ts'

interface ActionDialogProps {
  action: PersonAction
  person: Person
  isMe: boolean
  onClose: () => void
  returnFocus: () => void
}

const DESTRUCTIVE: PersonAction[] = ['revokeAdmin', 'revokeDoctor', 'resetFactor', 'ban']

export default function ActionDialog({ action, person, isMe, onClose, returnFocus }: ActionDialogProps) {
  const { t } = useI18n()
  const [timezone, setTimezone] = useState(company.timezone)
  const { mutate, isPending, error } = usePersonAction(action, { timezone })
  const name = personName(person) || person.email
  const act = () =>
    mutate(person, {
      onSuccess: () => {
        toast.success(t(`people.${action}Done`, { name }))
        // Admins who change their own roles get their new menu at once.
        if (isMe) void reloadRoles()
        onClose()
      },
    })
  const needsRecord = action === 'grantDoctor' && !person.doctor_id
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      returnFocus={returnFocus}
      title={t(`people.${action}Title`, { name })}
      description={t(needsRecord ? 'people.grantDoctorRecord' : `people.${action}Text`, { name })}
      no={t('people.back')}
      yes={t(`people.${action}`)}
      onYes={act}
      look={DESTRUCTIVE.includes(action) ? 'danger' : 'primary'}
      busyLabel={isPending && t('people.saving')}
    >
      {needsRecord && (
        <SelectField
          label={t('people.zone')}
          hint={t('people.zoneHint')}
          value={timezone}
          onChange={({ target }) => setTimezone(target.value)}
        >
          <ZoneOptions />
        </SelectField>
      )}
      {error && <ErrorBanner title={t('people.failed')}>{peopleErrorText(error, t)}</ErrorBanner>}
    </ConfirmDialog>
  )
}
