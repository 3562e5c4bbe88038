import { Button } from './button.tsx'

interface DialogAnswersProps {
  /** The label of the button that changes nothing. */
  no: string
  onNo: () => void
  yes: string
  /** Without this callback, the button submits the form around it. */
  onYes?: () => void
  look?: 'primary' | 'danger'
  busyLabel?: string | false
  isDisabled?: boolean
}

/** The two buttons at the end of a dialog. */
export function DialogAnswers({ no, onNo, yes, onYes, look = 'primary', busyLabel = false, isDisabled = false }: DialogAnswersProps) {
  return (
    <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
      <Button look="secondary" onClick={onNo}>
        {no}
      </Button>
      <Button look={look} type={onYes ? 'button' : 'submit'} busyLabel={busyLabel} disabled={isDisabled} onClick={onYes}>
        {yes}
      </Button>
    </div>
  )
}
