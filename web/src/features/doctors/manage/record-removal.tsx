// Unlinking the account, and deleting a record that nothing refers to.

import { type ReactNode, useState } from 'react'
import { toast } from '../../../components/toaster.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { ErrorBanner } from '../../../components/ui/error-banner.tsx'
import { titledName } from '../../../domain/titled-name.ts'
import { type ErrorTexts, textOf } from '../../../lib/errors.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { type DoctorDetails, useRemoveDoctor, useUnlinkAccount } from './record-queries.ts'

const REFUSALS: ErrorTexts = { '23503': 'record.removeReferenced' }

export function RecordRemoval({ doctor, onRemoved }: { doctor: DoctorDetails; onRemoved: () => void }) {
  const { t } = useI18n()
  const name = titledName(doctor, t)
  const unlinking = useUnlinkAccount(doctor.id)
  const removing = useRemoveDoctor(doctor.id)
  return (
    <Card className="grid gap-6">
      <section className="grid gap-3">
        <h2 className="text-xl font-semibold">{t('record.account')}</h2>
        <p className="max-w-[70ch] text-muted max-sm:text-sm">{t(doctor.user_id ? 'record.accountText' : 'record.noAccount')}</p>
        {doctor.user_id && (
          <Question
            label={t('record.unlink')}
            title={t('record.unlinkTitle')}
            text={t('record.unlinkText')}
            yes={t('record.unlinkYes')}
            busy={t('record.unlinking')}
            action={async () => {
              await unlinking.mutateAsync(undefined)
              toast.success(t('record.unlinked'))
            }}
          />
        )}
      </section>
      <hr className="border-line" />
      <section className="grid gap-3">
        <h2 className="text-xl font-semibold">{t('record.remove')}</h2>
        <p className="max-w-[70ch] text-muted max-sm:text-sm">{t('record.removeText')}</p>
        <Question
          label={t('record.remove')}
          title={t('record.removeTitle')}
          text={t('record.removeConfirm', { name })}
          yes={t('record.removeYes')}
          busy={t('record.removing')}
          action={async () => {
            await removing.mutateAsync()
            toast.success(t('record.removed'))
            onRemoved()
          }}
        />
      </section>
    </Card>
  )
}

interface QuestionProps {
  label: string
  title: string
  text: string
  yes: string
  busy: string
  action: () => Promise<void>
}

function Question({ label, title, text, yes, busy, action }: QuestionProps): ReactNode {
  const { t } = useI18n()
  const [isOpen, setIsOpen] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const confirm = async () => {
    setIsBusy(true)
    try {
      await action()
      setIsOpen(false)
    } catch (error) {
      const { key, values } = textOf(error, REFUSALS)
      setProblem(t(key, values))
    }
    setIsBusy(false)
  }
  return (
    <div>
      <ConfirmDialog
        trigger={<Button look="secondary">{label}</Button>}
        title={title}
        description={text}
        no={t('record.keep')}
        yes={yes}
        onYes={() => void confirm()}
        busyLabel={isBusy && busy}
        open={isOpen}
        onOpenChange={(next) => {
          setProblem(undefined)
          setIsOpen(next)
        }}
      >
        {problem && <ErrorBanner>{problem}</ErrorBanner>}
      </ConfirmDialog>
    </div>
  )
}
